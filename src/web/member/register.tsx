import type { CodeChannel } from '../api/member.ts'
import { useText } from '../i18n/index.ts'
import { useSite } from '../state/site.ts'
import { PasswordField, TextField } from '../ui/form.tsx'
import { CodeForm } from './code-form.tsx'

type Props = { channels: CodeChannel[]; local: readonly CodeChannel[]; submit(values: Record<string, unknown>): Promise<void> }

export const Register = ({ channels, local, submit }: Props) => {
  const t = useText('login')
  const code = useText('code')
  const min = useSite((s) => s.passwordMin)
  return (
    <CodeForm
      channels={channels}
      local={local}
      event="user_register"
      action={code('createAccount')}
      fields={{ username: 'account', password: 'password' }}
      renderFields={(said) => (
        <>
          <TextField
            name="username"
            label={code('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={15}
            help={t('rule.account')}
            error={said['username']}
          />
          <PasswordField
            name="password"
            label={t('password')}
            autoComplete="new-password"
            help={t('rule.password', { min })}
            error={said['password']}
          />
        </>
      )}
      submit={({ channel, address, ...values }) => submit({ ...values, registerType: channel, [channel]: address })}
    />
  )
}
