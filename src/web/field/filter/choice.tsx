import { useDeferredValue, useState } from 'react'
import { isChoice, isPointer } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { useOptions } from '../use-options.ts'
import { useResources } from '../use-resources.ts'
import type { FilterViewProps } from '../view.ts'

const single = (operator: string) => operator === '=' || operator === '<>'
const flip = (val: string, value: string, one: boolean): string => {
  if (one) return value
  const chosen = val === '' ? [] : val.split(',')
  return (chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]).join(',')
}

type Listed = { value: string; label: string }
const Checklist = ({
  options,
  val,
  onChange,
  one,
  label,
}: {
  options: readonly Listed[]
  val: string
  onChange(val: string): void
  one: boolean
  label: string
}) => {
  const chosen = val.split(',')
  return (
    <div className="checklist" role="group" aria-label={label}>
      {options.map((o) => (
        <label key={o.value}>
          <input
            type={one ? 'radio' : 'checkbox'}
            name="filter-choice"
            checked={chosen.includes(o.value)}
            onChange={() => onChange(flip(val, o.value, one))}
          />
          <span>{o.label}</span>
        </label>
      ))}
    </div>
  )
}

export const ChoiceFilter = ({ name, field, operator, val, onChange, words }: FilterViewProps) => {
  const options = isChoice(field) ? field.options.map((value) => ({ value, label: words.option(name, value) })) : []
  return <Checklist options={options} val={val} onChange={onChange} one={single(operator)} label={words.field(name)} />
}

export const SwitchFilter = ({ name, val, onChange, words }: FilterViewProps) => {
  const t = useText('field')
  const options = [
    { value: '1', label: t('yes') },
    { value: '0', label: t('no') },
  ]
  return <Checklist options={options} val={val} onChange={onChange} one label={words.field(name)} />
}

/** Resources by title. */
export const NameFilter = ({ name, field, operator, val, onChange, words }: FilterViewProps) => {
  const { list } = useResources()
  const options = list.filter((r) => field.names === 'resource' || r.isRecyclable).map((r) => ({ value: r.name, label: r.title }))
  return <Checklist options={options} val={val} onChange={onChange} one={single(operator)} label={words.field(name)} />
}

/** Kept-as-text pointers filter by the text, references by the id. */
export const PointerFilter = ({ name, field, operator, val, onChange, words }: FilterViewProps) => {
  const t = useText('field')
  const [quick, setQuick] = useState('')
  const { options, hasNextPage, fetchNextPage, isPending, isError } = useOptions(
    isPointer(field) ? field.to : '',
    { of: words.of, name },
    useDeferredValue(quick),
    isPointer(field),
  )
  const byText = field.kind === 'remoteSelect'
  return (
    <>
      <input
        className="input"
        autoFocus
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={quick}
        onChange={(e) => setQuick(e.target.value)}
      />
      {isError && <p className="field-note">{t('optionsFailed')}</p>}
      {!isPending && options.length === 0 && <p className="field-note">{t('noOptions')}</p>}
      <Checklist
        options={options.map((o) => ({ value: byText ? o.label : String(o.value), label: o.label }))}
        val={val}
        onChange={onChange}
        one={single(operator)}
        label={words.field(name)}
      />
      {hasNextPage && (
        <button type="button" className="link" onClick={() => void fetchNextPage()}>
          {t('moreOptions')}
        </button>
      )}
    </>
  )
}
