import { useQueryClient } from '@tanstack/react-query'
import { hospitalDay } from '#kernel'
import { ensureText, useText } from '#web'
import { useEnded } from '#web/live/use-ended.ts'
import { useNewest } from './use-newest.ts'
import type { Filter } from '#web/resource/address.ts'
import { UsualViews } from '#web/resource/list/usual-views.tsx'
import { useAdmin } from '#web/state/admin.ts'

await ensureText('query')

const OLD_DAYS = 14
const dayBefore = (days: number): string => hospitalDay(Date.now() - days * 86_400_000)

export const Views = () => {
  const t = useText('query')
  const me = useAdmin((s) => s.id)
  const client = useQueryClient()
  // A re-check closes queries while somebody looks at the list: they see it happen.
  useEnded('qc.run', () => void client.invalidateQueries({ queryKey: ['list', 'query'] }))
  useNewest(() => void client.invalidateQueries({ queryKey: ['list', 'query'] }))
  const views: [string, readonly Filter[]][] = [
    ['all', []],
    [
      'mine',
      [
        { field: 'state', operator: 'IN', val: 'open' },
        { field: 'assignees', operator: 'FIND_IN_SET', val: String(me) },
      ],
    ],
    ['site', [{ field: 'state', operator: 'IN', val: 'open' }]],
    ['answered', [{ field: 'state', operator: 'IN', val: 'answered' }]],
    [
      'old',
      [
        { field: 'state', operator: 'IN', val: 'open,answered' },
        { field: 'createdAt', operator: 'RANGE', val: `,${dayBefore(OLD_DAYS)}` },
      ],
    ],
  ]
  return <UsualViews label={t('views')} views={views.map(([key, filters]) => ({ key, title: t(`view.${key}`), filters }))} />
}
