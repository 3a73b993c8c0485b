import { type CodeChannel, retrievePassword } from '../api/member.ts'
import { useText } from '../i18n/index.ts'
import { useSite } from '../state/site.ts'
import { PasswordField } from '../ui/form.tsx'
import { CodeForm } from './code-form.tsx'

export const Retrieve = ({ channels, local, done }: { channels: CodeChannel[]; local: readonly CodeChannel[]; done(): void }) => {
  const t = useText('login')
  const code = useText('code')
  const min = useSite((s) => s.passwordMin)
  return (
    <CodeForm
      channels={channels}
      local={local}
      event="user_retrieve_pwd"
      action={code('resetPassword')}
      fields={{ password: 'password' }}
      renderFields={(said) => (
        <PasswordField
          name="password"
          label={code('newPassword')}
          autoComplete="new-password"
          help={t('rule.password', { min })}
          error={said['password']}
        />
      )}
      submit={async ({ channel, address, captcha, password }) => {
        await retrievePassword({ type: channel, account: address, captcha, password }, code('passwordReset'))
        done()
      }}
    />
  )
}
