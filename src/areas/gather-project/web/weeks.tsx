import { useResource, useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import type { Week } from './received.ts'

const DAY_MS = 86_400_000
const dayOf = (week: string): number => Math.floor(Date.parse(week) / DAY_MS)

type Point = { week: string; day: number; count: number; total: number }
const pointsOf = (weeks: readonly Week[], of: 'records' | 'subjects'): Point[] => {
  let total = 0
  return weeks.map((one) => ({ week: one.week, day: dayOf(one.week), count: one[of], total: (total += one[of]) }))
}

/** What has come in so far as a step line, the target dashed. Labels stand beside the drawing, so that they keep their size. */
export const Weeks = ({ weeks, target, of }: { weeks: readonly Week[]; target: number | null; of: 'records' | 'subjects' }) => {
  const t = useText('delivery')
  const { lang } = useResource().words
  const points = pointsOf(weeks, of)
  const [from, to] = [points[0]?.day ?? 0, (points.at(-1)?.day ?? 0) + 7]
  const top = Math.max(1, target ?? 0, points.at(-1)?.total ?? 0)
  const x = (day: number) => (1000 * (day - from)) / (to - from)
  const y = (n: number) => 200 - (190 * n) / top
  return (
    <figure className="gather-weeks">
      <figcaption>{t('received.perWeek')}</figcaption>
      <div className="gather-line">
        <span className="gather-line-top" aria-hidden>
          {formatNumber(top, lang)}
        </span>
        <svg viewBox="0 0 1000 200" preserveAspectRatio="none" aria-hidden>
          {target !== null && <path className="gather-plan" d={`M0 ${y(target)}H1000`} />}
          <path className="gather-real" d={`M0 ${y(0)}${points.map((point) => `H${x(point.day)}V${y(point.total)}`).join('')}H1000`} />
        </svg>
        <p aria-hidden>
          <span>{points[0]?.week}</span>
          <span>{points.at(-1)?.week}</span>
        </p>
      </div>
      <p className="panel-note">{t(target === null ? 'received.lineAlone' : 'received.lineWords')}</p>
      <details className="gather-table">
        <summary>{t('received.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('received.week')}</th>
              <th scope="col">{t('received.inWeek')}</th>
              <th scope="col">{t('received.inAll')}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.week}>
                <th scope="row">{point.week}</th>
                <td>{formatNumber(point.count, lang)}</td>
                <td>{formatNumber(point.total, lang)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
