import { changeAddress } from '../../api/account.ts'
import { type CodeChannel, sendCode } from '../../api/member.ts'
import { ApiError } from '../../api/request.ts'
import { useText } from '../../i18n/index.ts'
import { checkText } from '../../shell/login/check.ts'
import { useMember } from '../../state/member.ts'
import { PasswordField, TextField } from '../../ui/form.tsx'
import { CodeField } from '../code-field.tsx'
import { StepForm } from '../step-form.tsx'
import { useStep } from '../use-step.ts'

type Props = {
  channel: CodeChannel
  /** Of the first step; a first address has none and needs the password instead. */
  token: string
  onDone(): void
  onExpired(): void
}
const wantsProof = (error: unknown): boolean => error instanceof ApiError && (error.data as { verify?: boolean } | null)?.verify === true

/** Last step: the new address and the code sent to it. */
export const NewAddress = ({ channel, token, onDone, onExpired }: Props) => {
  const t = useText('member')
  const login = useText('login')
  const step = useStep()
  const wrongAddress = () => {
    const key = checkText(step.text(channel), channel)
    return key && login(key)
  }
  const ask = () => {
    const address = step.text(channel)
    return step.ask({ [channel]: wrongAddress() }, () =>
      sendCode(channel, address, `user_change_${channel}`, t('address.sent', { address }), {}),
    )
  }
  const submit = () => {
    const password = step.secret('password')
    const found = {
      password: token || password ? undefined : login('required.password'),
      [channel]: wrongAddress(),
      captcha: step.text('captcha') ? undefined : login('required.captcha'),
    }
    const work = async () => {
      const proof: Record<string, string> = token ? { accountVerificationToken: token } : { password }
      useMember.getState().take(await changeAddress(channel, step.text(channel), step.text('captcha'), proof, t('address.changed')))
      onDone()
    }
    // The token of the first step is good for ten minutes; after that it is taken again.
    return step.run(found, work, (error) => wantsProof(error) && onExpired())
  }
  const title = t(token ? 'address.proveNew' : 'address.proveFirst')
  return (
    <StepForm className="step-form" step={step} label={title} action={t('address.confirm')} onSubmit={submit}>
      <p className="step-title">{title}</p>
      {!token && (
        <PasswordField
          name="password"
          label={t('address.password')}
          autoComplete="current-password"
          autoFocus
          error={step.said['password']}
        />
      )}
      <TextField
        name={channel}
        type={channel === 'email' ? 'email' : 'tel'}
        label={t(`address.new.${channel}`)}
        autoComplete={channel === 'email' ? 'email' : 'tel'}
        autoFocus={Boolean(token)}
        error={step.said[channel]}
      />
      <CodeField channel={channel} ask={ask} errors={step.said} />
    </StepForm>
  )
}
