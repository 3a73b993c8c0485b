import { useCallback, useState } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { fetchOwnComments, fetchOwnPeople, isMentioned, type Matter, type Person, sayOwnComment } from '../../comment/api.ts'
import { HeldTalk } from '../../comment/held-talk.tsx'
import { MentionArea } from '../../comment/mention-area.tsx'
import { SaidList } from '../../comment/said-list.tsx'
import { ensureText, useText } from '../../i18n/index.ts'
import { useMayMember } from '../../state/member-menu.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import './talk.css'

await ensureText('comment')

/** `isMain`: nothing else on the page is to be sent. */
const Entry = ({ matter, isMain, onSaid }: { matter: Matter; isMain: boolean; onSaid(): void }) => {
  const t = useText('comment')
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly Person[]>([])
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const { resource, record } = matter
  const search = useCallback((name: string) => fetchOwnPeople({ resource, record }, name), [resource, record])
  const say = async () => {
    setBusy(true)
    setTrouble('')
    try {
      await sayOwnComment(matter, text.trim(), picked.filter(isMentioned(text)))
      setText('')
      setPicked([])
      onSaid()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="talk-entry"
      aria-label={t('write')}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) void say()
      }}
    >
      <MentionArea text={text} onText={setText} onPick={(person) => setPicked((all) => [...all, person])} search={search} />
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
      <Button type="submit" busy={busy} {...(isMain ? { look: 'primary' } : {})}>
        {t('say')}
      </Button>
    </form>
  )
}

/** What people say beside a record or a file, and a line to say more; shown to whoever sees what it is about. */
export const Talk = ({ resource, record, titled }: Matter & { titled?: boolean }) => {
  const t = useText('comment')
  const may = useMayMember('study/comment')
  const { data, error, reload } = useAnswer(useCallback(() => fetchOwnComments({ resource, record }), [resource, record]))
  if (!may) return null
  return (
    <section className="comments talk" aria-label={t('title')}>
      {titled && data ? <h1>{data.title}</h1> : <h2 className="member-sub">{t('title')}</h2>}
      {!data ? (
        error ? (
          <Failure error={error} retry={reload} />
        ) : (
          <Skeleton rows={2} />
        )
      ) : (
        <>
          {data.list.length === 0 ? <p className="comment-none">{t('none')}</p> : <SaidList said={data.list} />}
          {data.held === null ? (
            <Entry matter={{ resource, record }} isMain={titled === true} onSaid={reload} />
          ) : (
            <HeldTalk why={data.held} />
          )}
        </>
      )}
    </section>
  )
}
