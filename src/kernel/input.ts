import { fail } from './error.ts'
import type { ErrorKey, FieldErrorKey, Params } from './error.ts'

/** Deeper than anything people make: what works through values by calling itself would run out of stack. */
export const MAX_DEPTH = 64
/** Names, records and lists cost most of all that JSON can hold, at every place that reads or writes them. */
export const MAX_PARTS = 20_000
/** `String({ "toString": 1 })` throws, wherever it stands. */
const SHADOWS: ReadonlySet<string> = new Set(['toString', 'valueOf', '__proto__'])
export const isShadow = (name: string): boolean => SHADOWS.has(name)

/** As many digits as JavaScript keeps of any number. */
export const MAX_DIGITS = 15
const FLOAT = /^[+-]?(?<whole>\d*)(?:\.(?<part>\d*))?(?:e[+-]?\d+)?$/
/** Whether a number as it is written is the same one after JavaScript has read it. */
export const hasExactDigits = (text: string): boolean => {
  const { whole = '', part = '' } = FLOAT.exec(text)?.groups ?? {}
  let end = part.length
  while (part[end - 1] === '0') end--
  return `${whole}${part.slice(0, end)}`.replace(/^0+/, '').length <= MAX_DIGITS
}

/** PostgreSQL text cannot hold NUL, and a lone surrogate would come back as another character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The sentence of the whole, and the one beside the field. */
export type Flaw = { key: ErrorKey; params: Params; field: string; problem: FieldErrorKey }

/** What is wrong with a value that came in, if anything; `field` is where, seen from the top. */
export const flawOf = (value: unknown): Flaw | undefined => find(value, '', 0, { parts: 0 })

type Counted = { parts: number }
/** One walk for everything that is looked for: each more would cost as much again. */
const find = (value: unknown, field: string, depth: number, counted: Counted): Flaw | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable(field)
  if (typeof value !== 'object' || value === null) return isPlain(value, depth) ? undefined : notJson(field)
  if (depth >= MAX_DEPTH) return { key: 'input.tooDeep', params: { limit: MAX_DEPTH }, field, problem: 'type' }
  if (++counted.parts > MAX_PARTS) return tooMany(field)
  // A list has no names of its own: making them would cost more than everything else.
  if (Array.isArray(value)) return firstFlaw(value, field, depth, counted)
  if (!isRecord(value)) return notJson(field)
  for (const name in value) {
    const at = depth === 0 ? name : field
    if (++counted.parts > MAX_PARTS) return tooMany(at)
    if (!isStorable(name)) return unstorable(at)
    if (isShadow(name)) return { key: 'input.badName', params: { name }, field: at, problem: 'unknown' }
    const flaw = find(value[name], at, depth + 1, counted)
    if (flaw) return flaw
  }
  return undefined
}
const firstFlaw = (list: readonly unknown[], field: string, depth: number, counted: Counted): Flaw | undefined => {
  for (const item of list) {
    const flaw = find(item, field, depth + 1, counted)
    if (flaw) return flaw
  }
  return undefined
}
/** Nothing at all was sent, or something that JSON can say. */
const isPlain = (value: unknown, depth: number): boolean =>
  value === null || typeof value === 'boolean' || Number.isFinite(value) || (value === undefined && depth === 0)
const isRecord = (value: object): value is Record<string, unknown> => {
  const kind: unknown = Object.getPrototypeOf(value)
  return kind === Object.prototype || kind === null
}
const notJson = (field: string): Flaw => ({ key: 'input.invalid', params: {}, field, problem: 'type' })
const tooMany = (field: string): Flaw => ({ key: 'input.tooMany', params: { limit: MAX_PARTS }, field, problem: 'tooMany' })
const unstorable = (field: string): Flaw => ({
  key: 'input.badCharacter',
  params: { field: field.replaceAll('\0', '�').toWellFormed().slice(0, 100) },
  field,
  problem: 'controlCharacter',
})

/** JSON inside a value, `undefined` where it is none. */
export const readJson = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const flaw = flawOf(value)
  if (flaw) throw fail(flaw.key, flaw.params)
  return value
}
