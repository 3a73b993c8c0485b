import { retrievePassword } from '../api/member.ts'
import { useText } from '../i18n/index.ts'
import { checkText } from '../shell/login/check.ts'
import { PasswordField } from '../ui/form.tsx'
import { type Channel, CodeForm } from './code-form.tsx'

export const Retrieve = ({ channels, done }: { channels: Channel[]; done(): void }) => {
  const t = useText('login')
  return (
    <CodeForm
      channels={channels}
      event="user_retrieve_pwd"
      action={t('resetPassword')}
      check={(data) => ({ password: checkText(String(data.get('password') ?? ''), 'password') })}
      renderFields={(errors) => (
        <PasswordField name="password" label={t('newPassword')} autoComplete="new-password" error={errors['password']} />
      )}
      submit={async ({ channel, captcha, password, ...values }) => {
        await retrievePassword({ type: channel, account: values[String(channel)], captcha, password })
        done()
      }}
    />
  )
}
