import { useState } from 'react'
import left from 'virtual:icon/chevron-left'
import right from 'virtual:icon/chevron-right'
import { useResource, useText } from '#web'
import { toneOf } from '#web/field/tone.ts'
import type { RowData } from '#web/field/view.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { formatTag } from '#web/languages.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { dayOf } from '#web/state/working-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { dayName } from '#web/ui/time.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useLook } from './look.ts'
import { monthBeside, weeksOf } from './month.ts'
import { Firings, ScheduleTable } from './schedules.tsx'
import { firingsByDay, useSchedules, type Firing } from './use-schedules.ts'
import { useTodos } from './use-todos.ts'

const SHOWN = 1000
const IN_A_DAY = 3

type DayProps = { day: string; rows: readonly RowData[]; firings: readonly Firing[]; today: string; isOutside: boolean }
const Day = ({ day, rows, firings, today, isOutside }: DayProps) => {
  const t = useText('todo')
  const { words, nameOf } = useResource()
  const isNarrow = useNarrow()
  const shown = isNarrow ? rows : rows.slice(0, IN_A_DAY)
  const list = `/admin/todo?filter=due:RANGE:${day},${day}`
  return (
    <td
      data-outside={isOutside || undefined}
      data-today={day === today || undefined}
      data-empty={rows.length + firings.length === 0 || undefined}
    >
      <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
        {isNarrow ? day : Number(day.slice(8))}
      </time>
      {shown.map((row) => {
        const to = `/admin/todo/${row.id}`
        const state = String(row['state'])
        return (
          <a
            key={row.id}
            className="todo-chip"
            data-tone={toneOf(state)}
            data-late={day < today && state !== 'done' ? true : undefined}
            href={to}
            title={`${nameOf(row)} · ${words.option('state', state)}`}
            onClick={(event) => followInside(event, to)}
          >
            {nameOf(row)}
          </a>
        )
      })}
      {rows.length > shown.length && (
        <a href={list} onClick={(event) => followInside(event, list)}>
          {t('otherwise', { count: rows.length - shown.length })}
        </a>
      )}
      <Firings firings={firings} />
    </td>
  )
}

/** What is due on which day of a month, and what the clock will ask for; on a phone, the days on which something is. */
export const Calendar = () => {
  const t = useText('todo')
  const lang = useLanguage()
  const { month: asked, setMonth, showsClock, setClock } = useLook()
  const mayClock = useMenu((s) => listAddress(s.nodes, 'task')) !== null
  const [today] = useState(() => dayOf(new Date()))
  const month = asked ?? today.slice(0, 7)
  const weeks = weeksOf(month)
  const days = weeks.flat()
  const { data, error, refetch } = useTodos(
    [
      { field: 'due', operator: 'RANGE', val: `${days[0]},${days.at(-1)}` },
      { field: 'state', operator: 'NOT IN', val: 'cancelled' },
    ],
    SHOWN,
  )
  const schedules = useSchedules(days[0] ?? month, days.at(-1) ?? month, showsClock)
  const clocked = firingsByDay(schedules ?? [])
  const byDay = Map.groupBy(data?.list ?? [], (row) => String(row['due']))
  const title = new Intl.DateTimeFormat(formatTag(lang), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )
  return (
    <div className="todo-calendar">
      <div className="todo-month">
        <Button look="quiet" icon={left} aria-label={t('previous')} onClick={() => setMonth(monthBeside(month, -1))} />
        <h2 aria-live="polite">{title}</h2>
        <Button look="quiet" icon={right} aria-label={t('next')} onClick={() => setMonth(monthBeside(month, 1))} />
        <Button onClick={() => setMonth(null)}>{t('today')}</Button>
        {mayClock && (
          <div className="todo-choice">
            <button type="button" aria-pressed={showsClock} onClick={() => setClock(!showsClock)}>
              {t('schedules')}
            </button>
          </div>
        )}
      </div>
      {!data && (error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />)}
      {data && (
        <table aria-label={title}>
          <thead>
            <tr>
              {weeks[0]?.map((day) => (
                <th key={day} scope="col">
                  {dayName(day, lang)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <Day
                    key={day}
                    day={day}
                    rows={byDay.get(day) ?? []}
                    firings={clocked.get(day) ?? []}
                    today={today}
                    isOutside={!day.startsWith(month)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && schedules && <ScheduleTable schedules={schedules} />}
    </div>
  )
}
