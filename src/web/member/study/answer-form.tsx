import { useState } from 'react'
import { answerQuery, type OwnQuery } from '../../api/member-query.ts'
import { useText } from '../../i18n/index.ts'
import { ChoiceField, SubmitButton, TextArea, TextField } from '../../ui/form.tsx'

const CATEGORIES = ['corrected', 'confirmed', 'notAvailable', 'other'] as const

/** The answer of the site: what kind it is, the right value where there is one, a word about it. */
export const AnswerForm = ({ query, onDone }: { query: OwnQuery; onDone(): void }) => {
  const t = useText('query')
  const [category, setCategory] = useState('corrected')
  const [value, setValue] = useState('')
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const { cell } = query
  const asksValue = category === 'corrected' && Boolean(cell?.label)
  const send = async () => {
    setBusy(true)
    setTrouble('')
    try {
      await answerQuery(query.id, { category, value: asksValue && value ? value : null, note: note || null }, t('member.sent'))
      onDone()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const options = CATEGORIES.map((one) => ({ value: one, label: t(`category.${one}`) }))
  return (
    <form
      aria-label={t('member.answer')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <ChoiceField label={t('member.category')} name="category" value={category} options={options} onChange={setCategory} />
      {asksValue &&
        (cell?.options ? (
          <ChoiceField
            label={t('member.value')}
            name="value"
            value={value}
            options={cell.options.map(({ code, label }) => ({ value: code, label }))}
            onChange={setValue}
          />
        ) : (
          <TextField
            label={cell?.unit ? `${t('member.value')} (${cell.unit})` : t('member.value')}
            value={value}
            maxLength={4000}
            onChange={(event) => setValue(event.target.value)}
          />
        ))}
      <TextArea label={t('member.text')} rows={3} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
      <SubmitButton busy={busy}>{t('member.answer')}</SubmitButton>
    </form>
  )
}
