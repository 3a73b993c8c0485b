import { useId } from 'react'
import type { EntryField as Shape } from '../../api/member-entry.ts'
import { useUnit } from '../../field/use-unit.ts'
import { useText } from '../../i18n/index.ts'
import { ChoiceField, TextArea, TextField } from '../../ui/form.tsx'

type Props = {
  name: string
  field: Shape
  value: string
  help: string | undefined
  error: string | undefined
  readOnly: boolean
  onChange(value: string): void
  onLeave(): void
}
/** So many choices are all in sight. */
const FEW = 7
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/

/** The phone's own picker for a day, unless something else stands there or may: a code for what is missing cannot be picked. */
const inputOf = (
  { kind, missingCodes }: Shape,
  value: string,
): { type?: string; inputMode?: 'decimal' | 'numeric'; placeholder?: string } => {
  const isPlain = missingCodes.length === 0
  if (kind === 'integer') return { inputMode: isPlain ? 'numeric' : 'decimal' }
  if (kind === 'number') return { inputMode: 'decimal' }
  if (kind === 'date') return isPlain && (value === '' || DAY.test(value)) ? { type: 'date' } : { placeholder: 'YYYY-MM-DD' }
  if (kind === 'dateTime')
    return isPlain && (value === '' || MOMENT.test(value)) ? { type: 'datetime-local' } : { placeholder: 'YYYY-MM-DD HH:mm' }
  return {}
}

const Several = ({ field, label, value, help, error, readOnly, onChange, onLeave }: Props & { label: string }) => {
  const id = useId()
  const chosen = value ? value.split(',').map((code) => code.trim()) : []
  const toggle = (code: string) => {
    const next = (field.choices ?? [])
      .map((choice) => choice.value)
      .filter((one) => (one === code ? !chosen.includes(one) : chosen.includes(one)))
    onChange(next.join(','))
    onLeave()
  }
  return (
    <fieldset className="field field-choice" disabled={readOnly} aria-describedby={error || help ? id : undefined}>
      <legend>{label}</legend>
      <div className="field-row">
        {field.choices?.map((choice) => (
          <label key={choice.value} className="check">
            <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => toggle(choice.value)} />
            {choice.label}
          </label>
        ))}
      </div>
      {(error || help) && (
        <p id={id} className={error ? 'field-error' : 'field-help'}>
          {error || help}
        </p>
      )}
    </fieldset>
  )
}

const OneOfMany = ({ field, label, value, help, error, readOnly, onChange, onLeave }: Props & { label: string }) => {
  const t = useText('entry')
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="entry-select"
        value={value}
        disabled={readOnly}
        onChange={(event) => {
          onChange(event.target.value)
          onLeave()
        }}
      >
        <option value="">{t('choose')}</option>
        {field.choices?.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {(error || help) && <p className={error ? 'field-error' : 'field-help'}>{error || help}</p>}
    </div>
  )
}

/** In one of several units, with what it is in the others below. */
const Measured = ({ field, label, value, help, error, readOnly, onChange, onLeave }: Props & { label: string }) => {
  const t = useText('entry')
  const { number, unit, units, others, type, choose } = useUnit(field, value, onChange)
  const said = others.map((one) => `= ${one.number} ${one.unit}`).join(' ')
  return (
    // Number and unit are one answer: whoever chooses the unit first has not said yet how much it is.
    <div onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave()}>
      <TextField
        label={label}
        help={[said, help].filter(Boolean).join(' · ') || undefined}
        error={error}
        value={number}
        readOnly={readOnly}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10_000}
        onChange={(event) => type(event.target.value)}
        side={
          <select
            className="entry-unit"
            aria-label={t('unitOf', { field: field.label })}
            value={unit}
            disabled={readOnly}
            onChange={(event) => choose(event.target.value)}
          >
            {units.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        }
      />
    </div>
  )
}

/** One question, as large as a finger. */
export const EntryField = (props: Props) => {
  const t = useText('entry')
  const { name, field, value, help, error, readOnly, onChange, onLeave } = props
  const plain = field.unit ? `${field.label} (${field.unit})` : field.label
  const label = field.isRequired ? t('required', { label: plain }) : plain
  if (field.isComputed) return <TextField label={label} help={help ?? t('computed')} error={error} value={value} readOnly tabIndex={-1} />
  if (field.kind === 'checkbox') return <Several {...props} label={label} />
  if (field.choices && field.choices.length > FEW) return <OneOfMany {...props} label={label} />
  if (field.choices)
    return (
      <fieldset className="entry-choice" disabled={readOnly}>
        <ChoiceField
          label={label}
          help={help}
          error={error}
          name={name}
          value={value}
          options={field.choices}
          onChange={(next) => {
            onChange(next)
            onLeave()
          }}
        />
        {value !== '' && !readOnly && (
          <button
            type="button"
            className="link"
            aria-label={t('clearOf', { field: field.label })}
            onClick={() => {
              onChange('')
              onLeave()
            }}
          >
            {t('clear')}
          </button>
        )}
      </fieldset>
    )
  const common = { label, help, error, value, readOnly, onBlur: onLeave }
  if (field.kind === 'textarea') return <TextArea {...common} rows={3} maxLength={10_000} onChange={(e) => onChange(e.target.value)} />
  if (field.units.length > 0) return <Measured {...props} label={field.isRequired ? t('required', { label: field.label }) : field.label} />
  const input = inputOf(field, value)
  return (
    <TextField
      {...common}
      {...input}
      value={input.type === 'datetime-local' ? value.replace(' ', 'T') : value}
      autoComplete="off"
      maxLength={10_000}
      onChange={(e) => onChange(input.type === 'datetime-local' ? e.target.value.replace('T', ' ') : e.target.value)}
    />
  )
}
