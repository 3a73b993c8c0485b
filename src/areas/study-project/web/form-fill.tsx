import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchFormFill, type FillCell, type Site } from './api.ts'

type Props = { study: number; site: string; form: { id: number; name: string }; cell: FillCell | undefined; siteId: number }
/** How many are there, the share of what is asked for by now as the depth of the cell, and the way to what is wrong with it. */
const Cell = ({ study, site, form, cell, siteId }: Props) => {
  const t = useText('study')
  const lang = useLanguage()
  if (!cell || (cell.records === 0 && !cell.asked && cell.serious === 0)) return <td>–</td>
  const { records, asked, filled, serious, findings } = cell
  const share = asked ? filled / asked : null
  const number = (n: number) => formatNumber(n, lang)
  const text = asked === null ? number(records) : `${number(filled)} / ${number(asked)}`
  const data = `/admin/clinical/data?study=${study}&form=${form.id}&f${form.id}.filter=department:IN:${siteId}`
  return (
    <td style={share === null ? undefined : { background: `color-mix(in srgb, var(--c-accent) ${Math.round(28 * share)}%, transparent)` }}>
      <Link to={data} aria-label={t('fill.cell', { site, form: form.name, count: text })}>
        {text}
      </Link>
      {serious > 0 && (
        <Link className="study-serious" to={findings} aria-label={t('fill.serious', { site, form: form.name, count: serious })}>
          ▲{number(serious)}
        </Link>
      )}
    </td>
  )
}

/** Site by site how far the forms are filled; every figure is a door. */
export const FormFill = ({ study, sites }: { study: number; sites: readonly Site[] }) => {
  const t = useText('study')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['study', study, 'forms', lang],
    queryFn: ({ signal }) => fetchFormFill(study, signal),
    staleTime: 0,
  })
  if (data && (data.forms.length === 0 || sites.length === 0)) return null
  return (
    <section className="panel-card">
      <h2>{t('fill.title')}</h2>
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : (
        <>
          <div className="study-table study-fill">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('site')}</th>
                  {data.forms.map(({ id, name }) => (
                    <th key={id} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sites.map(({ id, name }) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    {data.forms.map((form) => (
                      <Cell
                        key={form.id}
                        study={study}
                        site={name}
                        siteId={id}
                        form={form}
                        cell={data.cells.find((one) => one.site === id && one.form === form.id)}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="panel-note">{t('fill.hint')}</p>
        </>
      )}
    </section>
  )
}
