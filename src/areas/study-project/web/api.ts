import { request } from '#web/api/request.ts'

export type Step = { key: string; state: 'done' | 'current' | 'ahead'; at: string | null }
export type Blocker = {
  text: string
  address: string | null
  start: { resource: string; action: string; input: Record<string, unknown> } | null
  /** What a waiver of it must name; null where nobody can waive it. */
  waiver: string | null
  /** A second person has been asked to waive it. */
  isAsked: boolean
}
export type Site = {
  id: number
  name: string
  screened: number
  enrolled: number
  completed: number
  withdrawn: number
  last: string | null
}
export type Enrolment = { day: string; count: number }
/** `asked`: places of the form that are to be filled by now; null where nobody asks for it to be filled in. `findings`: the way to the serious ones. */
export type FillCell = {
  site: number
  form: number
  records: number
  asked: number | null
  filled: number
  serious: number
  findings: string
}
export type FormFill = { forms: { id: number; name: string }[]; cells: FillCell[] }
export const fetchFormFill = (id: number, signal: AbortSignal) =>
  request<FormFill>({ url: '/admin/study.project/forms', params: { id }, signal, showError: false, cancelDuplicate: false }).then(
    (a) => a.data,
  )
export type Check = { key: string; done: boolean; tab: string | null }
export type Overview = {
  /** By the server's clock. */
  today: string
  steps: Step[]
  /** `later`: what comes along and holds back the step after this one. Without `isWhole`, what sites have to settle is left out of both. */
  next: { to: string; isWhole: boolean; blockers: Blocker[]; later: Pick<Blocker, 'text' | 'address'>[] } | null
  moves: { at: string; by: string; to: string; reason: string | null }[]
  /** Null: the reader may not read subjects. */
  sites: Site[] | null
  enrolment: Enrolment[]
  /** These are all sites: the plan of the study can be held against them. */
  isAll: boolean
  gathers: number | null
  /** The last runs over the whole study, the oldest first. Null, like the queries: not theirs to read. */
  scores: { points: { at: string; value: number; path: string }[]; path: string } | null
  /** `old`: for more than thirty days. */
  queries: { open: number; old: number; path: string } | null
  checklist: Check[]
}

export const fetchOverview = (id: number, signal: AbortSignal) =>
  request<Overview>({ url: '/admin/study.project/overview', params: { id }, signal, showError: false, cancelDuplicate: false }).then(
    (a) => a.data,
  )

/** Who of the team may ask for the arms to be opened. */
export const fetchUnblinders = (id: number, signal: AbortSignal) =>
  request<{ names: string[] }>({
    url: '/admin/study.project/unblinders',
    params: { id },
    signal,
    showError: false,
    cancelDuplicate: false,
  }).then(({ data }) => data.names)
