import { use } from 'react'
import { color } from '../ui/theme.ts'
import { HomeWords, SvgWord } from './word.tsx'

const dimensions: readonly [key: string, score: number][] = [
  ['d1', 96],
  ['d2', 93],
  ['d3', 91],
  ['d4', 84],
  ['d5', 95],
]
const points = [4, -6, 9, 2, -11, 6, 14, -3, 8, -8, 3, 38, 5, -4, 10, -2]
const results = [
  ['r1', 'passed', color.passed, color.passedSoft],
  ['r2', 'warned', color.warned, color.warnedSoft],
  ['r3', 'failed', color.failed, color.failedSoft],
] as const

/** Which cells are empty: a fixed pattern with two bad columns and a bad visit, as such matrices really look. */
const isMissing = (row: number, column: number): boolean =>
  (row * 7 + column * 13) % 29 === 0 || (column === 9 && row % 3 !== 0) || (column === 17 && row > 5) || (row === 8 && column > 11)

const Ring = () => {
  const length = 2 * Math.PI * 46
  return (
    <g transform="translate(92 128)">
      <circle r="46" fill="none" stroke="#e8eef5" strokeWidth="10" />
      <circle
        r="46"
        fill="none"
        stroke={color.accent}
        strokeWidth="10"
        strokeLinecap="round"
        strokeDasharray={`${length * 0.924} ${length}`}
        transform="rotate(-90)"
      />
      <text className="rp-score" textAnchor="middle" y="7">
        92.4
      </text>
      <SvgWord k="score" x={0} y={25} className="rp-meta" textAnchor="middle" />
      <SvgWord k="applicable" x={0} y={72} className="rp-meta" textAnchor="middle" />
    </g>
  )
}

const Bars = () => (
  <g transform="translate(196 76)">
    {dimensions.map(([key, score], i) => (
      <g key={key} transform={`translate(0 ${i * 25})`}>
        <SvgWord k={key} x={0} y={10} className="rp-label" />
        <rect x="92" y="3" width="250" height="7" rx="3.5" fill="#edf1f6" />
        <rect x="92" y="3" width={250 * (score / 100)} height="7" rx="3.5" fill={score < 90 ? color.warned : color.accent} />
        <text x="364" y="10" className="rp-number" textAnchor="end">
          {score}
        </text>
      </g>
    ))}
  </g>
)

const Matrix = () => (
  <g transform="translate(24 232)">
    <SvgWord k="missing" x={0} y={0} className="rp-head" />
    {Array.from({ length: 12 * 24 }, (_, i) => [Math.floor(i / 24), i % 24] as const).map(([r, c]) => (
      <rect key={`${r}-${c}`} x={c * 9.6} y={12 + r * 8.4} width="8.4" height="7.2" rx="1" fill={isMissing(r, c) ? '#f0b9a6' : '#cfe0f4'} />
    ))}
  </g>
)

const Chart = () => {
  const at = (value: number): number => 62 - value
  const path = points.map((v, i) => `${i === 0 ? 'M' : 'L'}${8 + i * 18.4} ${at(v)}`).join('')
  return (
    <g transform="translate(276 232)">
      <SvgWord k="chart" x={0} y={0} className="rp-head" />
      <rect y="12" width="292" height="100" rx="4" fill="#fafbfd" stroke="#e8edf3" />
      {[30, 20].map((s) => (
        <g key={s} stroke={s === 30 ? '#e3a6a8' : '#e8cfa4'} strokeDasharray="3 3">
          <line x1="0" x2="292" y1={at(s)} y2={at(s)} />
          <line x1="0" x2="292" y1={at(-s)} y2={at(-s)} />
        </g>
      ))}
      <line x1="0" x2="292" y1={at(0)} y2={at(0)} stroke="#c9d3df" />
      <path d={path} fill="none" stroke={color.accent} strokeWidth="1.6" />
      {points.map((v, i) => (
        <circle key={i} cx={8 + i * 18.4} cy={at(v)} r={v > 30 ? 4 : 2.4} fill={v > 30 ? color.failed : color.accent} />
      ))}
    </g>
  )
}

const Results = () => (
  <g transform="translate(24 372)">
    {results.map(([key, state, ink, soft], i) => (
      <g key={key} transform={`translate(0 ${i * 30})`}>
        <line x1="0" x2="544" y1="-10" y2="-10" stroke="#eef1f5" />
        <rect y="-1" width="58" height="18" rx="9" fill={soft} />
        <text data-t={state} x="29" y="12" textAnchor="middle" className="rp-tag" fill={ink}>
          {use(HomeWords)[state]}
        </text>
        <SvgWord k={key} x={72} y={12} className="rp-label" />
        <SvgWord k={`${key}v`} x={544} y={12} className="rp-meta" textAnchor="end" />
      </g>
    ))}
  </g>
)

/** Our own report, drawn: nothing to download, sharp at any size. */
export const ReportPicture = () => (
  <svg className="home-picture" viewBox="0 0 592 468" role="img" aria-label={use(HomeWords)['reportAlt']} data-label="reportAlt">
    <rect x="0.5" y="0.5" width="591" height="467" rx="12" fill="#fff" stroke={color.line} />
    <SvgWord k="report" x={24} y={36} className="rp-title" />
    <SvgWord k="study" x={568} y={36} className="rp-meta" textAnchor="end" />
    <line x1="0" x2="592" y1="54" y2="54" stroke="#eef1f5" />
    <Ring />
    <Bars />
    <Matrix />
    <Chart />
    <Results />
  </svg>
)
