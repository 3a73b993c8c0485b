import { changePassword } from '../../api/account.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { SecondFactorCard } from '../../second-factor/card.tsx'
import { checkNewPassword } from '../../shell/login/check.ts'
import { useMember } from '../../state/member.ts'
import { useSite } from '../../state/site.ts'
import { PasswordField } from '../../ui/form.tsx'
import { StepForm } from '../step-form.tsx'
import { useStep } from '../use-step.ts'

await ensureText('login')

export default function PasswordPage() {
  const t = useText('member')
  const login = useText('login')
  const username = useMember((s) => s.username)
  const min = useSite((s) => s.passwordMin)
  const step = useStep()
  const { secret, said } = step
  const submit = () => {
    const fresh = checkNewPassword(secret('newPassword'), min)
    const found = {
      oldPassword: secret('oldPassword') ? undefined : login('required.password'),
      newPassword: fresh && login(fresh, { min }),
      again: secret('again') === secret('newPassword') ? undefined : login('invalid.again'),
    }
    return step.run(found, async () => {
      await changePassword(secret('oldPassword'), secret('newPassword'), t('password.changed'))
      step.form.current?.reset()
    })
  }
  return (
    <>
      <header className="member-title">
        <h1>{t('password.title')}</h1>
        <p>{t('password.hint')}</p>
      </header>
      <StepForm className="member-form" step={step} label={t('password.title')} action={t('password.change')} onSubmit={submit}>
        {/* Password managers look for the account that the new password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField name="oldPassword" label={t('password.old')} autoComplete="current-password" error={said['oldPassword']} />
        <PasswordField
          name="newPassword"
          label={t('password.new')}
          autoComplete="new-password"
          help={login('rule.password', { min })}
          error={said['newPassword']}
        />
        <PasswordField name="again" label={t('password.again')} autoComplete="new-password" error={said['again']} />
      </StepForm>
      <SecondFactorCard audience="user" />
    </>
  )
}
