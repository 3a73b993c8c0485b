import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, runChecks, type Parameter, type QcWorkspace } from '#qc'
import { stageRows } from '../../qc/testing/stage-rows.ts'
import { compareRun, type Change } from './compare.ts'
import { ENTERED_STATUSES, isMass, proves } from './cover.ts'
import { coverOf, findingFingerprint, ledgerColumns, massFingerprint } from './identity.ts'
import { mayMove, PERSON_MOVES, type FindingState, type PersonMove } from './state.ts'
import { hitsOf, RULES, runPlainly, type Book, type Row, type Rule, type RuleName } from './testing/plain-model.ts'

let database: QcWorkspace
beforeAll(async () => void (database = await openDatabase({ threads: 2 })))
afterAll(() => database.close())

type Deed =
  | { kind: 'set'; at: number; a: number; b: number }
  | { kind: 'add'; row: Row }
  | { kind: 'remove'; at: number }
  | { kind: 'rule'; name: RuleName; limit: number }
  | { kind: 'off'; name: RuleName }
  | { kind: 'person'; at: number; to: PersonMove; until: number | null }
type Step = { deeds: readonly Deed[]; departments: readonly ('A' | 'B')[] }

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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('off' as const), name }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      at,
      to: fc.constantFrom(...(Object.keys(PERSON_MOVES) as PersonMove[])),
      until: fc.option(fc.integer({ min: 1, max: 7 })),
    }),
  },
)
const step: fc.Arbitrary<Step> = fc.record({
  deeds: fc.array(deed, { maxLength: 5 }),
  departments: fc.constantFrom<readonly ('A' | 'B')[]>(['A', 'B'], ['A', 'B'], ['A', 'B'], ['A'], ['B']),
})
const sequence = fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 6 }), steps: fc.array(step, { minLength: 2, maxLength: 7 }) })

type Kept = { lineage: string; department: string; hash: string; state: FindingState; until: number | null; story: string[] }
/** One sequence: the data and rules as they are now, the plain book, and the ledger as the product keeps it. */
type Play = {
  id: number
  steps: readonly Step[]
  rows: Row[]
  rules: Record<RuleName, Rule>
  ran: Record<RuleName, number | null>
  ranHere: Map<string, number>
  book: Book
  ledger: Map<string, Kept>
}
const begin = ({ rows, steps }: { rows: Row[]; steps: Step[] }, id: number): Play => ({
  id,
  steps,
  rows: rows.map((one) => ({ ...one })),
  rules: { one: { limit: 3, version: 1, isOff: false }, two: { limit: 6, version: 1, isOff: false } },
  ran: { one: null, two: null },
  ranHere: new Map(),
  book: new Map(),
  ledger: new Map(),
})

const lineageOf = (play: Play, rule: string): string => `${play.id}.${rule}`
const placeOf = (parameter: string) => ({ study: 'study', lineage: parameter, form: 'f' })
const coverIn = (play: Play, rule: string): string => coverOf(placeOf(lineageOf(play, rule)))
const fingerprintOf = (play: Play, id: string): string => {
  const [rule = '', key = '', occurrence = ''] = id.split(' ')
  return findingFingerprint(placeOf(lineageOf(play, rule)), JSON.stringify({ id: key }), rule === 'one' ? 'slot1' : '', Number(occurrence))
}

const perform = (play: Play, deed: Deed): void => {
  const { rows, rules, book, ledger } = play
  if (deed.kind === 'set') Object.assign(rows[deed.at % Math.max(1, rows.length)] ?? {}, { a: deed.a, b: deed.b })
  else if (deed.kind === 'add') rows.push({ ...deed.row })
  else if (deed.kind === 'remove') rows.splice(deed.at, 1)
  else if (deed.kind === 'rule') rules[deed.name] = { ...rules[deed.name], limit: deed.limit, version: rules[deed.name].version + 1 }
  else if (deed.kind === 'off') rules[deed.name].isOff = true
  else {
    const [id, entry] = [...book].toSorted(([x], [y]) => (x < y ? -1 : 1))[deed.at] ?? []
    const kept = id === undefined ? undefined : ledger.get(fingerprintOf(play, id))
    if (!entry || !kept || !mayMove(entry.state, deed.to)) return
    for (const one of [entry, kept]) {
      one.state = deed.to
      one.until = deed.to === 'accepted' ? deed.until : null
      one.story.push(`${deed.to} person`)
    }
  }
}

