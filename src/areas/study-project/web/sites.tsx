import { useResource, useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import type { Site } from './api.ts'
import { TabLink } from './tab-link.tsx'

/** Subjects by site: the bar is enrolled against the largest, the figures stand beside it; the name leads to the site's subjects. */
export const Sites = ({ sites }: { sites: readonly Site[] }) => {
  const t = useText('study')
  const { lang } = useResource().words
  const most = Math.max(1, ...sites.map((site) => site.screened))
  return (
    <section className="panel-card">
      <h2>{t('sites')}</h2>
      {sites.length === 0 ? (
        <p className="panel-note">{t('noSubjects')}</p>
      ) : (
        <div className="study-table">
          <table>
            <thead>
              <tr>
                <th>{t('site')}</th>
                <th>{t('fact.enrolled')}</th>
                <th>{t('fact.screened')}</th>
                <th>{t('fact.completed')}</th>
                <th>{t('fact.withdrawn')}</th>
                <th>{t('lastEnrolled')}</th>
              </tr>
            </thead>
            <tbody>
              {sites.map(({ id, name, screened, enrolled, completed, withdrawn, last }) => (
                <tr key={id}>
                  <th>
                    <TabLink tab="subjects" filter={`department:IN:${id}`}>
                      {name}
                    </TabLink>
                    <i className="study-bar" aria-hidden>
                      <b style={{ inlineSize: `${(100 * enrolled) / most}%` }} />
                    </i>
                  </th>
                  {[enrolled, screened, completed, withdrawn].map((value, i) => (
                    <td key={i}>{formatNumber(value, lang)}</td>
                  ))}
                  <td>{last ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
