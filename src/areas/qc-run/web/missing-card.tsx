import { Link } from 'react-router'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { useInsight, type Run } from './insight.ts'
import { MissingMatrix } from './missing-matrix.tsx'
import { Portion } from './portion.tsx'
import { doorOf, type Missing, type MissingTable } from './missing.ts'

const Figures = ({ study, table }: { study: number | null; table: MissingTable }) => {
  const t = useText('control')
  const lang = useLanguage()
  const lacking = table.columns.filter(({ missing }) => missing > 0).toSorted((a, b) => b.missing - a.missing)
  const complete = table.columns.length - lacking.length
  return (
    <>
      <Portion of={lacking}>
        {(shown) => (
          <table className="run-figures" aria-label={t('insight.missingOf', { table: table.title })}>
            <thead>
              <tr>
                {['column', 'lacking', 'share'].map((name) => (
                  <th key={name} scope="col">
                    {t(`insight.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, title, slot, missing }) => {
                const door = doorOf(study, table, slot)
                return (
                  <tr key={name}>
                    <th scope="row" title={name}>
                      {door ? <Link to={door}>{title}</Link> : title}
                    </th>
                    <td>{formatNumber(missing, lang)}</td>
                    <td>{formatNumber((100 * missing) / Math.max(1, table.rows), lang, 1)} %</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </Portion>
      {complete > 0 && <p className="panel-note">{t('insight.complete', { count: complete })}</p>}
    </>
  )
}

/** Where values are missing, table by table: as a picture, and in figures that lead to the records without the value. */
export const MissingCard = ({ run }: { run: Run }) => {
  const t = useText('control')
  const { data, error, refetch } = useInsight<Missing>('missing', { id: run.id })
  const study = run.datafile === null ? run.study : null
  return (
    <section className="panel-card">
      <h2>{t('insight.missing')}</h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && !data.isKept && <p className="panel-note">{t('insight.noMissing')}</p>}
      {data?.isWithheld && <p className="panel-note">{t('insight.wholeOnly')}</p>}
      {data?.isKept && !data.isWithheld && data.tables.length === 0 && <p className="panel-note">{t('insight.nothingRead')}</p>}
      {data?.tables.map((table) => (
        <div key={table.name} className="run-missing-table">
          <h3>{table.title}</h3>
          {table.columns.some(({ missing }) => missing > 0) ? (
            <>
              <MissingMatrix study={study} table={table} />
              <Figures study={study} table={table} />
            </>
          ) : (
            <p className="panel-note">{t('insight.nothingMissing')}</p>
          )}
        </div>
      ))}
    </section>
  )
}
