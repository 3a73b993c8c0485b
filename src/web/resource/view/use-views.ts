import { useQuery } from '@tanstack/react-query'
import { fetchViews, type SavedView } from '../../api/view.ts'
import { arrangementOf } from '../../grid/memory.ts'
import type { Overlay } from '../../grid/use-memory.ts'

export const viewsKey = (resource: string) => ['views', resource] as const
const none: readonly SavedView[] = []

export const useViews = (resource: string, enabled = true) => {
  const { data = none, ...rest } = useQuery({
    queryKey: viewsKey(resource),
    queryFn: () => fetchViews(resource),
    enabled,
    staleTime: 60_000,
  })
  return { views: data, ...rest }
}

/** The columns of the view that a list was opened with; nothing is asked where there is none. */
export const useViewOverlay = (resource: string, saved: number | null): Overlay | null => {
  const { views } = useViews(resource, saved !== null)
  const view = views.find((one) => one.id === saved)
  return view ? { key: view.id, arrangement: arrangementOf(view.state) } : null
}
