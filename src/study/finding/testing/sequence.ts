import * as fc from 'fast-check'
import { FINDING_STATES, mayMove, PERSON_MOVES, type FindingState, type PersonMove } from '../state.ts'
import { RULES, type Book, type Row, type Rule, type RuleName } from './plain-model.ts'

const isMove = (state: FindingState): state is PersonMove => state in PERSON_MOVES

/** What happens between two runs. */
export type Deed =
  | { kind: 'set'; at: number; a: number; b: number }
  | { kind: 'add'; row: Row }
  | { kind: 'remove'; at: number }
  | { kind: 'rule'; name: RuleName; limit: number }
  | { kind: 'off'; name: RuleName; why: NonNullable<Rule['why']> }
  | { kind: 'person'; at: number; to: PersonMove; until: number | null }
export type Step = { deeds: readonly Deed[] }

const value = fc.integer({ min: 0, max: 6 })
const name = fc.constantFrom(...RULES)
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.constantFrom('S1', 'S2', 'S3', "O'Hara"),
  a: value,
  b: value,
  department: fc.constantFrom('A', 'B'),
})
const at = fc.nat({ max: 9 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), at, a: value, b: value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), row }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rule' as const), name, limit: value }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('off' as const),
      name,
      why: fc.constantFrom('absent' as const, 'not_applicable' as const, 'error' as const),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      at,
      to: fc.constantFrom(...FINDING_STATES.filter(isMove)),
      until: fc.option(fc.integer({ min: 1, max: 7 })),
    }),
  },
)
const step: fc.Arbitrary<Step> = fc.record({ deeds: fc.array(deed, { maxLength: 7 }) })
export const sequence = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  steps: fc.array(step, { minLength: 2, maxLength: 7 }),
})

/** A sequence as it is played: the data, the rules, and the book that the plain model keeps of it. */
export type Play = {
  id: number
  steps: readonly Step[]
  rows: Row[]
  rules: Record<RuleName, Rule>
  ran: Record<RuleName, number | null>
  book: Book
}
export const begin = ({ rows, steps }: { rows: Row[]; steps: Step[] }, id: number): Play => ({
  id,
  steps,
  rows: rows.map((one) => ({ ...one })),
  rules: { one: { limit: 3, version: 1, isOff: false }, two: { limit: 6, version: 1, isOff: false } },
  ran: { one: null, two: null },
  book: new Map(),
})

export type Decided = { id: string; to: PersonMove; until: number | null }
/** One deed, in the data, the rules or the book; what a person decided about which finding is to be done to the real ledger as well. */
export const perform = ({ rows, rules, book }: Play, deed: Deed): Decided | undefined => {
  if (deed.kind === 'set') Object.assign(rows[deed.at % Math.max(1, rows.length)] ?? {}, { a: deed.a, b: deed.b })
  else if (deed.kind === 'add') rows.push({ ...deed.row })
  else if (deed.kind === 'remove') rows.splice(deed.at, 1)
  else if (deed.kind === 'rule') rules[deed.name] = { ...rules[deed.name], limit: deed.limit, version: rules[deed.name].version + 1 }
  else if (deed.kind === 'off') Object.assign(rules[deed.name], { isOff: true, why: deed.why })
  else {
    const [id, entry] = [...book].toSorted(([x], [y]) => (x < y ? -1 : 1))[deed.at] ?? []
    if (id === undefined || !entry || !mayMove(entry.state, deed.to)) return undefined
    const until = deed.to === 'accepted' ? deed.until : null
    Object.assign(entry, { state: deed.to, until })
    entry.story.push(`${deed.to} person`)
    return { id, to: deed.to, until }
  }
  return undefined
}

/** Every step that findings took in these stories. */
export const stepsOf = (stories: Iterable<readonly string[]>): Set<string> => {
  const moved = new Set<string>()
  for (const story of stories) for (const [index, said] of story.entries()) moved.add(`${story[index - 1]?.split(' ')[0] ?? ''} → ${said}`)
  return moved
}
/** What was never tried proves nothing. */
export const TRIED = [
  ' → new data',
  ' → new rule',
  'new → resolved data',
  'new → resolved rule',
  'resolved → reopened data',
  'resolved → reopened rule',
  'accepted → reopened data',
  'accepted → reopened until',
  'false_positive → reopened data',
  'false_positive → resolved rule',
  'fixing → resolved data',
  'queried → resolved data',
  'fixing → accepted person',
  'queried → new person',
  'new → new data',
]
