import { Link } from 'react-router'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { DistributionChart } from './distribution-chart.tsx'
import { rowsOf, type Bin } from './distribution-door.ts'
import { digitsOf, spanOf, type Distribution, type DistributionTable } from './distribution.ts'
import { findingsOf, useInsight, type Run } from './insight.ts'

const Limits = ({ run, column }: { run: Run; column: Distribution }) => {
  const t = useText('control')
  const lang = useLanguage()
  const { limits } = column
  // As it was written: a limit of 0.0005 is none of 0.
  const end = (value: number | null, open: string) => (value === null ? open : formatNumber(value, lang))
  if (limits.length === 0) return <p className="panel-note">{t('insight.noLimits')}</p>
  return limits.map(({ min, max, code, parameter, out }) => (
    <p key={`${code} ${min} ${max}`} className="panel-note">
      {t('insight.limitOf', { code: code ?? '', range: `${end(min, '−∞')} … ${end(max, '∞')}` })}{' '}
      {out > 0 && parameter !== null && (
        <Link className="run-out" to={findingsOf(run, { parameter })}>
          ▲ {t('insight.outOfLimits', { count: out })}
        </Link>
      )}
    </p>
  ))
}

const One = ({ run, table, column }: { run: Run; table: DistributionTable; column: Distribution }) => {
  const t = useText('control')
  const lang = useLanguage()
  const study = run.datafile === null ? run.study : null
  const rule = column.limits.find(({ parameter }) => parameter !== null)?.parameter ?? null
  const digits = digitsOf(column)
  const filled = column.bins.filter(({ count }) => count > 0)
  /** A file has no list of rows: what lies beyond a limit is among its findings. */
  const doorOf = (bin: Bin) =>
    rowsOf(study, table, column, bin) ?? (bin.isOut && rule !== null ? findingsOf(run, { parameter: rule }) : null)
  return (
    <li>
      <h4 title={column.name}>{column.title}</h4>
      <DistributionChart column={column} doorOf={doorOf} />
      {column.median !== null && <p className="panel-note">{t('insight.median', { value: formatNumber(column.median, lang, digits) })}</p>}
      <Limits run={run} column={column} />
      <details>
        <summary>{t('insight.figures')}</summary>
        <table className="run-figures" aria-label={t('insight.distributionOf', { column: column.title })}>
          <thead>
            <tr>
              <th scope="col">{t('insight.range')}</th>
              <th scope="col">{t('insight.count')}</th>
            </tr>
          </thead>
          <tbody>
            {filled.map((bin) => {
              const [door, span] = [doorOf(bin), spanOf(bin, lang, digits)]
              return (
                <tr key={`${bin.low} ${bin.high}`}>
                  <th scope="row">
                    {bin.isOut && '▲ '}
                    {door ? <Link to={door}>{span}</Link> : span}
                  </th>
                  <td>{formatNumber(bin.count, lang)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </details>
    </li>
  )
}

/** How the numbers of each table lie between the limits of the rules. */
export const DistributionCard = ({ run }: { run: Run }) => {
  const t = useText('control')
  const { data, error, refetch } = useInsight<{ isKept: boolean; isWithheld?: boolean; tables: DistributionTable[] }>('distributions', {
    id: run.id,
  })
  return (
    <section className="panel-card">
      <h2>{t('insight.distributions')}</h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && !data.isKept && <p className="panel-note">{t('insight.noDistribution')}</p>}
      {data?.isWithheld && <p className="panel-note">{t('insight.wholeOnly')}</p>}
      {data?.isKept && !data.isWithheld && data.tables.length === 0 && <p className="panel-note">{t('insight.nothingMeasured')}</p>}
      {data && data.tables.length > 0 && <p className="panel-note">{t('insight.distributionNote')}</p>}
      {data?.tables.map((table) => (
        <div key={table.name} className="run-missing-table">
          <h3>{table.title}</h3>
          <ul className="run-distributions">
            {table.columns.map((column) => (
              <One key={column.name} run={run} table={table} column={column} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
