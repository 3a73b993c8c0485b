import { request } from '#web/api/request.ts'
import { uuid } from '#web/api/uuid.ts'
import type { Language } from '#web/expression/suggest.ts'
import { withStoredSlots, type Content, type Problem } from './model.ts'

const quiet = { showError: false, cancelDuplicate: false } as const
const at = (action: string) => `/admin/study.dictionary/${action}`

export type Stored = { content: Content; version: number; problems: Problem[]; language: Language }
export type Saved = Omit<Stored, 'language'>
export type Change = {
  form: string
  slot: number | null
  code: string
  kind: 'added' | 'removed' | 'changed'
  cells: { field: string; before: string; after: string }[]
}
export type Effect = {
  form: string
  slot: number
  code: string
  values: number
  odd: Record<string, number>
  hidden: number
  told: number
  rules: string[]
}
/** `second`: data are entered by now, and its publication needs a second person. */
export type Comparison = { changes: Change[]; effect: Effect[]; second: boolean }

type Slots = ReadonlyMap<number, number>
/** The number of a form is the server's: it is not sent back. */
const sent = ({ forms, codelists, variables }: Content, slots: Slots) => ({
  forms: forms.map(({ code, name, nameEn, repeats, doubleEntry }) => ({ code, name, nameEn, repeats, doubleEntry })),
  codelists,
  variables: withStoredSlots(variables, slots),
})

export const fetchContent = (id: number, signal?: AbortSignal) =>
  request<Stored>({ url: at('content'), params: { id }, signal, ...quiet }).then((a) => a.data)
export const fetchLibrary = (signal?: AbortSignal) =>
  request<{ content: Content }>({ url: at('library'), signal, ...quiet }).then((a) => a.data.content)
export const checkContent = (id: number, content: Content, slots: Slots, signal?: AbortSignal) =>
  request<{ problems: Problem[] }>({
    url: at('check'),
    method: 'POST',
    data: { id, content: sent(content, slots) },
    signal,
    ...quiet,
  }).then((a) => a.data.problems)
export const saveContent = (id: number, version: number, content: Content, slots: Slots) =>
  request<Saved>({
    url: at('save'),
    method: 'POST',
    data: { ids: [id], version, content: sent(content, slots) },
    headers: { 'idempotency-key': uuid() },
    showError: false,
    showSuccess: true,
  }).then((a) => a.data)
export const compareVersions = (id: number, other: number | null, signal?: AbortSignal) =>
  request<Comparison>({ url: at('compare'), params: { id, ...(other ? { with: other } : {}) }, signal, ...quiet }).then((a) => a.data)
export const readDictionary = (text: string, file: string) =>
  request<{ content: Content; notes: Problem[] }>({
    url: at('parse'),
    method: 'POST',
    data: { text, file, form: file.replace(/\.[^.]*$/, '').slice(0, 60) },
    showError: false,
  }).then((a) => a.data)
