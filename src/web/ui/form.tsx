import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import eye from 'virtual:icon/eye'
import eyeOff from 'virtual:icon/eye-off'
import { useText } from '../i18n/index.ts'
import { Glyph } from './glyph.tsx'
import './form.css'

type Around = { label: string; help?: string | undefined; error?: string | undefined }
type FieldProps = Omit<ComponentProps<'input'>, 'id'> & Around & { side?: ReactNode }

/** What stands below a field: the error if there is one, else the help. Both are read out with it. */
const Below = ({ id, help, error }: { id: string } & Omit<Around, 'label'>) =>
  error || help ? (
    <p className={error ? 'field-error' : 'field-help'} id={`${id}-below`}>
      {error || help}
    </p>
  ) : null
const told = (id: string, { help, error }: Omit<Around, 'label'>) => ({
  'aria-invalid': Boolean(error),
  'aria-describedby': error || help ? `${id}-below` : undefined,
})

/** Label above, error in words below and read out with the field. For the pages that do without antd. */
export const TextField = ({ label, help, error, side, ...input }: FieldProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input id={id} {...told(id, { help, error })} {...input} />
        {side}
      </div>
      <Below id={id} help={help} error={error} />
    </div>
  )
}

export const TextArea = ({ label, help, error, ...input }: Omit<ComponentProps<'textarea'>, 'id'> & Around) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} {...told(id, { help, error })} {...input} />
      <Below id={id} help={help} error={error} />
    </div>
  )
}

type ChoiceProps = Around & { name: string; value: string; options: { value: string; label: string }[]; onChange(value: string): void }

/** One of a few, all in sight. */
export const ChoiceField = ({ label, help, error, name, value, options, onChange }: ChoiceProps) => {
  const id = useId()
  return (
    <fieldset className="field field-choice" aria-describedby={told(id, { help, error })['aria-describedby']}>
      <legend>{label}</legend>
      <div className="field-row">
        {options.map((option) => (
          <label key={option.value} className="check">
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
      <Below id={id} help={help} error={error} />
    </fieldset>
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
