import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { fetchRequest, type OwnRequest, type Step } from './analysis-calls.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { namesIn } from '../../study/analysis/label.ts'
import { Looks } from '../../study/analysis/looks.tsx'
import { exactTime } from '../../ui/format.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { AnalysisDraft } from './analysis-draft.tsx'
import { AnalysisPackage } from './analysis-package.tsx'
import '../../ui/panel-card.css'
import '../../study/analysis/analysis.css'

const LOOK_MS = 3000

/** Every step with whom and why: what those who decide have said. */
const Said = ({ said }: { said: readonly Step[] }) => {
  const t = useText('analysis')
  if (said.length === 0) return null
  return (
    <section className="panel-card">
      <h2>{t('own.said')}</h2>
      <ol className="member-analysis-said">
        {said.map(({ at, by, state, reason }) => (
          <li key={at}>
            <p>
              <b>{t(`own.step.${state}`)}</b> {by === 'system' ? t('own.system') : by} <time dateTime={at}>{exactTime(new Date(at))}</time>
            </p>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Head = ({ data }: { data: OwnRequest }) => {
  const t = useText('analysis')
  return (
    <header className="member-title">
      <h1>{data.title}</h1>
      <p className="member-analysis-head">
        <em className="member-standing" data-asked={data.state}>
          {t(`own.state.${data.state}`)}
        </em>
        <span>{data.study}</span>
        <code>{data.code}</code>
      </p>
      <p>{t(`own.next_${data.state}`)}</p>
    </header>
  )
}

export const AnalysisView = ({ id }: { id: number }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const { data, error, reload } = useAnswer(useCallback(() => fetchRequest(id), [id]))
  const waits = data?.atWork === true
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
  return (
    <>
      <p>
        <Link className="member-back" to=".">
          {t('own.back')}
        </Link>
      </p>
      {!data && (error ? <Failure error={error} retry={reload} /> : <Skeleton rows={8} />)}
      {data && (
        <article className="analysis member-analysis">
          <Head data={data} />
          {(data.releasedAt || data.state === 'approved') && <AnalysisPackage data={data} reload={reload} />}
          <Said said={data.said} />
          <AnalysisDraft key={data.version} data={data} reload={reload} />
          {data.releasedAt && <Looks look={data.look} names={namesIn(data.offer, lang)} />}
        </article>
      )}
    </>
  )
}
