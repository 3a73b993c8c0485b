import type { Kind } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { useUnit } from '../use-unit.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, text } from './attributes.ts'
import { CheckboxInput } from './choice.tsx'

const EXAMPLES: Partial<Record<Kind, string>> = { date: 'YYYY-MM-DD', dateTime: 'YYYY-MM-DD HH:mm' }
const isNumber = (kind: Kind): boolean => kind === 'number' || kind === 'float' || kind === 'integer'

/** In one of several units: which one is chosen beside the number, and what it is in the others stands below. */
const MeasuredInput = (p: InputViewProps) => {
  const t = useText('field')
  const { number, unit, units, others, type, choose } = useUnit(p.field, text(p.value), p.onChange)
  return (
    <>
      <span className="input-measured">
        <input
          {...attributes(p)}
          className="input"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={number}
          onChange={(e) => type(e.target.value)}
        />
        <select
          className="input"
          aria-label={t('unitOf', { field: p.words.field(p.name) })}
          disabled={p.disabled}
          value={unit}
          onChange={(e) => choose(e.target.value)}
        >
          {units.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </span>
      {others.length > 0 && <small className="input-others">{others.map((one) => `= ${one.number} ${one.unit}`).join(' ')}</small>}
    </>
  )
}

/** A text that is kept as it was typed, with the unit that it is meant in. */
export const EnteredInput = (p: InputViewProps) => (p.field.units?.length ? <MeasuredInput {...p} /> : <PlainInput {...p} />)

const PlainInput = (p: InputViewProps) => (
  <span className="input-with">
    <input
      {...attributes(p)}
      className="input"
      type="text"
      inputMode={isNumber(p.field.kind) ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={EXAMPLES[p.field.kind]}
      value={text(p.value)}
      onChange={(e) => p.onChange(e.target.value)}
    />
    {p.field.unit && <small className="input-unit">{p.field.unit}</small>}
  </span>
)

/** Codes in one text. What stands there and is no code of the list goes with the first click: the boxes could not show it. */
export const EnteredChoicesInput = (p: InputViewProps) => (
  <CheckboxInput
    {...p}
    value={typeof p.value === 'string' && p.value !== '' ? p.value.split(',').map((code) => code.trim()) : []}
    onChange={(codes) => p.onChange(Array.isArray(codes) ? codes.join(',') : null)}
  />
)
