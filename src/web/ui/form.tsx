import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import eye from 'virtual:icon/eye'
import eyeOff from 'virtual:icon/eye-off'
import { useText } from '../i18n/index.ts'
import { Glyph } from './glyph.tsx'
import './form.css'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & { label: string; error?: string | undefined; side?: ReactNode }

/** Label above, error in words below and read out with the field. For the pages that do without antd. */
export const TextField = ({ label, error, side, ...input }: FieldProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input id={id} aria-invalid={Boolean(error)} aria-describedby={error ? `${id}-error` : undefined} {...input} />
        {side}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export const PasswordField = (props: FieldProps) => {
  const t = useText('login')
  const [shown, setShown] = useState(false)
  const label = t(shown ? 'hidePassword' : 'showPassword')
  const toggle = (
    <button type="button" className="field-eye" aria-label={label} aria-pressed={shown} onClick={() => setShown(!shown)}>
      <Glyph body={shown ? eyeOff : eye} />
    </button>
  )
  return <TextField {...props} type={shown ? 'text' : 'password'} side={toggle} />
}

export const SubmitButton = ({ busy, children, ...rest }: ComponentProps<'button'> & { busy: boolean }) => (
  <button type="submit" className="submit" aria-busy={busy} {...rest} disabled={busy || rest.disabled}>
    {busy && <i aria-hidden />}
    {children}
  </button>
)
