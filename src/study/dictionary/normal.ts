import { numberIn } from '#kernel'

/** What is usual, of whom: a range without conditions is everybody's. */
export type Normal = { sex?: string; age?: Range; site?: string; range: Range }
export type Range = { low: number | null; high: number | null }
/** Of whom a value is; what is not known meets no condition. */
export type Whose = { sex: string | null; age: number | null; site: string | null }

const rangeIn = (text: string): Range | null => {
  const [from, to, ...more] = text.split(/[~\uff5e]/).map((side) => side.trim())
  if (from === undefined || to === undefined || more.length > 0 || (from === '' && to === '')) return null
  const [low, high] = [from === '' ? null : numberIn(from), to === '' ? null : numberIn(to)]
  const isRead = (from === '' || low !== null) && (to === '' || high !== null)
  return isRead && (low === null || high === null || low <= high) ? { low, high } : null
}

const one = (text: string): Normal | null => {
  const at = text.search(/[:\uff1a]/)
  const range = rangeIn(text.slice(at + 1))
  const normal: Normal | null = range && { range }
  for (const condition of text
    .slice(0, Math.max(at, 0))
    .split(/[\s,\uff0c]+/)
    .filter(Boolean)) {
    const [, name, value = ''] = /^(sex|age|site)=(.+)$/i.exec(condition) ?? []
    if (!normal || name === undefined) return null
    if (name.toLowerCase() === 'age') {
      const age = rangeIn(value)
      if (!age) return null
      normal.age = age
    } else normal[name.toLowerCase() === 'sex' ? 'sex' : 'site'] = value
  }
  return normal
}

/** `3.9~6.1; sex=2 age=18~65: 3.5~5.8; site=A: ~7`: ranges apart by semicolons, each with its conditions before a colon; null where it is not read. */
export const readNormal = (text: string): Normal[] | null => {
  const read = text
    .split(/[;\uff1b\n]/)
    .filter((part) => part.trim() !== '')
    .map(one)
  return read.every((normal) => normal !== null) ? read : null
}

const within = (value: number, { low, high }: Range): boolean => (low === null || value >= low) && (high === null || value <= high)
const same = (a: string, b: string | null): boolean => b !== null && a.toLowerCase() === b.toLowerCase()
const fits = ({ sex, age, site }: Normal, whose: Whose): boolean =>
  (sex === undefined || same(sex, whose.sex)) &&
  (site === undefined || same(site, whose.site)) &&
  (age === undefined || (whose.age !== null && within(whose.age, age)))
const weight = ({ sex, age, site }: Normal): number => [sex, age, site].filter((condition) => condition !== undefined).length

/** The range that a value is outside of: of those that fit, the one that says most about the person. */
export const missedNormal = (normals: readonly Normal[], whose: Whose, text: string): Range | null => {
  const value = numberIn(text)
  const [own] = normals.filter((normal) => fits(normal, whose)).toSorted((a, b) => weight(b) - weight(a))
  return value === null || !own || within(value, own.range) ? null : own.range
}
export const rangeText = ({ low, high }: Range): string => `${low ?? ''}~${high ?? ''}`
