import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#web/i18n/index.ts'
import { fetchThread } from './api.ts'

const LOOK_MS = 3000
const WATCH_MS = 1000
const UNSETTLED: ReadonlySet<string> = new Set(['open', 'answered'])

/** What was said, and the value as it is now. The site answers and the re-check closes it while somebody looks: they see it happen. */
export const useThread = ({ id, version, state }: { id: number; version?: number | undefined; state: string }) => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['query', 'thread', id, version, lang],
    queryFn: ({ signal }) => fetchThread(id, signal),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data: seen } }) => (seen?.next === 'recheck' ? WATCH_MS : UNSETTLED.has(state) ? LOOK_MS : false),
    // With every step it has another version: what is read meanwhile stays in sight.
    placeholderData: (before, asked) => (asked?.queryKey[2] === id ? before : undefined),
  })
}
