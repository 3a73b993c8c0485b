import { HOSPITAL_ZONE, hospitalTime } from '#kernel'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import type { Lang } from '#web/languages.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { Icon } from '#web/ui/icon.tsx'
import { dayName } from '#web/ui/time.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { cronWords } from './cron-words.ts'
import type { Firing, Schedule } from './use-schedules.ts'

const IN_A_DAY = 2
const called = ({ title, subject }: Schedule): string => (subject ? `${title} · ${subject.label}` : title)
const tasksOf = ({ name }: Schedule): string => `/admin/task?filter=${encodeURIComponent(`schedule:=:${name}`)}`

const Door = ({ to, className, title, children }: { to: string; className?: string; title?: string; children: string }) => (
  <a href={to} className={className} title={title} onClick={(event) => followInside(event, to)}>
    {children}
  </a>
)

const Line = ({ schedule, at }: Firing) => {
  const t = useText('todo')
  const name = called(schedule)
  const time = hospitalTime(at).slice(11, 16)
  const to = tasksOf(schedule)
  return (
    <a className="todo-firing" href={to} title={`${time} ${name} · ${t('firing')}`} onClick={(event) => followInside(event, to)}>
      <Icon name="clock" size={11} />
      <b>{time}</b> {name}
    </a>
  )
}
/** What the clock will ask for on a day, below what people have to do; the door to the last tasks of each. */
export const Firings = ({ firings }: { firings: readonly Firing[] }) => {
  const t = useText('todo')
  const isNarrow = useNarrow()
  const shown = isNarrow ? [] : firings.slice(0, IN_A_DAY)
  const rest = firings.slice(shown.length)
  const line = (one: Firing) => <Line key={`${one.schedule.name} ${one.at}`} {...one} />
  return (
    <>
      {shown.map(line)}
      {rest.length === 1 && !isNarrow && rest.map(line)}
      {(rest.length > 1 || (isNarrow && rest.length > 0)) && (
        <details className="todo-firings">
          <summary>{t(isNarrow ? 'firings' : 'moreFirings', { count: rest.length })}</summary>
          {rest.map(line)}
        </details>
      )}
    </>
  )
}

const Subject = ({ schedule }: { schedule: Schedule }) => {
  const list = useMenu((s) => listAddress(s.nodes, schedule.subject?.resource ?? ''))
  if (!schedule.subject) return null
  return list ? <Door to={`${list}/${schedule.subject.id}`}>{schedule.subject.label}</Door> : <span>{schedule.subject.label}</span>
}

/** Sunday is 0, as the fourth of January 1970 was. */
const weekdayName = (weekday: number, lang: Lang): string => dayName(`1970-01-${String(4 + weekday).padStart(2, '0')}`, lang)
const When = ({ cron, zone }: Pick<Schedule, 'cron' | 'zone'>) => {
  const t = useText('todo')
  const lang = useLanguage()
  const said = cronWords(cron)
  const elsewhere = zone === HOSPITAL_ZONE ? '' : ` (${zone})`
  if (!said) return <code>{cron + elsewhere}</code>
  const { key, ...facts } = { ...said, ...(said.key === 'weekly' ? { weekday: weekdayName(said.weekday, lang) } : {}) }
  return <span title={cron}>{t(`when.${key}`, facts) + elsewhere}</span>
}

/** Every schedule in one line: what it is for, when it comes next, how its last task ended. */
export const ScheduleTable = ({ schedules }: { schedules: readonly Schedule[] }) => {
  const t = useText('todo')
  return (
    <section className="todo-schedules" aria-labelledby="todo-schedules">
      <h2 id="todo-schedules">{t('schedules')}</h2>
      {schedules.length === 0 ? (
        <p className="todo-none">{t('noSchedules')}</p>
      ) : (
        <ul>
          {schedules.map((one) => (
            <li key={one.name}>
              <span className="todo-schedule-name">
                <Door to={tasksOf(one)}>{one.title}</Door> <Subject schedule={one} />
              </span>
              <When cron={one.cron} zone={one.zone} />
              <span>{t('comesNext', { at: hospitalTime(one.next).slice(0, 16) })}</span>
              <span>{one.last ? <Door to={`/admin/task/${one.last.id}`}>{t(`lastTask.${one.last.state}`)}</Door> : t('noLastTask')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
