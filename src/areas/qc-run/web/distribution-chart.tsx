import { Link } from 'react-router'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import type { Bin } from './distribution-door.ts'
import { digitsOf, spanOf, type Distribution } from './distribution.ts'

const WIDTH = 240
const HEIGHT = 64
/** Room at either end for what lies off the axis. */
const EDGE = 10

/** Bars with the limits as lines. The table behind it is the way by keyboard. */
export const DistributionChart = ({ column, doorOf }: { column: Distribution; doorOf: (bin: Bin) => string | null }) => {
  const lang = useLanguage()
  const { from, to, bins, limits } = column
  const inner = bins.length - 2
  const width = (WIDTH - 2 * EDGE) / inner
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const x = (value: number) => EDGE + ((value - from) / (to - from)) * (WIDTH - 2 * EDGE)
  const placeOf = (at: number): { x: number; width: number } => {
    if (at === 0) return { x: 0, width: EDGE - 3 }
    return at > inner ? { x: WIDTH - EDGE + 3, width: EDGE - 3 } : { x: EDGE + (at - 1) * width, width: width - 0.6 }
  }
  const lines = [...new Set(limits.flatMap(({ min, max }) => [min, max]))].flatMap((value) =>
    value !== null && value >= from && value <= to ? [value] : [],
  )
  return (
    <svg className="run-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {bins.map((bin, at) => {
        if (bin.count === 0) return null
        const height = Math.max(2, (bin.count / most) * (HEIGHT - 2))
        const door = doorOf(bin)
        const bar = (
          <rect data-out={bin.isOut || undefined} {...placeOf(at)} y={HEIGHT - height} height={height}>
            <title>{`${spanOf(bin, lang, digitsOf(column))}: ${formatNumber(bin.count, lang)}`}</title>
          </rect>
        )
        return door ? (
          <Link key={at} to={door} tabIndex={-1}>
            {bar}
          </Link>
        ) : (
          <g key={at}>{bar}</g>
        )
      })}
      {lines.map((value) => (
        <line key={value} x1={x(value)} x2={x(value)} y1={0} y2={HEIGHT}>
          <title>{formatNumber(value, lang)}</title>
        </line>
      ))}
    </svg>
  )
}
