import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react'
import alert from 'virtual:icon/circle-alert'
import { halfWidth } from '../../../kernel/half-width.ts'
import type { Login, LoginRefusal } from '../../api/admin.ts'
import { useText } from '../../i18n/index.ts'
import { rememberedAccount } from '../../state/remembered.ts'
import { CaptchaField, useCaptcha } from '../../ui/captcha-field.tsx'
import { PasswordField, SubmitButton, TextField } from '../../ui/form.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { checkAccountName, checkText } from './check.ts'
import { clock, useLockOut } from './lock-out.ts'

export type LoginValues = Login
export type Refused = (LoginRefusal & { msg: string }) | null
type Props = {
  audience: 'admin' | 'user'
  needsCaptcha: boolean
  submit(values: LoginValues): Promise<Refused>
  onFirstInput?(): void
  side?: React.ReactNode
}
type Errors = { username?: string | undefined; password?: string | undefined; captcha?: string | undefined }

const SecondStep = lazy(() => import('./second-step.tsx'))

const text = (form: FormData, name: string): string => String(form.get(name) ?? '')

export const LoginForm = ({ audience, needsCaptcha, submit, onFirstInput, side }: Props) => {
  const t = useText('login')
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [notice, setNotice] = useState('')
  const [left, lock] = useLockOut()
  const [step, setStep] = useState<{ values: LoginValues; refused: LoginRefusal }>()

  const check = (values: LoginValues): Errors => ({
    username: audience === 'admin' ? checkText(values.username, 'account') : checkAccountName(values.username),
    password: checkText(values.password, 'password'),
    captcha: needsCaptcha && !values.captcha ? 'required.captcha' : undefined,
  })

  const send = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const values: LoginValues = {
      username: halfWidth(text(data, 'username')).trim(),
      password: text(data, 'password'),
      keep: data.has('keep'),
    }
    if (needsCaptcha) Object.assign(values, { captcha: halfWidth(text(data, 'captcha')).trim(), captchaId: captcha.id })
    const found = check(values)
    setErrors(found)
    setNotice('')
    const wrong = Object.entries(found).find(([, error]) => error)?.[0]
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    setBusy(true)
    const refused = await submit(values).finally(() => setBusy(false))
    if (!refused) return
    if (refused.challenge) return setStep({ values, refused })
    setNotice(refused.msg)
    lock(refused.retryAfter ?? 0)
    const { field = 'password' } = refused
    // Its field may only be on its way, and takes the focus when it is there: typed into the password, its answer would spoil what was right.
    captcha.renew(field === 'captcha')
    if (field !== 'captcha') form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.select()
  }

  if (step)
    return (
      <Suspense>
        <SecondStep {...step} submit={submit} onBack={() => setStep(undefined)} />
      </Suspense>
    )
  const error = (name: keyof Errors) => (errors[name] ? t(errors[name]) : undefined)
  return (
    <form ref={form} onSubmit={(event) => void send(event)} onInput={onFirstInput} noValidate>
      {(notice || left > 0) && (
        <p className="notice" role="alert">
          <Glyph body={alert} />
          {left > 0 ? t('lockedOut', { time: clock(left) }) : notice}
        </p>
      )}
      <TextField
        name="username"
        label={t(`${audience}.account`)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={rememberedAccount(audience)}
        autoFocus={!rememberedAccount(audience)}
        error={error('username')}
      />
      <PasswordField
        name="password"
        label={t('password')}
        autoComplete="current-password"
        autoFocus={Boolean(rememberedAccount(audience))}
        maxLength={64}
        error={error('password')}
      />
      {needsCaptcha && <CaptchaField captcha={captcha} error={error('captcha')} />}
      <div className="sign-in-foot">
        <label className="check">
          <input type="checkbox" name="keep" />
          {t('keep')}
        </label>
        {side}
      </div>
      <SubmitButton busy={busy} disabled={left > 0}>
        {t('signIn')}
      </SubmitButton>
    </form>
  )
}
