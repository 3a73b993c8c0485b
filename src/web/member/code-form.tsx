import { type SubmitEvent, type ReactNode, useRef, useState } from 'react'
import alert from 'virtual:icon/circle-alert'
import { sendEms, sendSms } from '../api/member.ts'
import { ApiError } from '../api/request.ts'
import { useText } from '../i18n/index.ts'
import { checkText } from '../shell/login/check.ts'
import { useLockOut } from '../shell/login/lock-out.ts'
import { SubmitButton, TextField } from '../ui/form.tsx'
import { Glyph } from '../ui/glyph.tsx'

export type Channel = 'email' | 'mobile'
export type Errors = Record<string, string | undefined>
type Props = {
  channels: Channel[]
  /** What the code is for: `user_register`, `user_retrieve_pwd`. */
  event: string
  action: string
  renderFields(errors: Errors): ReactNode
  check(data: FormData): Errors
  submit(values: Record<string, unknown>): Promise<void>
}

/** A form that proves an address by a code sent to it: registration and password retrieval. */
export const CodeForm = ({ channels, event, action, renderFields, check, submit }: Props) => {
  const t = useText('login')
  const form = useRef<HTMLFormElement>(null)
  const [channel, setChannel] = useState<Channel | undefined>(channels[0])
  const [errors, setErrors] = useState<Errors>({})
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)
  const [left, wait] = useLockOut()
  const current = channel ?? channels[0]
  if (!current) return <p className="notice notice-quiet">{t('noChannel')}</p>
  const explain = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error
    setNotice(error.msg)
  }
  const sendCode = async (): Promise<void> => {
    const address = String(new FormData(form.current ?? undefined).get(current) ?? '').trim()
    const wrong = checkText(address, current)
    setErrors({ [current]: wrong })
    if (wrong) return
    await (current === 'email' ? sendEms(address, event) : sendSms(address, event)).then(() => wait(60), explain)
  }
  const send = async (e: SubmitEvent<HTMLFormElement>): Promise<void> => {
    e.preventDefault()
    const data = new FormData(e.currentTarget)
    const address = String(data.get(current) ?? '').trim()
    const found: Errors = {
      [current]: checkText(address, current),
      ...check(data),
      captcha: data.get('captcha') ? undefined : 'required.captcha',
    }
    setErrors(found)
    setNotice('')
    const wrong = Object.keys(found).find((name) => found[name])
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    setBusy(true)
    await submit({ ...Object.fromEntries(data), [current]: address, channel: current })
      .catch(explain)
      .finally(() => setBusy(false))
  }
  const shown = Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, key && t(key)]))
  const codeButton = (
    <button type="button" className="link" disabled={left > 0} onClick={() => void sendCode()}>
      {left > 0 ? t('resend', { seconds: left }) : t('sendCode')}
    </button>
  )
  return (
    <form ref={form} onSubmit={(e) => void send(e)} noValidate>
      {notice && (
        <p className="notice" role="alert">
          <Glyph body={alert} />
          {notice}
        </p>
      )}
      {channels.length > 1 && (
        <div className="language-switch code-channels" role="group">
          {channels.map((name) => (
            <button key={name} type="button" aria-pressed={name === current} onClick={() => setChannel(name)}>
              {t(`by.${name}`)}
            </button>
          ))}
        </div>
      )}
      <TextField
        key={current}
        name={current}
        type={current === 'email' ? 'email' : 'tel'}
        label={t(`by.${current}`)}
        autoComplete={current === 'email' ? 'email' : 'tel'}
        error={shown[current]}
      />
      <TextField
        name="captcha"
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={shown['captcha']}
        side={codeButton}
      />
      {renderFields(shown)}
      <SubmitButton busy={busy}>{action}</SubmitButton>
    </form>
  )
}
