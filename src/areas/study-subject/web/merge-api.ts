import { request } from '#web/api/request.ts'
import { runAction } from '#web/api/resource.ts'

export type Side = 'from' | 'into'
export type Cell = { field: string; label: string; from: string | null; into: string | null }
export type Person = {
  id: number
  code: string
  state: string
  screenedOn: string | null
  enrolledOn: string | null
  consent: string | null
  isIdentified: boolean
  visits: number
  records: number | null
  files: number | null
  queries: number | null
  findings: number | null
}
export type Conflict = {
  key: string
  form: number
  name: string
  visit: string | null
  instance: number
  records: Record<Side, number>
  cells: Cell[]
}
export type Stands = Readonly<Record<string, Side>>
export type Merging = {
  request: { into: number; stands: Stands; reason: string | null; by: string | null } | null
  from: Person
  into: Person | null
  obstacles: string[]
  conflicts: Conflict[]
}
export type MergedInto = {
  study: number
  into: { id: number; code: string }
  moved: Readonly<Record<string, number>>
  aside: { form: number; name: string; record: number; stands: number; cells: Cell[] }[]
}

const NAME = 'study.subject'
const quiet = { showError: false, cancelDuplicate: false } as const
export const fetchMerging = (id: number, into: number | null, signal: AbortSignal) =>
  request<Merging>({ url: `/admin/${NAME}/merging`, params: into === null ? { id } : { id, into }, signal, ...quiet }).then(
    ({ data }) => data,
  )
export const fetchMerged = (id: number, signal: AbortSignal) =>
  request<MergedInto>({ url: `/admin/${NAME}/merged`, params: { id }, signal, ...quiet }).then(({ data }) => data)
export const askMerge = (id: number, input: { into: number; stands: Stands; reason: string }, key: string, said: string) =>
  runAction(NAME, 'merge', [id], input, key, { showError: false, showSuccess: said })
