import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type AskedHead, fetchRequests } from './analysis-calls.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { AnalysisNew } from './analysis-new.tsx'
import './gather.css'
import './member-analysis.css'

const AnalysisView = lazy(() => import('./analysis-view.tsx').then((m) => ({ default: m.AnalysisView })))

await ensureText('analysis', 'form', 'list')

const Line = ({ row }: { row: AskedHead }) => {
  const t = useText('analysis')
  return (
    <li>
      <Link to={`?id=${row.id}`}>
        <b>{row.title}</b>
        <small>
          <em className="member-standing" data-asked={row.state}>
            {t(`own.state.${row.state}`)}
          </em>
          <span>{row.study}</span>
          <span>{t('own.until', { day: row.validUntil })}</span>
        </small>
      </Link>
    </li>
  )
}

const List = () => {
  const t = useText('analysis')
  const { data, error, reload } = useAnswer(fetchRequests)
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  const { studies, list } = data
  if (studies.length === 0) return <Empty icon="chart-column" title={t('own.noStudy')} text={t('own.noStudyHint')} />
  return (
    <>
      <h2 className="member-sub">{t('own.studies')}</h2>
      <ul className="member-analysis-studies">
        {studies.map(({ id, code, title, isReady }) => (
          <li key={id}>
            <span>
              <b>{title}</b> <small>{code}</small>
            </span>
            {isReady ? (
              <Link className="btn" data-look="primary" to={`?study=${id}`} aria-label={t('own.newIn', { study: title })}>
                {t('own.new')}
              </Link>
            ) : (
              <small>{t('own.notReady')}</small>
            )}
          </li>
        ))}
      </ul>
      <h2 className="member-sub">{t('own.asked')}</h2>
      {list.length === 0 && <p className="member-note">{t('own.none')}</p>}
      <ul className="member-gathers">
        {list.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
    </>
  )
}

const whole = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Data of a study asked for by one of its analysts: what for, of whom, which variables; then what became of it, and the package. */
export default function AnalysisPage() {
  const t = useText('analysis')
  const [search] = useSearchParams()
  const [id, study] = ['id', 'study'].map((name) => whole(search.get(name)))
  if (id)
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <AnalysisView key={id} id={id} />
      </Suspense>
    )
  if (study) return <AnalysisNew key={study} study={study} />
  return (
    <>
      <header className="member-title">
        <h1>{t('own.title')}</h1>
        <p>{t('own.hint')}</p>
      </header>
      <List />
    </>
  )
}
