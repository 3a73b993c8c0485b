import { useEffect, useRef, useState } from 'react'
import { answerQuery, type OwnQuery, type QueryCell } from '../../api/member-query.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { ChoiceField, SubmitButton, TextArea } from '../../ui/form.tsx'
import { AnswerFile } from './answer-file.tsx'
import { answerOf, forgetAnswer, isLost, keepAnswer, keptAnswer, newKey, type Typed } from './answer-store.ts'
import { EntryField } from './entry-field.tsx'
import './entry.css'

await ensureText('entry', 'field')

const CATEGORIES = ['corrected', 'confirmed', 'notAvailable', 'other'] as const
const RETRY_MS = 5000

const Value = ({ cell, typed, onChange }: { cell: QueryCell; typed: Typed; onChange(value: string): void }) => {
  const t = useText('query')
  const { unit, options, field } = cell
  const choices = options?.map(({ code, label }) => ({ value: code, label })) ?? null
  return (
    <EntryField
      name="value"
      field={{ ...field, label: t('member.value'), unit: unit || null, choices, isComputed: false, isRequired: false }}
      value={typed.value}
      help={undefined}
      error={undefined}
      readOnly={false}
      onChange={onChange}
      onLeave={() => undefined}
    />
  )
}

/** What is typed is kept as it is typed; an answer that nobody confirmed goes out again under its key, once the line is back. */
const useAnswering = ({ id, cell }: OwnQuery, onDone: () => void) => {
  const t = useText('query')
  const [typed, setTyped] = useState(() => keptAnswer(id).typed)
  const [key, setKey] = useState(() => keptAnswer(id).key)
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const asksValue = typed.category === 'corrected' && Boolean(cell?.label)
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    // Something else than what was sent: it is another answer.
    setKey(null)
    keepAnswer(id, next, null)
  }
  const send = async () => {
    const own = key ?? newKey()
    keepAnswer(id, typed, own)
    setBusy(true)
    setTrouble('')
    try {
      await answerQuery(id, answerOf(typed, asksValue), own, t('member.sent'))
      forgetAnswer(id)
      onDone()
    } catch (error) {
      const lost = isLost(error)
      setKey(lost ? own : null)
      keepAnswer(id, typed, lost ? own : null)
      setTrouble(lost ? t('member.offline') : error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const again = useRef(send)
  useEffect(() => {
    again.current = send
  })
  const waits = key !== null && !busy
  useEffect(() => {
    if (!waits) return undefined
    const retry = () => void again.current()
    const timer = setInterval(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [waits])
  return { typed, change, send, trouble, busy, asksValue }
}

/** The answer of the site: what kind it is, the right value where there is one, a word about it. */
export const AnswerForm = ({ query, onDone }: { query: OwnQuery; onDone(): void }) => {
  const t = useText('query')
  const { typed, change, send, trouble, busy, asksValue } = useAnswering(query, onDone)
  const options = CATEGORIES.map((one) => ({ value: one, label: t(`category.${one}`) }))
  return (
    <form
      aria-label={t('member.answer')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <ChoiceField
        label={t('member.category')}
        name="category"
        value={typed.category}
        options={options}
        onChange={(category) => change({ category })}
      />
      {asksValue && query.cell && <Value cell={query.cell} typed={typed} onChange={(value) => change({ value })} />}
      <TextArea
        label={t('member.text')}
        rows={3}
        maxLength={2000}
        value={typed.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <AnswerFile url={typed.file} onChange={(file) => change({ file })} />
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
      <SubmitButton busy={busy}>{t('member.answer')}</SubmitButton>
    </form>
  )
}
