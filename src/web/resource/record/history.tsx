import { useInfiniteQuery } from '@tanstack/react-query'
import { columnsOf, isWords, type Resource } from '#kernel'
import { exactTime, momentOf, relativeTime } from '../../ui/format.ts'
import { cells } from '../../field/cells.tsx'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { fetchHistory, type HistoryEntry } from '../../api/resource.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useLabels } from '../../field/use-options.ts'

const nobody = { id: 0 } as RowData

export const Side = ({ name, value }: { name: string; value: unknown }) => {
  const t = useText('list')
  const { resource, words, half } = useResource()
  const field = columnsOf(resource)[name]
  const to = field && 'to' in field && field.kind !== 'remoteSelect' ? field.to : (field?.of ?? '')
  const ids = to ? ((Array.isArray(value) ? value : value == null ? [] : [value]) as (string | number)[]) : []
  const labels = useLabels(to, { of: resource.name, name }, ids.slice(0, 50))
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <i className="diff-blank">{t('detail.blank')}</i>
  if (!field) return <span>{typeof value === 'string' ? value : JSON.stringify(value)}</span>
  // Who may not list what it points to reads its number, once.
  if (field.of) return <span>{[...ids.flatMap((id) => labels[String(id)] ?? []), `#${String(value)}`].join(' ')}</span>
  const names = ids.map((id) => labels[String(id)] ?? `#${id}`)
  const row: RowData = to ? { ...nobody, _labels: { [name]: Array.isArray(value) ? names : (names[0] ?? '') } } : nobody
  // A structure is said as its page says it. What was made for a program, without a word for people, is but so much.
  const own = field.kind === 'json' && typeof value === 'object' ? half.fields?.[name]?.Cell : undefined
  if (field.kind === 'json' && typeof value === 'object' && !own && !isWords(value))
    return <span>{t('history.items', { count: Array.isArray(value) ? value.length : Object.keys(value).length })}</span>
  const Cell = own ?? cells[field.kind].Cell
  return <Cell name={name} field={field} value={value} row={row} words={words} active={false} />
}

/** In the order of the form, as people know the record. That a restored one has no time of deletion any more says nothing. */
const changesOf = (entry: HistoryEntry, resource: Resource): HistoryEntry['changes'] => {
  const order = Object.keys(columnsOf(resource))
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  // Nor does what a program changed for itself.
  return entry.changes.filter((c) => c.field !== 'deletedAt' && c.parts?.length !== 0).toSorted((a, b) => place(a.field) - place(b.field))
}

/** So many changes inside a structure stand there at once; the others are folded. */
const MOST_PARTS = 8

type Parts = NonNullable<HistoryEntry['changes'][number]['parts']>
const PartList = ({ parts, fresh, gone }: { parts: Parts; fresh: boolean; gone: boolean }) => {
  const t = useText('list')
  const blank = <i className="diff-blank">{t('detail.blank')}</i>
  return (
    <ul className="diff-parts">
      {parts.map(({ name, before, after }) => (
        <li key={name}>
          {name && <span>{name}</span>}
          {!fresh && before !== null && <del>{before}</del>}
          {!fresh && before !== null && !gone && <span aria-hidden>→</span>}
          {!gone && <ins>{after ?? blank}</ins>}
        </li>
      ))}
    </ul>
  )
}
/** What changed inside a structure, by its names. What it began with is told without an empty side. */
const Structure = ({ change, gone }: { change: HistoryEntry['changes'][number] & { parts: Parts }; gone: boolean }) => {
  const t = useText('list')
  const { parts, before } = change
  const told = { fresh: before === null || before === undefined, gone }
  const rest = parts.slice(MOST_PARTS)
  return (
    <>
      <PartList parts={parts.slice(0, MOST_PARTS)} {...told} />
      {rest.length > 0 && (
        <details className="diff-rest">
          <summary>{t('history.rest', { count: rest.length })}</summary>
          <PartList parts={rest} {...told} />
        </details>
      )}
    </>
  )
}

const Entry = ({ entry }: { entry: HistoryEntry }) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const changes = changesOf(entry, resource)
  const at = momentOf(entry.at)
  const fresh = entry.action === 'add'
  const gone = entry.action === 'del' || entry.action === 'delete'
  return (
    <li className="history-entry">
      <p>
        <b>{t(`history.${entry.action}`, { defaultValue: words.action(entry.action) })}</b>
        <span>{entry.by === 'system' ? t('history.system') : entry.by}</span>
        {at && (
          <time dateTime={at.toISOString()} title={relativeTime(at, words.lang)}>
            {exactTime(at)}
          </time>
        )}
      </p>
      {entry.reason && (
        <p className="history-reason">
          {t('history.reason')}
          {entry.reason}
        </p>
      )}
      {changes.length > 0 && (
        <dl className="diff">
          {changes.map((c) => (
            <div key={c.field}>
              <dt>{words.field(c.field)}</dt>
              <dd>
                {c.parts ? (
                  <Structure change={{ ...c, parts: c.parts }} gone={gone} />
                ) : gone ? (
                  <Side name={c.field} value={c.before} />
                ) : (
                  <>
                    {!fresh && (
                      <del>
                        <Side name={c.field} value={c.before} />
                      </del>
                    )}
                    {!fresh && <span aria-hidden>→</span>}
                    <ins>
                      <Side name={c.field} value={c.after} />
                    </ins>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** Who changed what and when, newest first. */
export const History = ({ id }: { id: number }) => {
  const t = useText('list')
  const { resource } = useResource()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['history', resource.name, id],
    queryFn: ({ pageParam, signal }) => fetchHistory(resource.name, id, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length && pages.reduce((n, p) => n + p.list.length, 0) < last.total ? pages.length + 1 : undefined,
    staleTime: 0,
  })
  const entries = data?.pages.flatMap((p) => p.list) ?? []
  return (
    <section className="detail">
      <h3>{t('detail.history')}</h3>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : entries.length === 0 ? (
        <p className="field-note">{t('detail.noHistory')}</p>
      ) : (
        <ol className="history">
          {entries.map((entry, i) => (
            <Entry key={i} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('detail.historyMore')}
        </Button>
      )}
    </section>
  )
}
