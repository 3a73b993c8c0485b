import { useQueryClient } from '@tanstack/react-query'
import { useText } from '#web'
import { saveRow } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { useMay } from '#web/state/ability.tsx'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { Blocker } from './api.ts'

type Props = { study: number; blocker: Pick<Blocker, 'text' | 'waiver' | 'isAsked'>; reload(): void }

/** Asks a second person to let this one pass; until they agree it stays in the way. */
export const WaiveButton = ({ study, blocker: { text, waiver, isAsked }, reload }: Props) => {
  const t = useText('study')
  const may = useMay()
  const client = useQueryClient()
  const { askWhy, dialog } = useConfirm()
  if (!waiver) return null
  if (isAsked) return <small className="study-asked">{t('waiver.asked')}</small>
  if (!may('study.waiver', 'add')) return null
  const ask = async () => {
    const reason = await askWhy({
      title: t('waiver.ask'),
      detail: text,
      note: t('waiver.note'),
      why: t('waiver.why'),
      yes: t('waiver.yes'),
      no: t('waiver.no'),
    })
    if (reason === null) return
    await saveRow('study.waiver', 'add', { study, blocker: waiver, reason }, uuid()).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : String(error)),
    )
    await client.invalidateQueries({ queryKey: ['list', 'study.waiver'] })
    reload()
  }
  return (
    <>
      <Button look="quiet" onClick={() => void ask()}>
        {t('waiver.waive')}
      </Button>
      {dialog}
    </>
  )
}
