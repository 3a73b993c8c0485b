import { useQuery } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import { request } from '#web/api/request.ts'
import { Icon } from '#web/ui/icon.tsx'
import './task.css'

await ensureText('task')

const LOOK_MS = 30_000

/** Without a worker nothing here moves, and nobody would know why. */
export const NoWorker = () => {
  const t = useText('task')
  const { data } = useQuery({
    queryKey: ['worker'],
    queryFn: () => request<{ worker?: string }>({ url: '/readyz', showError: false, cancelDuplicate: false }).then((answer) => answer.data),
    refetchInterval: LOOK_MS,
    retry: false,
  })
  if (data?.worker !== 'none') return null
  return (
    <p className="task-idle" role="status">
      <Icon name="circle-alert" size={15} />
      <span>{t('noWorker')}</span>
    </p>
  )
}
