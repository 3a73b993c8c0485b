import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ensureText, useText } from '../i18n/index.ts'
import { useCan } from '../state/ability.tsx'
import { toast } from '../state/toast.ts'
import { Button } from '../ui/button.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { fetchComments, fetchPeople, isMentioned, type Matter, type Person, sayComment } from './api.ts'
import { MentionArea } from './mention-area.tsx'
import { HeldTalk } from './held-talk.tsx'
import { SaidList } from './said-list.tsx'

await ensureText('comment')

const keyOf = ({ resource, record }: Matter) => ['comment', resource, record]

const Entry = ({ resource, record }: Matter) => {
  const matter = { resource, record }
  const search = useCallback((name: string) => fetchPeople({ resource, record }, name), [resource, record])
  const t = useText('comment')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly Person[]>([])
  const [busy, setBusy] = useState(false)
  const say = async () => {
    setBusy(true)
    try {
      await sayComment(matter, text.trim(), picked.filter(isMentioned(text)))
      setText('')
      setPicked([])
      await client.invalidateQueries({ queryKey: keyOf(matter) })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <div className="comment-entry">
      <MentionArea text={text} onText={setText} onPick={(person) => setPicked((all) => [...all, person])} search={search} />
      <Button look="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void say()}>
        {t('say')}
      </Button>
    </div>
  )
}

/** What people say about a record, and a line to say more; nobody sees it who does not see the record. */
export const Comments = ({ resource, record }: Matter) => {
  const t = useText('comment')
  const [mayRead, maySay] = [useCan('comment/index'), useCan('comment/say')]
  const matter = { resource, record }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(matter),
    queryFn: ({ signal }) => fetchComments(matter, signal),
    enabled: mayRead,
    staleTime: 0,
  })
  if (!mayRead) return null
  return (
    <section className="comments" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : data.list.length === 0 ? (
        <p className="comment-none">{t('none')}</p>
      ) : (
        <SaidList said={data.list} />
      )}
      {maySay && data && (data.held === null ? <Entry {...matter} /> : <HeldTalk why={data.held} />)}
    </section>
  )
}
