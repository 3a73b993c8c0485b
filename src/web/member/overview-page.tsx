import { useLanguage, useText } from '../i18n/index.ts'
import { useMember } from '../state/member.ts'
import { showTime } from '../ui/time.ts'

export default function OverviewPage() {
  const t = useText('member')
  const lang = useLanguage()
  const { nickname, username, score, money, lastlogintime, lastloginip } = useMember()
  const figures: [string, string][] = [
    ['score', String(score)],
    ['money', money],
    ['lastlogintime', showTime(lastlogintime, lang) || '–'],
    ['lastloginip', lastloginip || '–'],
  ]
  return (
    <>
      <h1>{t('hello', { name: nickname || username })}</h1>
      <dl className="member-figures">
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`field.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
