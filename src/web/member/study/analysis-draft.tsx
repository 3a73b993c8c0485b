import { useState } from 'react'
import { ApiError } from '../../api/request.ts'
import {
  type About,
  assessRequest,
  fetchOwnTrial,
  type OwnRequest,
  recallRequest,
  saveRequest,
  submitRequest,
  tryOwnNow,
} from './analysis-calls.ts'
import { draftAt, dropDraft } from '../../draft/drafts.ts'
import { useTyped } from '../../draft/use-typed.ts'
import { useText } from '../../i18n/index.ts'
import { KeptNotice } from '../../resource/form/kept-notice.tsx'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { PlanFields, Problems } from '../../study/analysis/plan-fields.tsx'
import { wantedOf } from '../../study/analysis/plan.ts'
import { useTrial } from '../../study/analysis/use-trial.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { AboutFields, isAsking } from './analysis-about.tsx'

const CALLS = { tryNow: tryOwnNow, assess: assessRequest, fetchTrial: fetchOwnTrial }
const aboutOf = ({ title, purpose, validUntil }: Readonly<Record<string, unknown>>): About => ({
  title: String(title ?? ''),
  purpose: String(purpose ?? ''),
  validUntil: String(validUntil ?? ''),
})
const toldBy = (problem: unknown): string => (problem instanceof ApiError ? problem.msg : String(problem))

/** What is asked for: written and counted as long as it is a draft, afterwards to be read. */
export const AnalysisDraft = ({ data, reload }: { data: OwnRequest; reload(): void }) => {
  const t = useText('analysis')
  const words = useText('form')
  const { ask, dialog } = useConfirm()
  const draftKey = `analysis ${data.id}`
  const saved = { ...aboutOf(data), ...wantedOf(data) }
  const [kept, setKept] = useState(() => draftAt('user', draftKey))
  const [asked, setAsked] = useState(() => ({
    ...saved,
    ...aboutOf({ ...saved, ...kept?.values }),
    ...wantedOf({ ...saved, ...kept?.values }),
  }))
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const isDraft = data.state === 'draft'
  const isDirty = isDraft && JSON.stringify(asked) !== JSON.stringify(saved)
  const wanted = wantedOf(asked)
  const trial = useTrial(CALLS, data.id, wanted, isDraft)
  useTyped('user', draftKey, isDirty, () => ({ values: { ...asked }, before: { ...saved } }))
  useLeaveGuard(isDirty, async () => {
    const question = { title: words('leave.ask'), detail: words('leave.detail'), yes: words('leave.yes'), no: words('leave.no') }
    const leaves = await ask({ ...question, danger: true })
    if (leaves) dropDraft('user', draftKey)
    return leaves
  })
  const discard = () => {
    dropDraft('user', draftKey)
    setKept(undefined)
    setAsked(saved)
  }
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setTrouble('')
    try {
      await work()
      dropDraft('user', draftKey)
      reload()
    } catch (problem) {
      setTrouble(toldBy(problem))
    } finally {
      setBusy(false)
    }
  }
  const save = (done: string | false) => saveRequest(data.id, data.version, aboutOf(asked), wanted, done)
  const submit = async () => {
    const yes = await ask({ title: t('own.submitAsk'), detail: t('own.submitDetail'), yes: t('own.submit'), no: words('leave.no') })
    if (!yes) return
    await run(async () => {
      const { version } = isDirty ? await save(false) : data
      await submitRequest(data.id, version, t('own.submitted'))
    })
  }
  return (
    <>
      {dialog}
      {kept && isDraft && <KeptNotice draft={kept} onDiscard={discard} />}
      {isDraft && !isDirty && <Problems offer={data.offer} />}
      <fieldset className="panel-card member-analysis-form" disabled={!isDraft}>
        <legend>{t('own.about')}</legend>
        <AboutFields about={aboutOf(asked)} onChange={(about) => setAsked({ ...asked, ...about })} />
      </fieldset>
      <PlanFields
        offer={data.offer}
        wanted={wanted}
        trial={isDraft ? trial : null}
        readOnly={!isDraft}
        onChange={(more) => setAsked({ ...asked, ...more })}
      />
      {trouble && (
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
      )}
      {isDraft && (
        <p className="analysis-save member-analysis-save">
          <Button look="primary" busy={busy} disabled={!isAsking(asked)} onClick={() => void submit()}>
            {t('own.submit')}
          </Button>
          <Button busy={busy} disabled={!isDirty} onClick={() => void run(() => save(t('saved')))}>
            {t('save')}
          </Button>
          <span className="panel-note">{t(isDirty ? 'unsaved' : 'saved')}</span>
        </p>
      )}
      {data.state === 'submitted' && (
        <p className="analysis-tools">
          <Button busy={busy} onClick={() => void run(() => recallRequest(data.id, t('own.recalled')))}>
            {t('own.recall')}
          </Button>
        </p>
      )}
    </>
  )
}
