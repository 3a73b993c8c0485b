import type { EntryField } from './member-entry.ts'
import { request } from './request.ts'

export type QueryState = 'open' | 'answered' | 'closed'
export type QueryHead = { id: number; title: string; text: string; due: string | null; category: string | null; study: string | null }
export type QueryEntry = {
  id: number
  kind: string
  at: string
  by: string | null
  text: string | null
  category: string | null
  before: string | null
  after: string | null
  /** What somebody has attached. */
  file: string | null
  told: { title: string; before: string | null; after: string | null; to?: string }[]
}
export type QueryCell = {
  value: string | null
  label: string
  unit: string
  options: { code: string; label: string }[] | null
  /** How it is entered, as in the form. */
  field: Pick<EntryField, 'kind' | 'units' | 'missingCodes'>
}
/** A corrected file that the member has sent as an answer. */
export type SentFile = { id: number; number: number; name: string; state: string; submittedAt: string | null }
export type OwnQuery = Omit<QueryHead, 'study'> & {
  state: string
  entries: QueryEntry[]
  cell: QueryCell | null
  about: { resource: string; record: number } | null
  mayAnswer: boolean
  /** Whether a corrected file may be sent, and what was sent last. */
  takesFile: boolean
  sent: SentFile | null
  next: 'submit' | 'accept' | 'recheck' | 'person' | 'standing' | 'proved' | null
}
export type QueryAnswer = { category: string; value: string | null; note: string | null; file: string | null }

const url = (action: string) => `/api/study/query/${action}`
const quiet = { showError: false, cancelDuplicate: false } as const

export const fetchQueries = (state: QueryState, page: number) =>
  request<{ list: QueryHead[]; total: number; limit: number }>({ url: url('index'), params: { state, page }, ...quiet }).then((a) => a.data)
export const fetchQuery = (id: number) => request<OwnQuery>({ url: url('read'), params: { id }, ...quiet }).then((a) => a.data)
/** `key`: however often it is sent, it is answered once. */
export const answerQuery = (id: number, answer: QueryAnswer, key: string, done: string) =>
  request({
    url: url('answer'),
    method: 'POST',
    data: { id, ...answer },
    headers: { 'idempotency-key': key },
    showSuccess: done,
    ...quiet,
  })
