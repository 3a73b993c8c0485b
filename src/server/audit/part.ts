import { isDeepStrictEqual } from 'node:util'

/** One value inside a record that differs: where it stands in it, and what it was and is. */
export type Part = { name: string; before: string | null; after: string | null }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Of a hash its beginning tells two apart; whole, it would push everything else off the page. */
const HASH = /^[0-9a-f]{64}$/
const shortOf = (text: string): string => (HASH.test(text) ? `${text.slice(0, 12)}…` : text)
const textOf = (value: unknown, count: (n: number) => string): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (!Array.isArray(value)) return shortOf(String(value))
  if (value.length === 0) return null
  return value.some((one) => typeof one === 'object' && one !== null) ? count(value.length) : value.join(', ')
}

/** What differs between two records, value by value. Lists of records are counted: whoever wants to read them opens the entry. */
export const partsOf = (before: unknown, after: unknown, count: (n: number) => string, path = ''): Part[] => {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return []
  if (isRecord(before) || isRecord(after)) {
    const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
      partsOf(old[key], now[key], count, path ? `${path}.${key}` : key),
    )
  }
  return [{ name: path, before: textOf(before, count), after: textOf(after, count) }]
}
