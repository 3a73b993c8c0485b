import { useQueryClient } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import { useEnded } from '#web/live/use-ended.ts'
import type { Filter } from '#web/resource/address.ts'
import { useListState } from '#web/resource/list/use-list-state.ts'
import { useAdmin } from '#web/state/admin.ts'
import './query.css'

await ensureText('query')

const OLD_DAYS = 14
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The views that everybody needs, beside those that people save themselves. */
export const Views = () => {
  const t = useText('query')
  const me = useAdmin((s) => s.id)
  const { state, change } = useListState()
  const client = useQueryClient()
  // A re-check closes queries while somebody looks at the list: they see it happen.
  useEnded('qc.run', () => void client.invalidateQueries({ queryKey: ['list', 'query'] }))
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
  const now = JSON.stringify(state.filters)
  return (
    <div className="query-views" role="group" aria-label={t('views')}>
      {views.map(([key, filters]) => (
        <button key={key} type="button" aria-pressed={JSON.stringify(filters) === now} onClick={() => change({ filters, saved: null })}>
          {t(`view.${key}`)}
        </button>
      ))}
    </div>
  )
}
