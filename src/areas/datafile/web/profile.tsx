import { ensureText, useResource, useText } from '#web'
import type { Row } from '#kernel'
import { formatNumber } from '#web/ui/format.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import type { datafile } from '../index.ts'
import { type Bin, type ColumnProfile, useSeen } from './preview.ts'
import './datafile.css'

await ensureText('datafile')

const WIDTH = 120
const HEIGHT = 28

/** Bars from zero; the numbers behind them are in the label. */
const Histogram = ({ bins, label }: { bins: readonly Bin[]; label: string }) => {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const step = WIDTH / Math.max(1, bins.length)
  return (
    <svg className="datafile-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      {bins.map(({ from, count }, i) => {
        const height = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT)
        return <rect key={from} x={i * step} y={HEIGHT - height} width={Math.max(1, step - 1)} height={height} />
      })}
    </svg>
  )
}

const useRange = () => {
  const { words } = useResource()
  const number = (value: number) => formatNumber(Number(value.toPrecision(6)), words.lang)
  return ({ numbers, dates, top }: ColumnProfile): string => {
    if (numbers) return `${number(numbers.min)} – ${number(numbers.max)} · ⌀ ${number(numbers.mean)}`
    if (dates) return `${dates.min} – ${dates.max}`
    return top
      .slice(0, 3)
      .map(({ value, count }) => `${value} (${number(count)})`)
      .join(' · ')
  }
}

/** Every column: what it holds, how full it is, how its values lie. */
export const Profile = ({ row }: { row: Row<typeof datafile> }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const rangeOf = useRange()
  const { data, error, isPending, refetch, mayRead } = useSeen(row)
  if (!mayRead) return <Empty icon="lock" title={t('noRight')} text={t('noRightHint')} />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (isPending) return <Skeleton rows={8} />
  const columns = data?.shown?.profile ?? []
  if (columns.length === 0) return <Empty icon="chart-column" title={t('noProfile')} />
  const inAll = columns.length + (data?.shown?.more ?? 0)
  const sampled = data?.shown?.sampledRows ?? 0
  const amount = (n: number) => formatNumber(n, words.lang)
  const share = ({ missing, filled }: ColumnProfile) => (missing + filled ? missing / (missing + filled) : 0)
  return (
    <div className="record-card">
      {inAll > columns.length && <p className="field-note">{t('profileFirst', { shown: amount(columns.length), all: amount(inAll) })}</p>}
      {row.rows !== null && sampled < row.rows && (
        <p className="field-note">{t('profileSampled', { rows: amount(sampled), all: amount(row.rows) })}</p>
      )}
      {/* A wide table holds nothing to focus: without a stop of its own the keyboard could not scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="datafile-table" role="region" aria-label={t('profile')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['name', 'type', 'missing', 'distinct', 'range', 'spread'].map((name) => (
                <th key={name} scope="col">
                  {t(`head.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, i) => (
              <tr key={`${i}.${column.name}`}>
                <th scope="row">
                  {column.name}
                  {column.identifiers.length > 0 && <small className="datafile-person">{t('person')}</small>}
                </th>
                <td>{t(`type.${column.type}`)}</td>
                <td className="datafile-figure">
                  {amount(column.missing)} <small>{formatNumber(share(column) * 100, words.lang, 1)} %</small>
                </td>
                <td className="datafile-figure">
                  {column.distinctExact ? '' : '≈ '}
                  {amount(column.distinct)}
                </td>
                <td>{rangeOf(column)}</td>
                <td>
                  {column.numbers && (
                    <Histogram bins={column.numbers.histogram} label={t('spreadOf', { name: column.name, range: rangeOf(column) })} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
