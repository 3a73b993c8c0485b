import type { OtherUnit } from '#kernel'
import { request } from './request.ts'

export type Standing = 'done' | 'second' | 'draft' | 'missed' | 'late' | 'due' | 'later' | 'undated' | 'extra'
export type Cell = {
  visit: number | null
  name: string | null
  instance: number
  standing: Standing
  opens: string | null
  closes: string | null
}
export type ExpectedSubject = { id: number; code: string; cells: Cell[] }
export type Expected = {
  list: ExpectedSubject[]
  total: number
  limit: number
  counts: Partial<Record<Standing, number>>
  repeats: boolean
}
export type EntryPlace = { gather: number; subject: number; visit: number | null; instance: number }
export type EntryField = {
  label: string
  kind: string
  unit: string | null
  units: readonly OtherUnit[]
  isComputed: boolean
  isRequired: boolean
  missingCodes: string[]
  choices: { value: string; label: string }[] | null
}
export type RuleTold = { text: string; fields: string[]; stops: boolean }
export type Judgement = {
  hidden: string[]
  missing: string[]
  odd: Record<string, string>
  computed: Record<string, string | null>
  /** Rules of the gather projects that the record breaks. */
  rules: RuleTold[]
}
export type EntryValues = Record<string, string | null>
export type EntryRecord = { id: number; version: number; state: string; values: EntryValues; asksReason: boolean }
export type Entered = { record: EntryRecord | null; judgement: Judgement }
export type Entry = Entered & {
  /** Somebody else has filled it in; it waits to be entered again from the source, and says nothing of what stands there. */
  isSecond: boolean
  gather: { id: number; name: string; isOpen: boolean }
  subject: string
  visit: string | null
  instance: number
  resource: string
  form: {
    id: number
    title: string
    /** Offered where a change asks for its reason. */
    reasons: string[]
    sections: { title: string; fields: string[] }[]
    fields: Record<string, EntryField>
    masked: string[]
  }
  held: string | null
}
/** What is sent, under the key that makes it one write however often it is sent. */
export type Sent = { key: string; body: EntryPlace & { version: number | null; values: EntryValues }; reason: string }

const url = (path: string) => `/api/study/entry/${path}`
const quiet = { showError: false, cancelDuplicate: false } as const

export const fetchExpected = (params: { gather: number; view: string; code: string; page: number }) =>
  request<Expected>({ url: url('index'), params, ...quiet }).then((a) => a.data)
export const fetchEntry = ({ visit, ...place }: EntryPlace) =>
  request<Entry>({ url: url('read'), params: { ...place, ...(visit === null ? {} : { visit }) }, ...quiet }).then((a) => a.data)
export const fetchJudgement = (place: EntryPlace, values: EntryValues) =>
  request<Judgement>({ url: url('judge'), method: 'POST', data: { ...place, values }, ...quiet }).then((a) => a.data)
export const saveEntry = ({ key, body, reason }: Sent) =>
  request<Entered>({
    url: url('save'),
    method: 'POST',
    data: body,
    headers: { 'idempotency-key': key, ...(reason ? { 'x-reason': encodeURIComponent(reason) } : {}) },
    ...quiet,
  }).then((a) => a.data)
/** Answers how many values differ from the first entry. */
export const saveSecond = ({ key, body }: Sent) =>
  request<Entered & { differences: number }>({
    url: url('second'),
    method: 'POST',
    data: body,
    headers: { 'idempotency-key': key },
    ...quiet,
  }).then((a) => a.data)
export const submitEntry = (place: EntryPlace, version: number, key: string) =>
  request<Entered>({ url: url('submit'), method: 'POST', data: { ...place, version }, headers: { 'idempotency-key': key }, ...quiet }).then(
    (a) => a.data,
  )
