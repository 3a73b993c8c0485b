import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import send from 'virtual:icon/send'
import { useResource } from '#web'
import type { CellViewProps } from '#web/field/view.ts'
import { Button } from '#web/ui/button.tsx'
import { exactTime, momentOf } from '#web/ui/format.ts'

const ActionDialog = lazy(() => import('#web/resource/form/action-dialog.tsx'))

/** When it went out; what has not gone out yet has its next step here, in sight. */
export const IssuedAt = ({ value, row, words, active }: CellViewProps) => {
  const { may } = useResource()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const at = momentOf(value)
  if (!isOpen && (at || row['state'] !== 'open' || !may('issue')))
    return at ? <time dateTime={at.toISOString()}>{exactTime(at)}</time> : <span className="cell-dash">–</span>
  return (
    <>
      <Button icon={send} tabIndex={active ? 0 : -1} onClick={() => setOpen(true)}>
        {words.action('issue')}
      </Button>
      {isOpen && (
        <Suspense>
          <ActionDialog
            action="issue"
            rows={[row]}
            onDone={() => void client.invalidateQueries({ queryKey: ['list', 'study.invitation'] })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
