import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { RunQc } from '#web/study/run-qc.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchOverview } from './api.ts'
import { Checklist } from './checklist.tsx'
import { Figures } from './figures.tsx'
import { FormFill } from './form-fill.tsx'
import { NextStep } from './next-step.tsx'
import { Recruitment } from './recruitment.tsx'
import { Sites } from './sites.tsx'
import { Moves, Steps } from './steps.tsx'
import '#web/ui/panel-card.css'
import './overview.css'

await ensureText('study', 'list')

/** How far the study is, what keeps it from its next step, and who brings how many subjects. */
export const Overview = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('study')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['study', row.id, 'overview', row.version, lang],
    queryFn: ({ signal }) => fetchOverview(row.id, signal),
    staleTime: 0,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  // What was begun here changes no field of the study: the record alone would not tell.
  const again = () => {
    void refetch()
    reload()
  }
  const planned = typeof row['plannedN'] === 'number' ? row['plannedN'] : null
  const isOpen = data.checklist.some((check) => !check.done)
  return (
    <div className="study-overview">
      <section className="panel-card" aria-label={t('steps')}>
        <Steps steps={data.steps} />
        {data.next ? (
          <NextStep row={row} next={data.next} reload={again}>
            <RunQc study={row.id} />
          </NextStep>
        ) : (
          <RunQc study={row.id} />
        )}
      </section>
      {isOpen && <Checklist checks={data.checklist} />}
      <Figures
        planned={data.isAll ? planned : null}
        sites={data.sites}
        enrolment={data.enrolment}
        gathers={data.gathers}
        scores={data.scores}
        queries={data.queries}
        today={data.today}
      />
      <div className="study-pair">
        <Recruitment row={row} planned={planned} isAll={data.isAll} enrolment={data.enrolment} day={data.today} />
        {data.sites && <Sites sites={data.sites} />}
      </div>
      {data.sites && <FormFill study={row.id} sites={data.sites} />}
      {data.moves.length > 0 && <Moves moves={data.moves} />}
    </div>
  )
}
