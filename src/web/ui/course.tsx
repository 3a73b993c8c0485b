import './course.css'

const WIDTH = 132
const HEIGHT = 28
const PAD = 4

/** Scores over time, all on one scale from 0 to 100, so that lines may be compared with one another. */
export const Course = ({ points }: { points: readonly { value: number }[] }) => {
  const step = points.length > 1 ? (WIDTH - 2 * PAD) / (points.length - 1) : 0
  const at = points.map(({ value }, i) => [PAD + i * step, PAD + ((100 - value) / 100) * (HEIGHT - 2 * PAD)] as const)
  const last = at.at(-1)
  return (
    <svg className="course" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
      <line x1={PAD} x2={WIDTH - PAD} y1={PAD} y2={PAD} />
      <polyline points={at.map((one) => one.join(',')).join(' ')} />
      {last && <circle cx={last[0]} cy={last[1]} r={3} />}
    </svg>
  )
}
