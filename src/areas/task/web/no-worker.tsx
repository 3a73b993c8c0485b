import { useQuery } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import { ApiError, request } from '#web/api/request.ts'
import { Icon } from '#web/ui/icon.tsx'
import './task.css'

await ensureText('task')

const LOOK_MS = 30_000

/** Answered with a refusal too: a server that is not ready for another reason says of each part how it is. */
const workerOf = (states: unknown): string | null =>
  typeof states === 'object' && states !== null && 'worker' in states && typeof states.worker === 'string' ? states.worker : null
const lookAtWorker = (): Promise<string | null> =>
  request({ url: '/readyz', showError: false, cancelDuplicate: false }).then(
    ({ data }) => workerOf(data),
    (error: unknown) => (error instanceof ApiError ? workerOf(error.data) : null),
  )

/** Without a worker nothing here moves, and nobody would know why. */
export const NoWorker = () => {
  const t = useText('task')
  const { data } = useQuery({
    queryKey: ['worker'],
    queryFn: lookAtWorker,
    refetchInterval: LOOK_MS,
    retry: false,
  })
  if (data !== 'none') return null
  return (
    <p className="task-idle" role="status">
      <Icon name="circle-alert" size={15} />
      <span>{t('noWorker')}</span>
    </p>
  )
}
