import { useLayoutEffect, useRef, useState } from 'react'
import eye from 'virtual:icon/eye'
import eyeOff from 'virtual:icon/eye-off'
import { useText } from '../../i18n/index.ts'
import { Glyph } from '../../ui/glyph.tsx'
import type { InputViewProps } from '../view.ts'
import { attributes, text } from './attributes.ts'

/** Shown only when the end is near: a counter on every box is noise. */
const Counter = ({ length, max }: { length: number; max: number | undefined }) => {
  const t = useText('field')
  if (!max || length < max * 0.8) return null
  return (
    <small className="input-count" data-over={length > max || undefined}>
      {t('count', { n: length, max })}
    </small>
  )
}

const types = { mobile: 'tel', email: 'email', url: 'url' } as const

export const TextInput = (p: InputViewProps) => {
  const value = text(p.value)
  const pattern = p.field.pattern
  const inputMode = pattern && pattern in types ? types[pattern as keyof typeof types] : undefined
  return (
    <span className="input-with">
      <input
        {...attributes(p)}
        className="input"
        type="text"
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        placeholder={p.field.placeholder}
        value={value}
        onChange={(e) => p.onChange(e.target.value)}
      />
      <Counter length={value.length} max={p.field.max} />
    </span>
  )
}

/** Grows with its content up to twelve lines. */
export const TextareaInput = (p: InputViewProps) => {
  const ref = useRef<HTMLTextAreaElement>(null)
  const value = text(p.value)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight + 2, 280)}px`
  })
  return (
    <span className="input-with">
      <textarea
        {...attributes(p)}
        ref={ref}
        className="input input-area"
        rows={p.field.rows ?? 3}
        placeholder={p.field.placeholder}
        value={value}
        onChange={(e) => p.onChange(e.target.value)}
      />
      <Counter length={value.length} max={p.field.max} />
    </span>
  )
}

export const PasswordInput = (p: InputViewProps) => {
  const t = useText('field')
  const [shown, setShown] = useState(false)
  return (
    <span className="input-with">
      <input
        {...attributes(p)}
        className="input"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        placeholder={p.row ? t('password.keep') : undefined}
        value={text(p.value)}
        onChange={(e) => p.onChange(e.target.value)}
      />
      <button
        type="button"
        className="input-side"
        aria-label={t(shown ? 'password.hide' : 'password.show')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Glyph body={shown ? eyeOff : eye} />
      </button>
    </span>
  )
}
