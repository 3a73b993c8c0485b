import { verifyAddress } from '../../api/account.ts'
import { type CodeChannel, sendCode } from '../../api/member.ts'
import { useText } from '../../i18n/index.ts'
import { PasswordField } from '../../ui/form.tsx'
import { CodeField } from '../code-field.tsx'
import { StepForm } from '../step-form.tsx'
import { useStep } from '../use-step.ts'

type Props = { channel: CodeChannel; address: string; onProved(token: string): void }

/** First step of a change: the password, and a code sent to the present address. */
export const ProveAddress = ({ channel, address, onProved }: Props) => {
  const t = useText('member')
  const login = useText('login')
  const step = useStep()
  const ask = () => {
    const password = step.secret('password')
    return step.ask({ password: password ? undefined : login('required.password') }, () =>
      sendCode(channel, address, `user_${channel}_verify`, t('address.sent', { address }), { password }),
    )
  }
  const submit = () =>
    step.run({ captcha: step.text('captcha') ? undefined : login('required.captcha') }, async () =>
      onProved(await verifyAddress(channel, step.text('captcha'))),
    )
  const title = t('address.proveOld', { address })
  return (
    <StepForm className="step-form" step={step} label={title} action={t('address.next')} onSubmit={submit}>
      <p className="step-title">{title}</p>
      <PasswordField
        name="password"
        label={t('address.password')}
        autoComplete="current-password"
        autoFocus
        error={step.said['password']}
      />
      <CodeField channel={channel} ask={ask} errors={step.said} />
    </StepForm>
  )
}
