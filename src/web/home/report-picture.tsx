import { use } from 'react'
import history from 'virtual:icon/history'
import { Glyph } from '../ui/glyph.tsx'
import { color } from '../ui/theme.ts'
import { HomeWords, Word } from './word.tsx'

const dimensions: readonly [key: string, score: number][] = [
  ['d1', 96],
  ['d2', 93],
  ['d3', 91],
  ['d4', 84],
  ['d5', 95],
]
const means = [4, -6, 9, 2, -11, 6, 14, -3, 8, -8, 3, 38, 5, -4, 10, -2]
const results = [
  ['r1', 'passed'],
  ['r2', 'warned'],
  ['r3', 'failed'],
] as const

/** Which cells are empty: a fixed pattern with two bad columns and a bad visit, as such matrices really look. */
const isMissing = (row: number, column: number): boolean =>
  (row * 7 + column * 13) % 29 === 0 || (column === 9 && row % 3 !== 0) || (column === 17 && row > 5) || (row === 8 && column > 11)

const Ring = () => {
  const length = 2 * Math.PI * 46
  return (
    <div className="report-ring">
      <svg viewBox="-54 -54 108 108" aria-hidden>
        <circle r="46" fill="none" stroke="#e8eef5" strokeWidth="10" />
        <circle
          r="46"
          fill="none"
          stroke={color.accent}
          strokeWidth="10"
          strokeLinecap="round"
          strokeDasharray={`${(length * 0.924).toFixed(1)} ${length.toFixed(1)}`}
          transform="rotate(-90)"
        />
      </svg>
      <p>
        <b>92.4</b>
        <Word k="score" />
      </p>
      <small>
        <Word k="applicable" />
      </small>
    </div>
  )
}

const Bars = () => (
  <ul className="report-bars">
    {dimensions.map(([key, score]) => (
      <li key={key} data-low={score < 90 || undefined} style={{ '--share': `${score}%` } as object}>
        <Word k={key} />
        <i />
        <b>{score}</b>
      </li>
    ))}
  </ul>
)

/** One path for each colour: three hundred cells would be three hundred elements. */
const Matrix = () => {
  const cells = Array.from({ length: 12 * 24 }, (_, i) => [Math.floor(i / 24), i % 24] as const)
  const path = (missing: boolean) =>
    cells.map(([row, column]) => (isMissing(row, column) === missing ? `M${column * 8} ${row * 7}h7v6h-7z` : '')).join('')
  return (
    <svg viewBox="0 0 191 83" preserveAspectRatio="none" aria-hidden>
      <path d={path(false)} fill="#cfe0f4" />
      <path d={path(true)} fill="#f0b9a6" />
    </svg>
  )
}

const Chart = () => {
  const at = (value: number): number => 50 - value
  const x = (i: number): number => 8 + i * 18.4
  const limits = (share: number) => `M0 ${at(share)}H292M0 ${at(-share)}H292`
  return (
    <svg viewBox="0 0 292 100" aria-hidden>
      <rect x=".5" y=".5" width="291" height="99" rx="4" fill="#fafbfd" stroke="#e8edf3" />
      <path d={limits(30)} stroke="#e3a6a8" strokeDasharray="3 3" />
      <path d={limits(20)} stroke="#e8cfa4" strokeDasharray="3 3" />
      <path d={limits(0)} stroke="#c9d3df" />
      <path
        d={means.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${at(v)}`).join('')}
        fill="none"
        stroke={color.accent}
        strokeWidth="1.6"
      />
      {means.map((v, i) => (
        <circle key={i} cx={x(i).toFixed(1)} cy={at(v)} r={v > 30 ? 4 : 2.4} fill={v > 30 ? color.failed : color.accent} />
      ))}
    </svg>
  )
}

/** The other half of the promise: not only what is wrong, but who put it right. */
const Trail = () => (
  <div className="report-trail">
    <Glyph body={history} size={18} />
    <p>
      <Word k="trail" />
      <b>
        <s>1280</s> → 128 <small>mmHg</small>
      </b>
    </p>
    <small>
      <Word k="trailWho" />
    </small>
  </div>
)

/** Our own report, drawn in the page: nothing to download, sharp at any size, and its words are words. */
export const ReportPicture = () => (
  <div className="report" role="img" aria-label={use(HomeWords)['reportAlt']} data-label="reportAlt">
    <div className="report-head">
      <b>
        <Word k="report" />
      </b>
      <small>
        <Word k="study" />
      </small>
    </div>
    <div className="report-top">
      <Ring />
      <Bars />
    </div>
    <div className="report-pair">
      <div>
        <b>
          <Word k="missing" />
        </b>
        <Matrix />
      </div>
      <div>
        <b>
          <Word k="chart" />
        </b>
        <Chart />
      </div>
    </div>
    <ul className="report-results">
      {results.map(([key, state]) => (
        <li key={key}>
          <em data-state={state}>
            <Word k={state} />
          </em>
          <Word k={key} />
          <small>
            <Word k={`${key}v`} />
          </small>
        </li>
      ))}
    </ul>
    <Trail />
  </div>
)
