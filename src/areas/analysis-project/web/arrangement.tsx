import { useState } from 'react'
import { type RowData, useResource, useText } from '#web'
import { draftAt, dropDraft } from '#web/draft/drafts.ts'
import { useTyped } from '#web/draft/use-typed.ts'
import { KeptNotice } from '#web/resource/form/kept-notice.tsx'
import { useLeaveGuard } from '#web/resource/form/leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { PlanFields, Problems } from '#web/study/analysis/plan-fields.tsx'
import { type Offer, wantedOf } from '#web/study/analysis/plan.ts'
import { useTrial } from '#web/study/analysis/use-trial.ts'
import { arrange, assess, fetchTrial, tryNow } from './api.ts'

/** The plan of a request: written as long as it is a draft, with what it would do beside it. */
export const Arrangement = ({ row, offer, reload }: { row: RowData; offer: Offer; reload(): void }) => {
  const t = useText('analysis')
  const words = useText('form')
  const { may } = useResource()
  const { ask, dialog } = useConfirm()
  const draftKey = `analysis.project ${row.id} plan`
  const saved = wantedOf(row)
  const [kept, setKept] = useState(() => draftAt('admin', draftKey))
  const [wanted, setWanted] = useState(() => wantedOf({ ...saved, ...kept?.values }))
  const [busy, setBusy] = useState(false)
  const readOnly = row['state'] !== 'draft' || !may('arrange') || !offer.isMine
  const isDirty = !readOnly && JSON.stringify(wanted) !== JSON.stringify(saved)
  const trial = useTrial({ tryNow, assess, fetchTrial }, row.id, wanted, !readOnly && may('assess'))
  useTyped('admin', draftKey, isDirty, () => ({ values: { ...wanted }, before: { ...saved } }))
  useLeaveGuard(isDirty, async () => {
    const question = { title: words('leave.ask'), detail: words('leave.detail'), yes: words('leave.yes'), no: words('leave.no') }
    const leaves = await ask({ ...question, danger: true })
    if (leaves) dropDraft('admin', draftKey)
    return leaves
  })
  const discard = () => {
    dropDraft('admin', draftKey)
    setKept(undefined)
    setWanted(saved)
  }
  const save = async () => {
    setBusy(true)
    try {
      await arrange(row.id, wanted)
      dropDraft('admin', draftKey)
      reload()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="analysis">
      {dialog}
      {kept && <KeptNotice draft={kept} onDiscard={discard} />}
      {!isDirty && <Problems offer={offer} />}
      <PlanFields offer={offer} wanted={wanted} trial={may('assess') ? trial : null} readOnly={readOnly} onChange={setWanted} />
      {!readOnly && (
        <p className="analysis-save">
          <Button look="primary" busy={busy} disabled={!isDirty} onClick={() => void save()}>
            {t('save')}
          </Button>
          <span className="panel-note">{t(isDirty ? 'unsaved' : 'saved')}</span>
        </p>
      )}
    </div>
  )
}
