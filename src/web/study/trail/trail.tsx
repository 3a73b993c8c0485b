import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PAPER_ROWS } from '../../grid/paper.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { useCan } from '../../state/ability.tsx'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { fetchTrail, saveTrail, type Event, type Wish } from './api.ts'
import { EventList } from './event-list.tsx'
import { Filter, useFilter } from './filter.tsx'
import '../../ui/panel-card.css'
import '../../field/input/input.css'
import './trail.css'

await ensureText('trail')

const told = (error: unknown) => toast.error(error instanceof Error ? error.message : String(error))

/** Everything that the wish finds, as far as paper takes it. */
const fetchAll = async (wish: Wish): Promise<Event[]> => {
  const all: Event[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof fetchTrail>> = await fetchTrail(wish, after)
    all.push(...page.list)
    after = page.next
  } while (after !== null && all.length < PAPER_ROWS)
  return all
}

/** All that happened to a study, or to one subject of it, in the order of time: to read, to print, and to take along with its proof. */
export const Trail = ({ study, subject, title }: { study: number; subject?: number; title?: string }) => {
  const t = useText('trail')
  const lang = useLanguage()
  const { filter } = useFilter()
  const mayExport = useCan('study/trail/export')
  const [paper, setPaper] = useState<{ of: string; events: Event[] } | null>(null)
  const [busy, setBusy] = useState<'print' | 'save' | null>(null)
  const wish: Wish = { study, subject, ...filter }
  // What was printed before the filter changed is not what stands on the screen: the browser's own print command takes the screen.
  const asked = JSON.stringify([wish, lang])
  const printed = paper?.of === asked ? paper.events : null
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['trail', wish, lang],
    queryFn: ({ pageParam, signal }) => fetchTrail(wish, pageParam || null, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })
  const events = data?.pages.flatMap(({ list }) => list) ?? []
  const print = async () => {
    setBusy('print')
    await fetchAll(wish)
      .then((all) => {
        flushSync(() => setPaper({ of: asked, events: all }))
        window.print()
      })
      .catch(told)
    setBusy(null)
  }
  const save = async () => {
    setBusy('save')
    await saveTrail(wish).catch(told)
    setBusy(null)
  }
  return (
    <section className="panel-card trail" aria-label={t('title')}>
      <h2>
        {title ?? t('title')}
        <small className="no-print">
          <Button busy={busy === 'print'} onClick={() => void print()}>
            {t('print')}
          </Button>
          {mayExport && (
            <Button busy={busy === 'save'} onClick={() => void save()}>
              {t('export')}
            </Button>
          )}
        </small>
      </h2>
      <Filter forms={data?.pages[0]?.forms ?? []} shown={data ? t(hasNextPage ? 'shownMore' : 'shown', { count: events.length }) : ''} />
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={8} />
      ) : events.length === 0 ? (
        <p className="panel-note">{t('none')}</p>
      ) : (
        <>
          <div className={printed ? 'no-print' : undefined}>
            <EventList study={study} events={events} />
          </div>
          {printed && (
            <div className="only-print">
              <EventList study={study} events={printed} />
              {printed.length >= PAPER_ROWS && <p>{t('paperEnd', { count: printed.length })}</p>}
            </div>
          )}
          {hasNextPage && (
            <p className="no-print">
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  )
}
