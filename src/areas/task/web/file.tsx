import { useState } from 'react'
import download from 'virtual:icon/download'
import { useText } from '#web'
import { requestBlob } from '#web/api/request.ts'
import { useAdmin } from '#web/state/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { exactTime, momentOf } from '#web/ui/format.ts'
import { handOver } from '#web/ui/hand-over.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** The file that a task wrote, for whoever asked for it. */
export const TaskFile = ({ row }: { row: { id: number; ownerId?: number | null; result: unknown } }) => {
  const t = useText('task')
  const me = useAdmin((s) => s.id)
  const [busy, setBusy] = useState(false)
  const [opened] = useState(() => Date.now())
  const { name, until } = isObject(row.result) ? row.result : {}
  const end = typeof until === 'string' ? momentOf(until) : null
  if (row.ownerId !== me || typeof name !== 'string' || !end) return null
  const take = async () => {
    setBusy(true)
    try {
      handOver(await requestBlob({ url: '/admin/task/file', params: { id: row.id }, timeout: 0 }), name)
    } catch (error) {
      console.info('[task] no file', error)
    } finally {
      setBusy(false)
    }
  }
  const isGone = end.getTime() < opened
  return (
    <section className="detail">
      <h3>{t('file.title')}</h3>
      <p>{t(isGone ? 'file.gone' : 'file.until', { until: exactTime(end) })}</p>
      {!isGone && (
        <Button look="primary" icon={download} disabled={busy} onClick={() => void take()}>
          {t('file.take')}
        </Button>
      )}
    </section>
  )
}
