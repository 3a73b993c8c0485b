import { useQuery } from '@tanstack/react-query'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { TabLink } from './tab-link.tsx'
import { type Left as Row, fetchLeft } from './verification-api.ts'

const Rows = ({ study, rows }: { study: number; rows: readonly Row[] }) => {
  const t = useText('study')
  return (
    <div className="study-table plan-left">
      <table>
        <thead>
          <tr>
            <th>{t('left.subject')}</th>
            <th>{t('left.visit')}</th>
            <th>{t('left.form')}</th>
            <th>{t('site')}</th>
            <th>{t('left.what')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ form, record, code, formName, visit, site, drawn, lacking }) => {
            const to = `/admin/clinical/data?study=${study}&form=${form}&record=${record}`
            return (
              <tr key={`${form} ${record}`}>
                <th>
                  <a href={to} onClick={(event) => followInside(event, to)}>
                    {code}
                  </a>
                </th>
                <td>{visit ?? '–'}</td>
                <td>{formName}</td>
                <td>{site}</td>
                <td>{drawn ? t('left.record') : lacking.join(t('left.and'))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Which records the plan still asks for; each leads to its page, where it is marked. */
export const Left = ({ study, site, name, count }: { study: number; site: string; name: string | null; count: number }) => {
  const t = useText('study')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'study.mark', 'left', study, site, count, lang],
    queryFn: ({ signal }) => fetchLeft(study, site, signal),
    staleTime: 0,
  })
  return (
    <section className="panel-card" aria-label={t('left.title')}>
      <h2>
        {name ? t('left.at', { site: name }) : t('left.title')}
        <small className="no-print">
          <TabLink tab="marks">{t('left.close')}</TabLink>
        </small>
      </h2>
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : data.list.length === 0 ? (
        <p className="panel-note">{t('left.none')}</p>
      ) : (
        <>
          <Rows study={study} rows={data.list} />
          {count > data.list.length && <p className="panel-note">{t('left.more', { shown: data.list.length, count })}</p>}
        </>
      )}
    </section>
  )
}
