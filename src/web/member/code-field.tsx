import { useRef, useState } from 'react'
import type { CodeChannel } from '../api/member.ts'
import { ensureText, useText } from '../i18n/index.ts'
import { clock, useLockOut } from '../shell/login/lock-out.ts'
import { CaptchaField, type useCaptcha } from '../ui/captcha-field.tsx'
import { TextField } from '../ui/form.tsx'

// What is said of a code that was asked for.
await ensureText('code')

type Props = {
  channel: CodeChannel
  /** Sends the code. Answers how long until the next one may be asked for; `wait` when none was sent. */
  ask(): Promise<{ interval: number } | { wait: number }>
  /** Strangers read a picture first; members have shown who they are. */
  picture?: ReturnType<typeof useCaptcha>
  errors: Record<string, string | undefined>
}

/** The code from a mail or message, with the button that sends it. The picture is needed for sending only, so it leaves once that is done. */
export const CodeField = ({ channel, ask, picture, errors }: Props) => {
  const t = useText('code')
  const [left, wait] = useLockOut()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await ask().finally(() => setBusy(false))
    if ('interval' in answer) {
      setSent(true)
      button.current?.form?.querySelector<HTMLInputElement>('[name=captcha]')?.focus()
    }
    wait('interval' in answer ? answer.interval : answer.wait)
  }
  const again = left > 90 ? t('resendLater', { time: clock(left) }) : t('resend', { seconds: left })
  const sender = (
    <button ref={button} type="button" className="code-send" disabled={busy || left > 0} aria-busy={busy} onClick={() => void send()}>
      {left > 0 ? again : t(sent ? 'sendAgain' : 'sendCode')}
    </button>
  )
  return (
    <>
      {picture && left === 0 && (
        // Enter sends the code, not the form: nothing below can be filled in yet.
        <CaptchaField captcha={picture} name="picture" label={t('picture')} error={errors['picture']} onEnter={() => void send()} />
      )}
      <TextField
        name="captcha"
        label={t(`label.${channel}`)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={errors['captcha']}
        side={sender}
      />
    </>
  )
}