const parametersOf = (play: Play): Parameter[] => {
  const { one, two } = play.rules
  const common = { filter: `sequence = '${play.id}'`, keyFields: ['id'], table: 't' }
  return [
    { ...common, id: lineageOf(play, 'one'), check: 'range', columns: ['a'], params: { max: one.limit }, enabled: !one.isOff },
    {
      ...common,
      id: lineageOf(play, 'two'),
      check: 'row_expression',
      params: { never: `a + b > ${two.limit}` },
      enabled: !two.isOff,
      // Whatever the thresholds say of their number, violations are entered.
      fail: { metric: 'count', op: '>', value: 3 },
    },
  ]
}

const text = (value: string | null): string => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)
/** The violations of a run as a file, and the rules that it proved something about. */
type Source = (plays: readonly Play[], departments: readonly string[], file: string) => Promise<string[]>
const byEngine: Source = async (plays, departments, file) => {
  const rows = plays.flatMap((play) =>
    play.rows
      .filter((one) => departments.includes(one.department))
      .map((one) => [String(play.id), one.id, String(one.a), String(one.b), one.department]),
  )
  const table = await stageRows(database, 't', ['sequence', 'id', 'a', 'b', 'department'], rows)
  const run = await runChecks({ database, tables: [table], parameters: plays.flatMap(parametersOf) })
  expect(run.results.filter(({ status }) => status === 'error')).toEqual([])
  const columns = ledgerColumns(placeOf, () => ({ slots: { a: 'slot1', 'a, b': '' }, department: 'department' }))
  await run.violations.copy(file, 'parquet', { statuses: ENTERED_STATUSES }, columns)
  await run.violations.dispose()
  return run.results.filter(proves).map(({ parameter }) => coverOf(placeOf(parameter)))
}
/** What the engine would have found, for as many sequences as one likes. */
const byHand: Source = async (plays, departments, file) => {
  const proved: string[] = []
  const lines = plays.flatMap((play) => {
    const rows = play.rows.filter((one) => departments.includes(one.department))
    return RULES.flatMap((rule) => {
      const { isOff, limit } = play.rules[rule]
      if (isOff || rows.length === 0) return []
      const lineage = coverIn(play, rule)
      proved.push(lineage)
      return [...hitsOf(rule, rows, limit)].map(([id, { seen, department }], index) => {
        const cells = [lineage, null, 'f', seen, seen, lineage, department, null, null, fingerprintOf(play, id)].map(text)
        return `(${[index, ...cells].join(', ')})`
      })
    })
  })
  await database.run(`COPY (SELECT * FROM (VALUES ${[...lines, `(-1, ${Array(10).fill("''").join(', ')})`].join(', ')})
    v("row", parameter, "key", field, "value", hash, lineage, department, record, name, fingerprint) WHERE "row" >= 0) TO '${file}' (FORMAT parquet)`)
  return proved
}

