import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hospitalDay, printQuery } from '#kernel'
import { ensureText, useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { useEnded } from '#web/live/use-ended.ts'
import { useNewest } from './use-newest.ts'
import type { Filter } from '#web/resource/address.ts'
import { UsualViews } from '#web/resource/list/usual-views.tsx'
import { useAdmin } from '#web/state/admin.ts'

await ensureText('query')

const OLD_DAYS = 14
/** What waits for somebody. */
const COUNTED: ReadonlySet<string> = new Set(['mine', 'site', 'answered', 'old'])
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
        // As the desk counts them: behind a lock nobody can answer.
        { field: 'locked', operator: '=', val: '0' },
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
  const { data: counts } = useQuery({
    // Below the list of queries: they are counted again with it.
    queryKey: ['list', 'query', 'counts', me],
    queryFn: async ({ signal }) => {
      const count = async ([key, search]: (typeof views)[number]) =>
        [key, (await fetchList('query', 'index', printQuery({ limit: 1, search }), signal)).total] as const
      return Object.fromEntries(await Promise.all(views.filter(([key]) => COUNTED.has(key)).map(count)))
    },
    retry: false,
  })
  const shown = views.map(([key, filters]) => ({ key, title: t(`view.${key}`), count: counts?.[key], filters }))
  return <UsualViews label={t('views')} views={shown} />
}
