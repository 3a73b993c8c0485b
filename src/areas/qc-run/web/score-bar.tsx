import { Link } from 'react-router'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'

/** A share of a hundred as a length; nothing judged is no bar, never a full one. */
export const Bar = ({ score, uncapped = null }: { score: number | null; uncapped?: number | null }) => (
  <span className="run-bar" aria-hidden>
    {score !== null && <span style={{ inlineSize: `${Math.max(1, Math.min(100, score))}%` }} />}
    {score !== null && uncapped !== null && uncapped > score && <i style={{ inlineSize: `${uncapped - score}%` }} />}
  </span>
)

export type Scored = { key: string; name: string; score: number | null; applicable: number; total: number; door: string }
/** Scores with what they were judged on: of dimensions, forms, sites, each a door to its rows. */
export const ScoreBars = ({ list }: { list: readonly Scored[] }) => {
  const lang = useLanguage()
  return (
    <ul className="run-dimensions">
      {list.map(({ key, name, score, applicable, total, door }) => (
        <li key={key}>
          <Link to={door}>{name}</Link>
          {/* By keyboard the name leads there. */}
          <Link to={door} tabIndex={-1} aria-hidden>
            <Bar score={score} />
          </Link>
          <b>{score === null ? '–' : formatNumber(score, lang, 1)}</b>
          <small>
            {applicable}/{total}
          </small>
        </li>
      ))}
    </ul>
  )
}
