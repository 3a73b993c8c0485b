import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { useText } from '../i18n/index.ts'
import { TextArea } from '../ui/form.tsx'
import type { Person } from './api.ts'
import './mention.css'

const MOST = 2000
const LONGEST_NAME = 40
/** The name that is being written behind the last @ before the caret; null where there is none. */
const nameBefore = (text: string, caret: number): string | null => {
  const at = text.slice(0, caret).lastIndexOf('@')
  const name = text.slice(at + 1, caret)
  return at < 0 || name.length > LONGEST_NAME || /\s/.test(name) ? null : name
}

type PeopleProps = {
  search(name: string): Promise<Person[]>
  typed: string
  at: number | null
  onFound(found: readonly Person[]): void
  onPick(person: Person): void
}
const People = ({ search, typed, at, onFound, onPick }: PeopleProps) => {
  const t = useText('comment')
  const { data, waiting } = useAnswer(useCallback(() => search(typed), [search, typed]))
  // Those of a name that was typed before are nobody's choice now.
  const found = data && !waiting ? data : null
  useLayoutEffect(() => onFound(found ?? []), [found, onFound])
  if (!found) return null
  if (found.length === 0) return <p className="comment-none">{t('nobody')}</p>
  return (
    <ul className="mention-people" aria-label={t('people')}>
      {found.map((person, i) => (
        <li key={`${person.kind} ${person.id}`}>
          <button type="button" data-current={i === at || undefined} onClick={() => onPick(person)}>
            @{person.name}
            {person.username && <small>{person.username}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}

type Props = { text: string; onText(text: string): void; onPick(person: Person): void; search(name: string): Promise<Person[]> }
/**
 * A text in which people are named behind an @, by name or account. What stands before the caret decides who is offered, however it got there
 * (typed, pasted, by an input method); Enter takes somebody only where the offer is for exactly that.
 */
export const MentionArea = ({ text, onText, onPick, search }: Props) => {
  const t = useText('comment')
  const [caret, setCaret] = useState(0)
  const [found, setFound] = useState<readonly Person[]>([])
  const [chosen, setChosen] = useState<{ typed: string; at: number } | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const next = useRef<number | null>(null)
  const typed = nameBefore(text, caret)
  const first = typed ? 0 : null
  const at = chosen && chosen.typed === typed ? chosen.at : first
  useLayoutEffect(() => {
    if (next.current === null) return
    const field = area.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(next.current, next.current)
    next.current = null
  })
  const pick = (person: Person) => {
    const start = caret - (typed?.length ?? 0)
    next.current = start + person.name.length + 1
    setCaret(next.current)
    onText(`${text.slice(0, start)}${person.name} ${text.slice(caret)}`)
    onPick(person)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (typed === null || found.length === 0 || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen({ typed, at: ((at ?? (step > 0 ? -1 : 0)) + step + found.length) % found.length })
    } else if (event.key === 'Enter' && at !== null && found[at]) {
      event.preventDefault()
      pick(found[at])
    }
  }
  return (
    <div className="mention" ref={area}>
      <TextArea
        label={t('write')}
        help={t('hint')}
        rows={2}
        maxLength={MOST}
        value={text}
        onChange={({ target }) => {
          setCaret(target.selectionStart)
          onText(target.value)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {typed !== null && <People search={search} typed={typed} at={at} onFound={setFound} onPick={pick} />}
    </div>
  )
}
