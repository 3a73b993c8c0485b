import { useState } from 'react'
import { captchaUrl } from '../api/admin.ts'
import { uuid } from '../api/uuid.ts'
import { useText } from '../i18n/index.ts'
import { TextField } from './form.tsx'

/** A captcha is used up by one try: `renew` after every answer. */
export const useCaptcha = () => {
  const [id, setId] = useState(uuid)
  return { id, renew: () => setId(uuid()) }
}

export const CaptchaField = ({ captcha, error }: { captcha: ReturnType<typeof useCaptcha>; error?: string | undefined }) => {
  const t = useText('login')
  const picture = (
    <button type="button" className="field-captcha" onClick={captcha.renew} aria-label={t('renewCaptcha')}>
      <img src={captchaUrl(captcha.id)} alt={t('captchaPicture')} />
    </button>
  )
  return <TextField key={captcha.id} name="captcha" label={t('captcha')} autoComplete="off" maxLength={6} error={error} side={picture} />
}
