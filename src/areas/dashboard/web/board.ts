import { useQuery } from '@tanstack/react-query'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { useGroup } from '#web/state/group.ts'

type Base = { key: string; title: string; icon: string; path?: string }
export type Stat = Base & { kind: 'stat'; value: number; unit?: 'bytes'; capped?: boolean; since?: number; before?: number }
export type Series = Base & { kind: 'series'; chart: 'line' | 'bar'; lines: { name: string; values: number[] }[] }
export type Feed = Base & {
  kind: 'feed'
  entries: { at: string; by: string; action: string; word?: string; where: string; what: string }[]
}
export type Notice = Base & { kind: 'notice'; text: string }
export type Work = Base & { kind: 'work'; column: 'waits' | 'runs' | 'worse'; value: number; capped: boolean; late?: number; path: string }
export type Health = Base & { kind: 'health'; lines: HealthLine[] }
export type HealthLine = {
  title: string
  state: string
  path: string
  reached: { value: number; of: number | null; path: string } | null
  scores: { points: { at: string; value: number; path: string }[]; path: string } | null
  open: { ages: number[]; path: string } | null
}
export type Board = { days: string[]; widgets: (Stat | Series | Feed | Notice | Work | Health)[] }

const REFRESH_MS = 60_000
/** What runs ends while one looks. */
const WATCH_MS = 5000

const isRunning = (widget: Board['widgets'][number]): boolean =>
  widget.key === 'running' || (widget.kind === 'work' && widget.column === 'runs')

/** What the server says this person may see, on the days of this person's clock. */
export const useBoard = () => {
  const lang = useLanguage()
  const group = useGroup((s) => s.group)
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  return useQuery({
    queryKey: ['dashboard', lang, group, zone],
    queryFn: ({ signal }) =>
      request<Board>({ url: '/admin/dashboard/index', params: { zone }, signal, showError: false, cancelDuplicate: false }).then(
        (a) => a.data,
      ),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.widgets.some(isRunning) ? WATCH_MS : REFRESH_MS),
    retry: false,
  })
}

export const widgetsOf = <K extends Board['widgets'][number]['kind']>(board: Board | undefined, kind: K) =>
  (board?.widgets.filter((w) => w.kind === kind) ?? []) as Extract<Board['widgets'][number], { kind: K }>[]
