import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { fetchWeek, type Waiting } from '../../api/account.ts'
import { exactTime, formatNumber, momentOf, relativeTime } from '../../ui/format.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { Failure } from '../../ui/states.tsx'
import { greetingKey } from '../../ui/greeting.ts'
import { useMember } from '../../state/member.ts'
import { memberAddress, memberPages, useMemberMenu } from '../../state/member-menu.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import './overview.css'
import { WeekChart } from './week-chart.tsx'

const OwedHome = lazy(() => import('../study/owed-home.tsx'))

await ensureText('greeting', 'field', 'list')

const Greeting = () => {
  const t = useText('greeting')
  const { nickname, username, avatar, motto } = useMember()
  const [hour, setHour] = useState(() => new Date().getHours())
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <header className="overview-hello">
      <Avatar src={avatar} name={nickname || username} size={56} />
      <div>
        <h1>
          {nickname || username}
          <span>{t(greetingKey(hour))}</span>
          <span>{t('welcome')}</span>
        </h1>
        {motto && <p>{motto}</p>}
      </div>
    </header>
  )
}

/** The way to a page of mine, or nothing when it is not in my menu. */
const useWayTo = (name: string): string | undefined => {
  const page = memberPages(useMemberMenu((s) => s.menus)).find((m) => m.name === name)
  return page && memberAddress(page)
}

const Figure = ({
  icon,
  label,
  value,
  hint,
  to,
}: {
  icon: string
  label: string
  value: string
  hint?: string
  to?: string | undefined
}) => (
  <div className="overview-figure">
    <dt>
      <Icon name={icon} />
      {label}
    </dt>
    <dd>
      {to ? <Link to={to}>{value}</Link> : value}
      {hint && <small>{hint}</small>}
    </dd>
  </div>
)

const Figures = () => {
  const t = useText('member')
  const lang = useLanguage()
  const { score, money, lastlogintime, lastloginip, jointime } = useMember()
  const last = momentOf(lastlogintime)
  const joined = momentOf(jointime)
  return (
    <dl className="overview-figures">
      <Figure icon="scroll-text" label={t('field.money')} value={formatNumber(Number(money), lang, 2)} to={useWayTo('account/balance')} />
      <Figure icon="badge-check" label={t('field.score')} value={formatNumber(score, lang)} to={useWayTo('account/integral')} />
      <Figure icon="clock" label={t('field.lastlogintime')} value={last ? relativeTime(last, lang) : '–'} hint={lastloginip} />
      <Figure icon="id-card" label={t('field.jointime')} value={joined ? exactTime(joined).slice(0, 10) : '–'} />
    </dl>
  )
}

/** What waits for the member comes before what the account holds. */
const Work = ({ work }: { work: readonly Waiting[] | undefined }) => {
  const t = useText('member')
  return (
    <section className="overview-work" aria-busy={!work}>
      <h2>{t('overview.work')}</h2>
      {work?.length === 0 && <p>{t('overview.nothing')}</p>}
      <ul>
        {work?.map(({ key, title, icon, path, value, late }) => (
          <li key={key}>
            <Link to={path}>
              <Icon name={icon} />
              <span>{title}</span>
              {late > 0 && <em>{t('overview.late', { count: late })}</em>}
              <b>{value}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whoever forgets the password needs a way back that they set up before. */
const BindHint = () => {
  const t = useText('member')
  const { email, mobile } = useMember()
  const profile = useWayTo('account/profile')
  if (email || mobile || !profile) return null
  return (
    <p className="overview-hint">
      <Icon name="shield-alert" />
      <span>{t('overview.bindHint')}</span>
      <Link to={profile}>{t('overview.bind')}</Link>
    </p>
  )
}

export default function OverviewPage() {
  const t = useText('member')
  const { data, error, reload } = useAnswer(fetchWeek)
  const gathers = useWayTo('study/gather')
  return (
    <>
      <Greeting />
      <BindHint />
      {!error && <Work work={data?.work} />}
      {gathers && (
        <Suspense fallback={null}>
          <OwedHome />
        </Suspense>
      )}
      <Figures />
      {error && <Failure error={error} retry={reload} />}
      {!error && (
        <div className="overview-charts" aria-busy={!data}>
          <WeekChart title={t('overview.money')} days={data?.days} values={data?.money} scale={2} />
          <WeekChart title={t('overview.score')} days={data?.days} values={data?.score} scale={0} />
        </div>
      )}
    </>
  )
}
