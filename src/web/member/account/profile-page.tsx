import { fetchProfile } from '../../api/account.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useMayMember } from '../../state/member-menu.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { AddressRow } from './address-row.tsx'
import './profile.css'
import { ProfileForm } from './profile-form.tsx'

await ensureText('login', 'field', 'list', 'form')

export default function ProfilePage() {
  const t = useText('member')
  const mayChange = useMayMember('account/changeBind')
  const { data, error, reload } = useAnswer(fetchProfile)
  if (error) return <Failure error={error} retry={reload} />
  if (!data) return <Skeleton rows={6} shape="form" />
  return (
    <>
      <header className="member-title">
        <h1>{t('profile.title')}</h1>
      </header>
      <ProfileForm info={data.userInfo} />
      <section className="profile-addresses" aria-labelledby="addresses">
        <h2 id="addresses">{t('address.title')}</h2>
        <p className="member-note">{t('address.hint')}</p>
        {(['email', 'mobile'] as const).map((channel) => (
          <AddressRow key={channel} channel={channel} mayChange={mayChange && data.accountVerificationType.includes(channel)} />
        ))}
      </section>
    </>
  )
}
