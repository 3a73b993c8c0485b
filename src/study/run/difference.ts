import type { Status } from '#qc/result.ts'

/** What one rule said of one form in a run. */
export type Said = {
  parameter: number
  form: number | null
  code: string
  status: Status
  violated: number
  denominator: number
  score: number | null
}
/** `elsewhere`: only one of the two runs judged it, which proves nothing. */
export type Kind = 'worse' | 'better' | 'still' | 'fine' | 'elsewhere'
export type Difference = { parameter: number; form: number | null; code: string; now: Said | null; before: Said | null; kind: Kind }

const RANK: Partial<Record<Status, number>> = { passed: 0, warned: 1, failed: 2 }

const kindOf = (now: Said | null, before: Said | null): Kind => {
  const [a, b] = [now && RANK[now.status], before && RANK[before.status]]
  if (a === undefined || a === null || b === undefined || b === null) return 'elsewhere'
  if (a !== b) return a > b ? 'worse' : 'better'
  return a === 0 ? 'fine' : 'still'
}

const ORDER: readonly Kind[] = ['worse', 'still', 'better', 'elsewhere', 'fine']
const keyOf = ({ parameter, form, code }: Said): string => `${parameter} ${form ?? ''} ${code}`

/** Two runs rule by rule: what got worse first. */
export const differenceOf = (now: readonly Said[], before: readonly Said[]): Difference[] => {
  const [mine, theirs] = [new Map(now.map((said) => [keyOf(said), said])), new Map(before.map((said) => [keyOf(said), said]))]
  return [...new Map([...theirs, ...mine]).entries()]
    .map(([key, { parameter, form, code }]) => {
      const pair = { now: mine.get(key) ?? null, before: theirs.get(key) ?? null }
      return { parameter, form, code, ...pair, kind: kindOf(pair.now, pair.before) }
    })
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.code < b.code ? -1 : 1))
}
