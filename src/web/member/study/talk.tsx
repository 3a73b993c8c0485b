import { useCallback, useState } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { fetchOwnComments, fetchOwnPeople, isMentioned, type Matter, type Person, sayOwnComment } from '../../comment/api.ts'
import { SaidList } from '../../comment/said-list.tsx'
import { ensureText, useText } from '../../i18n/index.ts'
import { useMayMember } from '../../state/member-menu.ts'
import { SubmitButton, TextArea } from '../../ui/form.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import './talk.css'

await ensureText('comment')

const MOST = 2000
/** The name that is being typed behind the last @; null where there is none. */
const typedName = (text: string): string | null => {
  const at = text.lastIndexOf('@')
  const name = text.slice(at + 1)
  return at < 0 || name.length > 40 || /\s/.test(name) ? null : name
}

const People = ({ matter, typed, onPick }: { matter: Matter; typed: string; onPick(person: Person): void }) => {
  const t = useText('comment')
  const { resource, record } = matter
  const { data } = useAnswer(useCallback(() => fetchOwnPeople({ resource, record }, typed), [resource, record, typed]))
  if (!data) return null
  if (data.length === 0) return <p className="comment-none">{t('nobody')}</p>
  return (
    <ul className="talk-people" aria-label={t('people')}>
      {data.map((person) => (
        <li key={`${person.kind} ${person.id}`}>
          <button type="button" onClick={() => onPick(person)}>
            @{person.name}
          </button>
        </li>
      ))}
    </ul>
  )
}

const Entry = ({ matter, onSaid }: { matter: Matter; onSaid(): void }) => {
  const t = useText('comment')
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly Person[]>([])
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const typed = typedName(text)
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
      <TextArea label={t('write')} help={t('hint')} rows={2} maxLength={MOST} value={text} onChange={(e) => setText(e.target.value)} />
      {typed !== null && (
        <People
          matter={matter}
          typed={typed}
          onPick={(person) => {
            setText(`${text.slice(0, text.length - typed.length)}${person.name} `)
            setPicked((all) => [...all, person])
          }}
        />
      )}
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
      <SubmitButton busy={busy}>{t('say')}</SubmitButton>
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
          <Entry matter={{ resource, record }} onSaid={reload} />
        </>
      )}
    </section>
  )
}
