import { useState } from 'react'
import { captchaUrl } from '../api/admin.ts'
import { uuid } from '../api/uuid.ts'
import { useText } from '../i18n/index.ts'
import { TextField } from './form.tsx'

/** A captcha is used up by one try: `renew` after every answer. */
export const useCaptcha = () => {
  const [shown, show] = useState(() => ({ id: uuid(), focus: false }))
  /** With `focus`, the empty field of the new picture is where the person goes on typing. */
  return { ...shown, renew: (focus = false) => show({ id: uuid(), focus }) }
}

type Props = { captcha: ReturnType<typeof useCaptcha>; name?: string; label?: string; error?: string | undefined; onEnter?(): void }

export const CaptchaField = ({ captcha, name = 'captcha', label, error, onEnter }: Props) => {
  const t = useText('login')
  const picture = (
    <button type="button" className="field-captcha" onClick={() => captcha.renew(true)} aria-label={t('renewCaptcha')}>
      <img src={captchaUrl(captcha.id)} alt={t('captchaPicture')} />
    </button>
  )
  return (
    <TextField
      key={captcha.id}
      name={name}
      label={label ?? t('captcha')}
      inputMode="numeric"
      autoComplete="off"
      autoFocus={captcha.focus}
      maxLength={6}
      error={error}
      onKeyDown={(event) => {
        if (!onEnter || event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
      side={picture}
    />
  )
}
