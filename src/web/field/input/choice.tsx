import { isChoice } from '#kernel'
import type { InputViewProps } from '../view.ts'
import { attributes, groupAttributes } from './attributes.ts'

const optionsOf = ({ field, name, words }: InputViewProps) =>
  isChoice(field) ? field.options.map((value) => ({ value, label: words.option(name, value) })) : []

export const RadioInput = (p: InputViewProps) => (
  <div {...groupAttributes(p)} role="radiogroup" className="choices">
    {optionsOf(p).map((o) => (
      <label key={o.value} className="choice">
        <input
          type="radio"
          name={p.id}
          value={o.value}
          checked={p.value === o.value}
          disabled={p.disabled}
          onChange={() => p.onChange(o.value)}
        />
        {o.label}
      </label>
    ))}
  </div>
)

export const CheckboxInput = (p: InputViewProps) => {
  const chosen = Array.isArray(p.value) ? p.value.map(String) : []
  // The order of the definition, not of the clicks: the same choice is then the same value.
  const flip = (value: string) =>
    p.onChange(optionsOf(p).flatMap((o) => (chosen.includes(o.value) !== (o.value === value) ? [o.value] : [])))
  return (
    <div {...groupAttributes(p)} role="group" className="choices">
      {optionsOf(p).map((o) => (
        <label key={o.value} className="choice">
          <input type="checkbox" checked={chosen.includes(o.value)} disabled={p.disabled} onChange={() => flip(o.value)} />
          {o.label}
        </label>
      ))}
    </div>
  )
}

export const SwitchInput = (p: InputViewProps) => (
  <button
    type="button"
    role="switch"
    {...attributes(p)}
    aria-required={undefined}
    aria-labelledby={`${p.id}-label`}
    aria-checked={p.value === true}
    className="switch"
    onClick={() => p.onChange(p.value !== true)}
  >
    <i />
  </button>
)
