import { isDeepStrictEqual } from 'node:util'
import { isWords } from '#kernel'
import type { Language } from '#kernel'
import type { Part } from '../model/half.ts'

/** How a reader says it: in which language, how many a list has, yes and no. */
export type Saying = {
  language: Language
  count(n: number): string
  yes(is: boolean): string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Of a hash its beginning tells two apart; whole, it would push everything else off the page. */
const HASH = /^[0-9a-f]{64}$/
const shortOf = (text: string): string => (HASH.test(text) ? `${text.slice(0, 12)}…` : text)
const textOf = (value: unknown, { language, count, yes }: Saying): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return yes(value)
  if (isWords(value)) return value[language]
  if (!Array.isArray(value)) return shortOf(String(value))
  if (value.length === 0) return null
  return value.some((one) => typeof one === 'object' && one !== null) ? count(value.length) : value.join(', ')
}

/** What differs between two records, value by value. Lists of records are counted: whoever wants to read them opens the entry. */
export const partsOf = (before: unknown, after: unknown, say: Saying, path = ''): Part[] => {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return []
  if ([before, after].some((one) => isRecord(one) && !isWords(one))) {
    // A sentence that was kept in every language is one value.
    const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
      partsOf(old[key], now[key], say, path ? `${path}.${key}` : key),
    )
  }
  const told = { name: path, before: textOf(before, say), after: textOf(after, say) }
  // An empty list in the place of nothing says nothing.
  return told.before === null && told.after === null ? [] : [told]
}
