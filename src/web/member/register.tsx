import { useText } from '../i18n/index.ts'
import { checkText } from '../shell/login/check.ts'
import { PasswordField, TextField } from '../ui/form.tsx'
import { type Channel, CodeForm } from './code-form.tsx'

export const Register = ({ channels, submit }: { channels: Channel[]; submit(values: Record<string, unknown>): Promise<void> }) => {
  const t = useText('login')
  return (
    <CodeForm
      channels={channels}
      event="user_register"
      action={t('createAccount')}
      check={(data) => ({
        username: checkText(String(data.get('username') ?? ''), 'account'),
        password: checkText(String(data.get('password') ?? ''), 'password'),
      })}
      renderFields={(errors) => (
        <>
          <TextField name="username" label={t('username')} autoComplete="username" error={errors['username']} />
          <PasswordField name="password" label={t('password')} autoComplete="new-password" error={errors['password']} />
        </>
      )}
      submit={({ channel, ...values }) => submit({ ...values, registerType: channel })}
    />
  )
}
