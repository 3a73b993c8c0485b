import { useText } from '#web'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { findingsOf, resultsOf } from './doors.ts'
import { useInsight, type Run } from './insight.ts'
import { ScoreBars, type Scored } from './score-bar.tsx'

type Part = Omit<Scored, 'key' | 'door'>
type Parts = { forms: readonly (Part & { form: number | null })[]; sites: readonly (Part & { department: number })[] }

/** The score form by form and site by site, where there are several. */
export const RunParts = ({ run }: { run: Run }) => {
  const t = useText('control')
  const { data, error, refetch } = useInsight<Parts>('scores', { id: run.id }, { isAsked: run.study !== null })
  if (run.study === null) return null
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />
  const forms = data.forms.map((part) => ({
    ...part,
    key: part.name,
    door: resultsOf(run.id, part.form === null ? {} : { form: part.form }),
  }))
  const sites = data.sites.map((part) => ({
    ...part,
    key: String(part.department),
    door: findingsOf(run, { department: part.department }),
  }))
  return (
    <>
      {forms.length > 1 && (
        <>
          <h3>{t('run.byForm')}</h3>
          <ScoreBars list={forms} />
        </>
      )}
      {sites.length > 0 && (
        <>
          <h3>{t('run.bySite')}</h3>
          <ScoreBars list={sites} />
          <p className="panel-note">{t('run.bySiteNote')}</p>
        </>
      )}
    </>
  )
}
