import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hospitalDay } from '#kernel'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { listAddress, useMenu } from '#web/state/menu.ts'

/** What the clock asks of the workers. `firings` is null where it comes more often than anybody plans by. */
export type Schedule = {
  name: string
  title: string
  cron: string
  zone: string
  next: string
  subject: { resource: string; id: number; label: string } | null
  last: { id: number; state: string } | null
  firings: string[] | null
}
export type Firing = { schedule: Schedule; at: string }

/** The schedules whose tasks this person may see, with their firings from one day to another; undefined until they are known, or where nobody may ask. */
export const useSchedules = (from: string, to: string, isWanted: boolean): readonly Schedule[] | undefined => {
  const lang = useLanguage()
  const tasks = useMenu((s) => listAddress(s.nodes, 'task'))
  const { data } = useQuery<Schedule[]>({
    // Below the list of tasks: each one that ends may be the last of a schedule.
    queryKey: ['list', 'task', 'schedules', from, to, lang],
    queryFn: ({ signal }) =>
      request<{ list: Schedule[] }>({ url: '/admin/task/schedules', params: { from, to }, signal, showError: false }).then(
        ({ data: answer }) => answer.list,
      ),
    enabled: isWanted && tasks !== null,
    placeholderData: keepPreviousData,
  })
  return isWanted && tasks !== null ? data : undefined
}

/** By the hospital's own calendar, each day in the order of its clock. */
export const firingsByDay = (schedules: readonly Schedule[]): ReadonlyMap<string, Firing[]> =>
  Map.groupBy(
    schedules
      .flatMap((schedule) => (schedule.firings ?? []).map((at) => ({ schedule, at })))
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    ({ at }) => hospitalDay(at),
  )
