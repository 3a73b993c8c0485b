import { type RowData, useText } from '#web'
import type { Enrolment } from './api.ts'
import { TabLink } from './tab-link.tsx'

const DAY_MS = 86_400_000
const dayOf = (text: unknown): number | null => (typeof text === 'string' ? Math.floor(Date.parse(text.slice(0, 10)) / DAY_MS) : null)
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
type Point = { day: number; total: number }

/** Enrolled so far after each day on which somebody was. */
const totals = (enrolment: readonly Enrolment[]): Point[] => {
  let total = 0
  return enrolment.map(({ day, count }) => ({ day: dayOf(day) ?? 0, total: (total += count) }))
}

/** The end of each month, for the table behind the line. */
const monthly = (points: readonly Point[]): { month: string; total: number }[] =>
  [...new Map(points.map(({ day, total }) => [textOf(day).slice(0, 7), total]))].map(([month, total]) => ({ month, total }))

type Props = { row: RowData; planned: number | null; isAll: boolean; enrolment: readonly Enrolment[]; day: string }
/** Enrolment as a step line, the plan dashed, today as a rule. Labels stand beside the drawing, so that they keep their size. */
export const Recruitment = ({ row, planned: all, isAll, enrolment, day }: Props) => {
  const t = useText('study')
  const points = totals(enrolment)
  const today = dayOf(day) ?? 0
  const from = Math.min(dayOf(row['startsOn']) ?? points[0]?.day ?? today, points[0]?.day ?? today)
  const to = Math.max(dayOf(row['endsOn']) ?? today, today, from + 1)
  const planned = isAll ? all : null
  const reached = points.at(-1)?.total ?? 0
  const top = Math.max(planned ?? 0, reached, 1)
  const x = (day: number) => (1000 * (day - from)) / (to - from)
  const y = (total: number) => 200 - (190 * total) / top
  const line = points.map(({ day, total }) => `H${x(day)}V${y(total)}`).join('')
  const start = dayOf(row['startsOn'])
  const end = dayOf(row['endsOn'])
  return (
    <section className="panel-card">
      <h2>
        {t(isAll ? 'recruitment' : 'recruitmentPart')}
        <small>
          <TabLink tab="subjects" filter="enrolledOn:NOT NULL">
            {isAll ? t('reached', { reached, planned: planned ?? '–' }) : t('reachedPart', { reached })}
          </TabLink>
        </small>
      </h2>
      {points.length === 0 ? (
        <p className="panel-note">{t('noEnrolment')}</p>
      ) : (
        <>
          <div className="study-line">
            <span className="study-line-top" aria-hidden>
              {top}
            </span>
            <svg viewBox="0 0 1000 200" preserveAspectRatio="none" aria-hidden>
              {planned !== null && start !== null && end !== null && (
                <path className="study-plan" d={`M${x(start)} ${y(0)}L${x(end)} ${y(planned)}`} />
              )}
              <path className="study-today" d={`M${x(today)} 0V200`} />
              <path className="study-real" d={`M0 ${y(0)}${line}H${x(Math.min(today, to))}`} />
            </svg>
            <p aria-hidden>
              <span>{textOf(from)}</span>
              <span>{textOf(to)}</span>
            </p>
          </div>
          <p className="panel-note">{t(isAll ? 'lineWords' : 'lineWordsPart')}</p>
          <details className="study-table">
            <summary>{t('asTable')}</summary>
            <table>
              <thead>
                <tr>
                  <th>{t('month')}</th>
                  <th>{t('fact.enrolled')}</th>
                </tr>
              </thead>
              <tbody>
                {monthly(points).map(({ month, total }) => (
                  <tr key={month}>
                    <th>{month}</th>
                    <td>{total}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  )
}
