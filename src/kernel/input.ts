import { fail } from './error.ts'
import type { ErrorKey, FieldErrorKey, Params } from './error.ts'

/** Deeper than anything people make: what works through values by calling itself would run out of stack. */
export const MAX_DEPTH = 64
/** `String({ "toString": 1 })` throws, wherever it stands. */
const SHADOWS: ReadonlySet<string> = new Set(['toString', 'valueOf', '__proto__'])
export const isShadow = (name: string): boolean => SHADOWS.has(name)

/** PostgreSQL text cannot hold NUL, and a lone surrogate would come back as another character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The sentence of the whole, and the one beside the field. */
export type Flaw = { key: ErrorKey; params: Params; field: string; problem: FieldErrorKey }

/** What is wrong with a value that came in, if anything; `field` is where, seen from the top. */
export const flawOf = (value: unknown, field = '', depth = 0): Flaw | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable(field)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH) return { key: 'input.tooDeep', params: { limit: MAX_DEPTH }, field, problem: 'type' }
  // A list has no names of its own: making them would cost more than everything else.
  if (Array.isArray(value)) return firstFlaw(value, field, depth)
  for (const name of Object.keys(value)) {
    const at = depth === 0 ? name : field
    if (!isStorable(name)) return unstorable(at)
    if (isShadow(name)) return { key: 'input.badName', params: { name }, field: at, problem: 'unknown' }
    const flaw = flawOf((value as Record<string, unknown>)[name], at, depth + 1)
    if (flaw) return flaw
  }
  return undefined
}
const firstFlaw = (list: readonly unknown[], field: string, depth: number): Flaw | undefined => {
  for (const item of list) {
    const flaw = flawOf(item, field, depth + 1)
    if (flaw) return flaw
  }
  return undefined
}
const unstorable = (field: string): Flaw => ({
  key: 'input.badCharacter',
  params: { field: field.replaceAll('\0', '�').toWellFormed().slice(0, 100) },
  field,
  problem: 'controlCharacter',
})

/** Whether JSON can say it; of a value without a flaw, so it is not too deep. */
export const isJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null) return true
  if (Array.isArray(value)) return value.every(isJson)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
}

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
