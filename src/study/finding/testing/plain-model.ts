import type { FindingState } from '../state.ts'

/** The rules of findings once more, as one would tell them: row by row, without a database. What the product does must equal it. */
export type Row = { id: string; a: number; b: number; department: 'A' | 'B' }
/** `why`: of one that proves nothing in this run, whether it was left out, does not apply or went wrong. */
export type Rule = { limit: number; version: number; isOff: boolean; why?: 'absent' | 'not_applicable' | 'error' }
export type Entry = { state: FindingState; seen: string; department: string; until: number | null; story: string[] }
export type Book = Map<string, Entry>

type Hit = { seen: string; department: string }
/** `one` looks at a alone, `two` at both columns: a change of b is nothing to the first. */
export const RULES = ['one', 'two'] as const
export type RuleName = (typeof RULES)[number]
const judges: Record<RuleName, { isWrong: (row: Row, limit: number) => boolean; seen: (row: Row) => string }> = {
  one: { isWrong: ({ a }, limit) => a > limit, seen: ({ a }) => `${a}` },
  two: { isWrong: ({ a, b }, limit) => a + b > limit, seen: ({ a, b }) => `${a} ${b}` },
}

export const hitsOf = (name: RuleName, rows: readonly Row[], limit: number): Map<string, Hit> => {
  const hits = new Map<string, Hit>()
  const counted = new Map<string, number>()
  for (const row of rows) {
    if (!judges[name].isWrong(row, limit)) continue
    const occurrence = (counted.get(row.id) ?? 0) + 1
    counted.set(row.id, occurrence)
    hits.set(`${name} ${row.id} ${occurrence}`, { seen: judges[name].seen(row), department: row.department })
  }
  return hits
}

const move = (entry: Entry, state: FindingState, why: string): void => {
  entry.state = state
  entry.story.push(`${state} ${why}`)
}

type Round = {
  rows: readonly Row[]
  rules: Record<RuleName, Rule>
  ran: Record<RuleName, number | null>
  now: number
}
/** One run. `ran` is the version of each rule in the last run that proved something about it. */
export const runPlainly = (book: Book, { rows, rules, ran, now }: Round): void => {
  for (const name of RULES) {
    const { limit, version, isOff } = rules[name]
    if (isOff || rows.length === 0) continue
    const isNewRule = ran[name] !== null && ran[name] !== version
    ran[name] = version
    const why = isNewRule ? 'rule' : 'data'
    const hits = hitsOf(name, rows, limit)
    for (const [id, entry] of book) {
      if (!id.startsWith(`${name} `)) continue
      const hit = hits.get(id)
      if (!hit) {
        if (['new', 'reopened', 'fixing', 'queried'].includes(entry.state)) move(entry, 'resolved', why)
        else if (entry.state === 'false_positive' && isNewRule) move(entry, 'resolved', why)
        continue
      }
      hits.delete(id)
      const isOther = hit.seen !== entry.seen
      Object.assign(entry, hit)
      if (entry.state === 'resolved') move(entry, 'reopened', why)
      else if (entry.state === 'accepted' || entry.state === 'false_positive') {
        if (isOther) move(entry, 'reopened', 'data')
        else if (entry.state === 'accepted' && entry.until !== null && entry.until < now) move(entry, 'reopened', 'until')
      } else if (isOther) entry.story.push(`${entry.state} data`)
    }
    for (const [id, hit] of hits) book.set(id, { ...hit, state: 'new', until: null, story: [`new ${why}`] })
  }
}
