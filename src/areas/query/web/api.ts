import { request } from '#web/api/request.ts'

export type Item = {
  finding: number
  code: string
  name: string
  nameEn: string
  version: number | null
  field: string | null
  before?: string | null
  after?: string | null
  value?: string | null
  by?: string | null
  at?: string | null
}
/** What the facts say, in the reader's words. */
export type Line = { title: string; before: string | null; after: string | null }
export type Facts = { names?: string[]; isRule?: boolean; hash?: string; items?: Item[] }
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
  run: number | null
  facts: Facts | null
  told: Line[]
}
export type Cell = { value: unknown; label: string; unit: string; resource: string; study: number }
export type Thread = { entries: Entry[]; cell: Cell | null; may: { answer: boolean; decide: boolean }; next: string | null }

export const fetchThread = (id: number, signal?: AbortSignal) =>
  request<Thread>({ url: '/admin/query/thread', params: { id }, signal, showError: false, cancelDuplicate: false }).then((a) => a.data)