/** One run, compared with the ledger. */
const runReally = async (source: Source, plays: readonly Play[], departments: readonly string[], now: number): Promise<void> => {
  const file = path.join(database.directory, 'violations.parquet')
  const proved = await source(plays, departments, file)
  const known = plays.flatMap(({ ledger }) =>
    [...ledger].map(([fingerprint, { lineage, department, hash, state, until }]) => {
      const cells = [fingerprint, lineage, department, hash, state].map(text)
      return `(${[...cells, until !== null && until < now].join(', ')})`
    }),
  )
  await database.run(
    'CREATE OR REPLACE TABLE ledger (fingerprint VARCHAR, lineage VARCHAR, department VARCHAR, hash VARCHAR, state VARCHAR, is_lapsed BOOLEAN)',
  )
  if (known.length > 0) await database.run(`INSERT INTO ledger VALUES ${known.join(', ')}`)
  const byLineage = new Map(plays.flatMap((play) => RULES.map((rule) => [coverIn(play, rule), { play, rule }] as const)))
  const covered = proved.map((lineage) => {
    const { play, rule } = byLineage.get(lineage)!
    const before = play.ranHere.get(rule)
    play.ranHere.set(rule, play.rules[rule].version)
    return { lineage, isNewRule: before !== undefined && before !== play.rules[rule].version }
  })
  const all = departments.length === 2
  const delta = await compareRun(database, { violations: file, ledger: 'ledger', covered, ...(all ? {} : { departments }) })
  for (const change of await database.all<Change>(`SELECT * FROM ${delta.table}`)) {
    const { ledger } = byLineage.get(change.lineage)!.play
    const before = ledger.get(change.fingerprint)
    expect(before?.state ?? null).toBe(change.from)
    const { lineage, department, hash, to, cause } = change
    const story = [...(before?.story ?? []), ...(cause ? [`${to} ${cause}`] : [])]
    ledger.set(change.fingerprint, {
      lineage,
      department: department ?? before!.department,
      hash: hash ?? before!.hash,
      state: to,
      until: before?.until ?? null,
      story,
    })
  }
}

/** Plays the sequences to their end both ways; answers the steps that findings took. */
const playAll = async (source: Source, batch: readonly Play[]): Promise<Set<string>> => {
  const moved = new Set<string>()
  for (let now = 1; batch.some(({ steps }) => steps.length >= now); now++) {
    const scopes = Map.groupBy(
      batch.filter(({ steps }) => steps.length >= now),
      ({ steps }) => steps[now - 1]!.departments.join(''),
    )
    for (const group of scopes.values()) {
      for (const play of group) {
        for (const rule of RULES) play.rules[rule].isOff = false
        for (const deed of play.steps[now - 1]!.deeds) perform(play, deed)
      }
      const { departments } = group[0]!.steps[now - 1]!
      await runReally(source, group, departments, now)
      for (const play of group) runPlainly(play.book, { ...play, departments, now })
    }
  }
  for (const play of batch) {
    const plain = [...play.book].map(([id, { state, story }]) => [fingerprintOf(play, id), { state, story }])
    const real = [...play.ledger].map(([fingerprint, { state, story }]) => [fingerprint, { state, story }])
    expect(Object.fromEntries(real), `sequence ${play.id}`).toEqual(Object.fromEntries(plain))
    for (const { story } of play.ledger.values())
      for (const [index, said] of story.entries()) moved.add(`${story[index - 1]?.split(' ')[0] ?? ''} → ${said}`)
  }
  return moved
}

test('500 random sequences of deliveries, accepts and rule changes: the ledger equals the plain model', { timeout: 120_000 }, async () => {
  const moved = await playAll(byHand, fc.sample(sequence, 500).map(begin))
  // What was never tried proves nothing.
  expect([...moved]).toEqual(
    expect.arrayContaining([
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
    ]),
  )
})

test('the engine finds what the plain model finds, with the same identities', { timeout: 120_000 }, async () => {
  const moved = await playAll(byEngine, fc.sample(sequence, 20).map(begin))
  expect(moved.size).toBeGreaterThan(8)
})

