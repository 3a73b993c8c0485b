import { type KeyboardEvent, useState } from 'react'
import { numberOf, stepped } from '../number.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, text } from './attributes.ts'

/** A text box on purpose: the browser's number box hands over nothing at all for "1,5x", and the wheel would change values. */
export const NumberInput = (p: InputViewProps) => {
  const [typed, setTyped] = useState(text(p.value))
  if (numberOf(typed) !== (p.value ?? null)) setTyped(text(p.value))
  const whole = p.field.kind === 'integer' || p.field.kind === 'year'
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (!way) return
    event.preventDefault()
    const next = stepped(typeof p.value === 'number' ? p.value : 0, way * (event.shiftKey ? 10 : 1))
    p.onChange(Math.min(Math.max(next, p.field.min ?? -Infinity), p.field.max ?? Infinity))
  }
  return (
    <span className="input-with">
      <input
        {...attributes(p)}
        className="input input-number"
        type="text"
        inputMode={whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={typed}
        onChange={(e) => {
          setTyped(e.target.value)
          p.onChange(numberOf(e.target.value))
        }}
        onKeyDown={onKeyDown}
      />
      {p.field.unit && <span className="input-unit">{p.field.unit}</span>}
    </span>
  )
}
