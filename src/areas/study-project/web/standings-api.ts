import { request } from '#web/api/request.ts'

/** What visits are counted by, in the order of the table: first the plan, then what it did not ask for. */
export const COUNTED = ['expected', 'done', 'draft', 'due', 'late', 'missed', 'extra'] as const
export type Counted = (typeof COUNTED)[number]
export type StandingVisit = { id: number; name: string; isPlanned: boolean }
export type Standings = {
  visits: StandingVisit[]
  sites: { id: number; name: string }[]
  counts: ({ visit: number; site: number } & Record<Counted, number>)[]
}

export const fetchStandings = (study: number, signal: AbortSignal) =>
  request<Standings>({
    url: '/admin/study.subject/standings',
    params: { study },
    signal,
    showError: false,
    cancelDuplicate: false,
  }).then(({ data }) => data)
