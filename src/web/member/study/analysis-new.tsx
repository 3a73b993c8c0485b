import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addRequest, type About, fetchRequests } from './analysis-calls.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import { SubmitButton } from '../../ui/form.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { AboutFields, isAsking } from './analysis-about.tsx'
import '../../ui/panel-card.css'

/** A request begins with what it is for; whom and what it wants comes next. */
export const AnalysisNew = ({ study }: { study: number }) => {
  const t = useText('analysis')
  const go = useNavigate()
  const { data, error, reload } = useAnswer(fetchRequests)
  const [about, setAbout] = useState<About>({ title: '', purpose: '', validUntil: '' })
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={5} />
  const of = data.studies.find(({ id }) => id === study)
  const begin = async () => {
    setBusy(true)
    setTrouble('')
    try {
      const { id } = await addRequest(study, about)
      await go(`?id=${id}`, { replace: true })
    } catch (problem) {
      setTrouble(problem instanceof Error ? problem.message : String(problem))
      setBusy(false)
    }
  }
  return (
    <>
      <p>
        <Link className="member-back" to=".">
          {t('own.back')}
        </Link>
      </p>
      {!of && <Empty icon="chart-column" title={t('own.noStudy')} text={t('own.noStudyHint')} />}
      {of && (
        <form
          className="panel-card member-analysis-form"
          aria-label={t('own.new')}
          onSubmit={(event) => {
            event.preventDefault()
            void begin()
          }}
        >
          <header className="member-title">
            <h1>{t('own.new')}</h1>
            <p>{of.title}</p>
          </header>
          <AboutFields about={about} onChange={setAbout} />
          {trouble && (
            <p className="form-trouble" role="alert">
              {trouble}
            </p>
          )}
          <SubmitButton busy={busy} disabled={!isAsking(about)}>
            {t('own.next')}
          </SubmitButton>
        </form>
      )}
    </>
  )
}
