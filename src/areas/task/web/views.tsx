import { useQuery } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import { request } from '#web/api/request.ts'
import { UsualViews } from '#web/resource/list/usual-views.tsx'
import { useAdmin } from '#web/state/admin.ts'
import { DayStrip } from './day-strip.tsx'
import { NoWorker } from './no-worker.tsx'

await ensureText('task')

type Counts = { running: number; mine: number; worse: number }

/** What is at work, what one asked for, and what waits for somebody to look at it. */
export const Views = () => {
  const t = useText('task')
  const me = useAdmin((s) => s.id)
  const { data: counts } = useQuery({
    // Below the list of tasks: it is asked again with it.
    queryKey: ['list', 'task', 'counts'],
    queryFn: ({ signal }) => request<Counts>({ url: '/admin/task/counts', signal, showError: false }).then(({ data }) => data),
  })
  const inState = (val: string) => [{ field: 'state', operator: 'IN', val } as const]
  const views = [
    { key: 'all', title: t('view.all'), filters: [] },
    { key: 'running', title: t('view.running'), count: counts?.running, filters: inState('waiting,running') },
    { key: 'mine', title: t('view.mine'), count: counts?.mine, filters: [{ field: 'ownerId', operator: 'IN', val: String(me) } as const] },
    { key: 'worse', title: t('view.worse'), count: counts?.worse, filters: inState('failed,parked') },
  ]
  return (
    <>
      <NoWorker />
      <DayStrip />
      <UsualViews label={t('views')} views={views} />
    </>
  )
}
