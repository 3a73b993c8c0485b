import { request } from '#web/api/request.ts'
import type { Told } from '#web/study/told-lines.tsx'

export type Entry = {
  id: number
  kind: string
  at: string
  by: string | null
  text: string | null
  category: string | null
  before: string | null
  after: string | null
  file: string | null
  told: Told[]
}
export type Cell = {
  value: unknown
  label: string
  unit: string
  options: { code: string; label: string }[] | null
  resource: string
  study: number
}
export type Thread = { entries: Entry[]; cell: Cell | null; may: { answer: boolean; decide: boolean }; next: string | null }

export const fetchThread = (id: number, signal?: AbortSignal) =>
  request<Thread>({ url: '/admin/query/thread', params: { id }, signal, showError: false, cancelDuplicate: false }).then((a) => a.data)
