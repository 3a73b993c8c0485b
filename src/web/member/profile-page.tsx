import { useLanguage, useText } from '../i18n/index.ts'
import { useMember } from '../state/member.ts'
import { showTime } from '../ui/time.ts'

export default function ProfilePage() {
  const t = useText('member')
  const lang = useLanguage()
  const member = useMember()
  const facts: [string, string][] = [
    ['username', member.username],
    ['nickname', member.nickname],
    ['email', member.email],
    ['mobile', member.mobile],
    ['gender', t(`gender.${member.gender}`)],
    ['birthday', member.birthday ?? ''],
    ['jointime', showTime(member.jointime, lang)],
    ['motto', member.motto],
  ]
  return (
    <>
      <h1>{t('profile')}</h1>
      <dl className="member-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`field.${key}`)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
