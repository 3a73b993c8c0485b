import { ensureText, useText } from '#web'
import { UsualViews } from '#web/resource/list/usual-views.tsx'
import { useAdmin } from '#web/state/admin.ts'
import { NoWorker } from './no-worker.tsx'

await ensureText('task')

/** What is at work, what one asked for, and what waits for somebody to look at it. */
export const Views = () => {
  const t = useText('task')
  const me = useAdmin((s) => s.id)
  const inState = (val: string) => [{ field: 'state', operator: 'IN', val } as const]
  const views = [
    { key: 'all', title: t('view.all'), filters: [] },
    { key: 'running', title: t('view.running'), filters: inState('waiting,running') },
    { key: 'mine', title: t('view.mine'), filters: [{ field: 'ownerId', operator: 'IN', val: String(me) } as const] },
    { key: 'worse', title: t('view.worse'), filters: inState('failed,parked') },
  ]
  return (
    <>
      <NoWorker />
      <UsualViews label={t('views')} views={views} />
    </>
  )
}