test('a rule that hits far too much enters one finding; what is in the ledger already is still compared row by row', async () => {
  const place = placeOf('wild')
  const mass = massFingerprint(place)
  expect([isMass({ violated: 50_001, denominator: 250_000 }), isMass({ violated: 50_001, denominator: 250_006 })]).toEqual([true, false])
  expect(isMass({ violated: 50_000, denominator: 50_000 })).toBe(false)
  const file = path.join(database.directory, 'wild.parquet')
  const write = (count: number, hash: string) =>
    database.run(`COPY (SELECT 'wild' AS parameter, i AS "row", 'k' || i AS "key", 'a' AS field, 'v' AS "value", '${hash}' AS hash, 'wild' AS lineage,
      NULL::VARCHAR AS department, NULL::VARCHAR AS record, NULL::VARCHAR AS name, 'f' || i AS fingerprint FROM range(1, ${count + 1}) t(i)) TO '${file}' (FORMAT parquet)`)
  const ledger = (rows: string) => `(VALUES ${rows}) l(fingerprint, lineage, department, hash, state, is_lapsed)`
  const compare = async (known: string, isNow: boolean) => {
    const covered = [{ lineage: 'wild', isNewRule: false, ...(isNow ? { mass } : {}) }]
    const { table, ...counts } = await compareRun(database, { violations: file, ledger: ledger(known), covered })
    return { counts, rows: await database.all<Change>(`SELECT * FROM ${table} ORDER BY fingerprint`) }
  }
  await write(5, 'h1')
  const first = await compare(`('f1', 'wild', NULL, 'h0', 'new', false), ('f9', 'wild', NULL, 'h0', 'new', false)`, true)
  expect(first.counts).toEqual({ appeared: 1, reopened: 0, resolved: 1, changed: 1 })
  const entered = first.rows.find(({ fingerprint }) => fingerprint === mass)
  expect(entered).toMatchObject({ massCount: 5, to: 'new', from: null })
  // Accepted as a whole, it opens again when the whole is another; with as many as anyone can read, it is over.
  const known = (hash: string) => `('${mass}', 'wild', NULL, '${hash}', 'accepted', false)`
  expect((await compare(known(entered!.hash!), true)).counts).toEqual({ appeared: 0, reopened: 0, resolved: 0, changed: 0 })
  await write(6, 'h1')
  expect((await compare(known(entered!.hash!), true)).counts).toMatchObject({ appeared: 0, reopened: 1 })
  expect((await compare(known(entered!.hash!).replace('accepted', 'new'), false)).counts).toMatchObject({ appeared: 6, resolved: 1 })
})

test('a run that proves nothing about a rule, or not about a department, resolves nothing there', async () => {
  const file = path.join(database.directory, 'none.parquet')
  await database.run(`COPY (SELECT ''::VARCHAR AS parameter, 0::BIGINT AS "row", '' AS "key", '' AS field, '' AS "value", '' AS hash, '' AS lineage,
    ''::VARCHAR AS department, '' AS record, '' AS name, '' AS fingerprint WHERE false) TO '${file}' (FORMAT parquet)`)
  const ledger = `(VALUES ('1', 'x', 'A', 'h', 'new', false), ('2', 'x', 'B', 'h', 'new', false), ('3', 'x', NULL, 'h', 'new', false), ('4', 'y', 'A', 'h', 'new', false))
    l(fingerprint, lineage, department, hash, state, is_lapsed)`
  const resolvedBy = async (lineages: string[], departments?: string[]) => {
    const covered = lineages.map((lineage) => ({ lineage, isNewRule: false }))
    const { table } = await compareRun(database, { violations: file, ledger, covered, ...(departments ? { departments } : {}) })
    return (await database.all<Change>(`SELECT * FROM ${table} ORDER BY fingerprint`)).map(({ fingerprint }) => fingerprint)
  }
  expect(await resolvedBy([])).toEqual([])
  expect(await resolvedBy(['x'])).toEqual(['1', '2', '3'])
  expect(await resolvedBy(['x'], ['A'])).toEqual(['1'])
  expect(await resolvedBy(['x'], [])).toEqual([])
})
