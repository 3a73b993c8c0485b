import { type ReactNode, useState } from 'react'
import { type CodeChannel, sendCode } from '../api/member.ts'
import { useText } from '../i18n/index.ts'
import { checkNewPassword, checkText } from '../shell/login/check.ts'
import { useSite } from '../state/site.ts'
import { useCaptcha } from '../ui/captcha-field.tsx'
import { TextField } from '../ui/form.tsx'
import { CodeField } from './code-field.tsx'
import { StepForm } from './step-form.tsx'
import { type Said, type Sent, useStep } from './use-step.ts'

export type Proof = { channel: CodeChannel; address: string; captcha: string; username: string; password: string }
type Props = {
  channels: CodeChannel[]
  /** Those whose codes do not leave this system. */
  local: readonly CodeChannel[]
  /** What the code is for: `user_register`, `user_retrieve_pwd`. */
  event: string
  action: string
  /** The fields beside address and code, with the pattern each must fit. */
  fields: Record<string, 'account' | 'password'>
  renderFields(said: Said): ReactNode
  submit(proof: Proof): Promise<void>
}

/** A form that proves an address by a code sent to it: registration and password retrieval. */
export const CodeForm = ({ channels, local, event, action, fields, renderFields, submit }: Props) => {
  const t = useText('login')
  const code = useText('code')
  const min = useSite((s) => s.passwordMin)
  const step = useStep()
  const picture = useCaptcha()
  const [channel, setChannel] = useState<CodeChannel | undefined>(channels[0])
  const current = channel ?? channels[0]
  const [typed, keep] = useState<Partial<Record<CodeChannel, string>>>({})
  if (!current) return <p className="notice notice-quiet">{code('noChannel')}</p>

  const say = (key: string | undefined) => key && t(key, { min })
  const wrong = (value: string, pattern: 'account' | 'password') =>
    say(pattern === 'password' ? checkNewPassword(value, min) : checkText(value, pattern))
  const wrongAddress = () => say(checkText(step.text(current), current))
  const ask = async (): Promise<Sent> => {
    const answer = step.text('picture')
    const found = { [current]: wrongAddress(), picture: answer ? undefined : t('required.picture') }
    const proof = { captchaId: picture.id, captcha: answer }
    const sent = await step.ask(found, () => sendCode(current, step.text(current), event, code(`sent.${event}`), proof))
    // Right or wrong, a picture answers once.
    if (answer) picture.renew('wait' in sent && sent.wait === 0 && !found[current])
    return sent
  }
  const send = () =>
    step.run(
      {
        [current]: wrongAddress(),
        captcha: step.text('captcha') ? undefined : t('required.captcha'),
        ...Object.fromEntries(
          Object.entries(fields).map(([name, pattern]) => [name, wrong((pattern === 'password' ? step.secret : step.text)(name), pattern)]),
        ),
      },
      () =>
        submit({
          channel: current,
          address: step.text(current),
          captcha: step.text('captcha'),
          username: step.text('username'),
          password: step.secret('password'),
        }),
    )
  return (
    <StepForm step={step} label={action} action={action} onSubmit={send}>
      {channels.length > 1 && (
        <div className="language-switch code-channels" role="group" aria-label={code('channel')}>
          {channels.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === current}
              onClick={() => {
                keep({ ...typed, [current]: step.text(current) })
                setChannel(name)
              }}
            >
              {t(`by.${name}`)}
            </button>
          ))}
        </div>
      )}
      {local.includes(current) && <p className="notice notice-quiet">{code(`localOnly.${current}`)}</p>}
      <TextField
        key={current}
        name={current}
        type={current === 'email' ? 'email' : 'tel'}
        label={t(`by.${current}`)}
        autoComplete={current === 'email' ? 'email' : 'tel'}
        autoFocus
        defaultValue={typed[current]}
        error={step.said[current] ?? step.said['account']}
      />
      <CodeField key={`code-${current}`} channel={current} ask={ask} picture={picture} errors={step.said} />
      {renderFields(step.said)}
    </StepForm>
  )
}
