import { ApiError } from '../../api/envelope.ts'
import type { QueryAnswer } from '../../api/member-query.ts'
import { uuid } from '../../api/uuid.ts'
import { draftAt, dropDraft, keepDraft } from '../../draft/drafts.ts'

export type Typed = { category: string; value: string; note: string; file: string }
const BLANK: Typed = { category: 'corrected', value: '', note: '', file: '' }
const NAMES = ['category', 'value', 'note', 'file'] as const

const keyOf = (id: number): string => `query ${id}`
const pathOf = (id: number): string => `/user/study/query?id=${id}`
const textIn = (values: Readonly<Record<string, unknown>>, name: keyof Typed): string => {
  const given = values[name]
  return typeof given === 'string' ? given : BLANK[name]
}

/** What was typed here before the page was left, by reloading it or on a line that broke; `key`: of an answer that nobody knows the end of. */
export const keptAnswer = (id: number): { typed: Typed; key: string | null } => {
  const kept = draftAt('user', keyOf(id))
  const values = kept?.values ?? {}
  const typed = {
    category: textIn(values, 'category'),
    value: textIn(values, 'value'),
    note: textIn(values, 'note'),
    file: textIn(values, 'file'),
  }
  return { typed, key: kept?.intent ?? null }
}
export const keepAnswer = (id: number, typed: Typed, key: string | null): void => {
  if (key === null && NAMES.every((name) => typed[name] === BLANK[name])) dropDraft('user', keyOf(id))
  else void keepDraft('user', { key: keyOf(id), path: pathOf(id), values: typed, before: {}, intent: key })
}
export const forgetAnswer = (id: number): void => dropDraft('user', keyOf(id))

/** Nobody answered: whether it was written is not known, and it is sent again under its key. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && error.kind !== 'business' && !(error.kind === 'http' && error.code < 500)

export const answerOf = ({ category, value, note, file }: Typed, asksValue: boolean): QueryAnswer => ({
  category,
  value: (asksValue && value) || null,
  note: note || null,
  file: file || null,
})
export const newKey = (): string => uuid()
