import { request, requestBlob } from './request.ts'

export type GatherHead = {
  id: number
  name: string
  study: string | null
  form: string | null
  /** By which a member hands data over. */
  ways: ('form' | 'upload')[]
  intake: string
  due: string | null
  remark: string | null
}
export type OwedGather = GatherHead & {
  sent: number
  waiting: number
  toDo: Partial<Record<'late' | 'due' | 'draft' | 'second' | 'done', number>> | null
}
export type SentHead = {
  id: number
  number: number
  name: string
  receivedAt: string | null
  submittedAt: string | null
  sha256: string
  size: number
  state: string
  rowsIn: number | null
  rowsStored: number | null
  rowsChanged: number | null
  rowsSame: number | null
  rowsRejected: number | null
  /** Rows that break a blocking rule. */
  stops: number
}
export type ProblemLine = { row: number; subject: string | null; visit: string | null; text: string }
export type SentDelivery = SentHead & {
  /** The query that it answers. */
  query: number | null
  atWork: boolean
  error: string | null
  gather: { id: number; name: string; code: string }
  by: string
  trouble: string | null
  unknown: string[]
  hasSubject: boolean
  refused: ProblemLine[]
  /** The visits of the study, where a row names one that it does not have. */
  visits: { code: string; name: string }[]
  /** What the rules of the gather project say; null where it names none. */
  checked: Record<'stops' | 'warns', { rows: number; list: ProblemLine[] }> | null
  hindrance: string | null
}

const url = (path: string) => `/api/study/${path}`
const quiet = { showError: false, cancelDuplicate: false } as const

export const fetchGathers = () => request<{ list: OwedGather[] }>({ url: url('gather/index'), ...quiet }).then((a) => a.data.list)
export const fetchGather = (id: number) => request<GatherHead>({ url: url('gather/read'), params: { id }, ...quiet }).then((a) => a.data)
export const fetchSent = (gather: number) =>
  request<{ list: SentHead[] }>({ url: url('delivery/index'), params: { gather }, ...quiet }).then((a) => a.data.list)
export const fetchDelivery = (id: number) =>
  request<SentDelivery>({ url: url('delivery/read'), params: { id }, ...quiet }).then((a) => a.data)
export const submitDelivery = (id: number, done: string) =>
  request({ url: url('delivery/submit'), method: 'POST', data: { id }, showSuccess: done })
export const withdrawDelivery = (id: number, done: string) =>
  request({ url: url('delivery/withdraw'), method: 'POST', data: { id }, showSuccess: done })
export const fetchRefusedFile = (id: number, as: 'csv' | 'excel') => requestBlob({ url: url('delivery/refused'), params: { id, as } })
