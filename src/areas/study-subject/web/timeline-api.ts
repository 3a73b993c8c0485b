import { request } from '#web/api/request.ts'

export type Entry = {
  form: number
  name: string
  record: number | null
  instance: number
  state: string | null
  findings: number
  queries: number
}
export type Visit = {
  visit: number | null
  name: string | null
  planned: string | null
  opens: string | null
  closes: string | null
  reason: string | null
  standing: string
  entries: Entry[]
}
export type Timeline = { study: number; today: string; visits: Visit[]; others: { findings: number; queries: number } }

export const fetchTimeline = (id: number, signal: AbortSignal) =>
  request<Timeline>({ url: '/admin/study.subject/timeline', params: { id }, signal, showError: false, cancelDuplicate: false }).then(
    (a) => a.data,
  )
