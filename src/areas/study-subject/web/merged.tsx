import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ensureText, type RowData, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import { Cells } from './cells.tsx'
import { fetchMerged } from './merge-api.ts'
import './merge.css'

await ensureText('merge')

const COUNTS = ['records', 'files', 'queries', 'findings'] as const

/** Where a subject went, what went with it, and what both had and does not stand. */
export const Merged = ({ row }: { row: RowData }) => {
  const t = useText('merge')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['subject', 'merged', row.id, row.version, lang],
    queryFn: ({ signal }) => fetchMerged(row.id, signal),
    staleTime: 0,
    retry: false,
  })
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={4} />
  return (
    <div className="merge">
      <div className="merge-waiting" role="status">
        <p>
          {t('wentTo')} <Link to={`/admin/study/subject/${data.into.id}`}>{data.into.code}</Link>
        </p>
        <p>{t('noEntry')}</p>
      </div>
      <h3>{t('movedTitle')}</h3>
      <p>{COUNTS.map((name) => `${t(name)} ${data.moved[name] ?? 0}`).join(' · ')}</p>
      <h3>{t('aside')}</h3>
      <p className="merge-hint">{data.aside.length > 0 ? t('asideHint') : t('noAside')}</p>
      {data.aside.map(({ form, name, record, stands, cells }) => (
        <section key={`${form} ${record}`} className="merge-conflict" aria-label={name}>
          <header>
            <b>{name}</b>
            <Link to={`/admin/clinical/data?study=${data.study}&form=${form}&record=${stands}`}>{t('openStanding')}</Link>
          </header>
          <Cells cells={cells} heads={[t('kept'), t('stands')]} />
        </section>
      ))}
    </div>
  )
}
