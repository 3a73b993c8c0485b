import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { printQuery } from '#kernel'
import type { SearchItem } from '#kernel'
import { fetchList } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { useAdmin } from '#web/state/admin.ts'
import { useLook } from './look.ts'

/** These to-dos, the most pressing first; mine alone where that is asked for. */
export const useTodos = (search: readonly SearchItem[], limit: number) => {
  const lang = useLanguage()
  const me = useAdmin((s) => s.id)
  const { isMine } = useLook()
  const mine: SearchItem[] = isMine ? [{ field: 'assignee', operator: '=', val: String(me) }] : []
  const params = printQuery({ page: 1, limit, sort: [{ field: 'due', descending: false }], search: [...search, ...mine] })
  return useQuery({
    // Below that of the list: what is written there reloads this too.
    queryKey: ['list', 'todo', 'look', params, lang],
    queryFn: ({ signal }) => fetchList('todo', 'index', params, signal),
    placeholderData: keepPreviousData,
  })
}

export const useReload = () => {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['list', 'todo'] })
}
