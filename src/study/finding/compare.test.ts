import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, runChecks, type Parameter, type QcWorkspace } from '#qc'
import { stageRows } from '../../qc/testing/stage-rows.ts'
import { compareRun, type Change } from './compare.ts'
import { ENTERED_STATUSES, isMass, proves } from './cover.ts'
import { coverOf, findingFingerprint, ledgerColumns, massFingerprint } from './identity.ts'
import type { FindingState } from './state.ts'
import { hitsOf, RULES, runPlainly } from './testing/plain-model.ts'
import { begin, perform, sequence, stepsOf, TRIED, type Deed, type Play } from './testing/sequence.ts'

let database: QcWorkspace
beforeAll(async () => void (database = await openDatabase({ threads: 2 })))
afterAll(() => database.close())

type Kept = { lineage: string; department: string; hash: string; state: FindingState; until: number | null; story: string[] }
/** One sequence: the data and rules as they are now, the plain book, and the ledger as the product keeps it. */
type Real = Play & { ranHere: Map<string, number>; ledger: Map<string, Kept> }
const started = (given: Parameters<typeof begin>[0], id: number): Real => ({ ...begin(given, id), ranHere: new Map(), ledger: new Map() })

const lineageOf = (play: Play, rule: string): string => `${play.id}.${rule}`
const placeOf = (parameter: string) => ({ study: 'study', lineage: parameter, form: 'f' })
const coverIn = (play: Play, rule: string): string => coverOf(placeOf(lineageOf(play, rule)))
const fingerprintOf = (play: Play, id: string): string => {
  const [rule = '', key = '', occurrence = ''] = id.split(' ')
  return findingFingerprint(placeOf(lineageOf(play, rule)), JSON.stringify({ id: key }), rule === 'one' ? 'slot1' : '', Number(occurrence))
}

const act = (play: Real, deed: Deed): void => {
  const decided = perform(play, deed)
  const kept = decided && play.ledger.get(fingerprintOf(play, decided.id))
  if (!kept) return
  Object.assign(kept, { state: decided.to, until: decided.until })
  kept.story.push(`${decided.to} person`)
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
type Source = (plays: readonly Real[], file: string) => Promise<string[]>
const byEngine: Source = async (plays, file) => {
  const rows = plays.flatMap((play) => play.rows.map((one) => [String(play.id), one.id, String(one.a), String(one.b), one.department]))
  const table = await stageRows(database, 't', ['sequence', 'id', 'a', 'b', 'department'], rows)
  const run = await runChecks({ database, tables: [table], parameters: plays.flatMap(parametersOf) })
  expect(run.results.filter(({ status }) => status === 'error')).toEqual([])
  const columns = ledgerColumns(placeOf, () => ({ slots: { a: 'slot1', 'a, b': '' }, department: 'department' }))
  await run.violations.copy(file, 'parquet', { statuses: ENTERED_STATUSES }, columns)
  await run.violations.dispose()
  return run.results.filter(proves).map(({ parameter }) => coverOf(placeOf(parameter)))
}
/** What the engine would have found, for as many sequences as one likes. */
const byHand: Source = async (plays, file) => {
  const proved: string[] = []
  const lines = plays.flatMap((play) => {
    const { rows } = play
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
const runReally = async (source: Source, plays: readonly Real[], now: number): Promise<void> => {
  const file = path.join(database.directory, 'violations.parquet')
  const proved = await source(plays, file)
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
  const delta = await compareRun(database, { violations: file, ledger: 'ledger', covered })
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
const playAll = async (source: Source, batch: readonly Real[]): Promise<Set<string>> => {
  for (let now = 1; batch.some(({ steps }) => steps.length >= now); now++) {
    const group = batch.filter(({ steps }) => steps.length >= now)
    for (const play of group) {
      for (const rule of RULES) play.rules[rule].isOff = false
      for (const deed of play.steps[now - 1]!.deeds) act(play, deed)
    }
    await runReally(source, group, now)
    for (const play of group) runPlainly(play.book, { ...play, now })
  }
  for (const play of batch) {
    const plain = [...play.book].map(([id, { state, story }]) => [fingerprintOf(play, id), { state, story }])
    const real = [...play.ledger].map(([fingerprint, { state, story }]) => [fingerprint, { state, story }])
    expect(Object.fromEntries(real), `sequence ${play.id}`).toEqual(Object.fromEntries(plain))
  }
  return stepsOf(batch.flatMap(({ ledger }) => [...ledger.values()].map(({ story }) => story)))
}

test('500 random sequences of deliveries, accepts and rule changes: the ledger equals the plain model', { timeout: 120_000 }, async () => {
  const moved = await playAll(byHand, fc.sample(sequence, 500).map(started))
  expect([...moved]).toEqual(expect.arrayContaining(TRIED))
})

test('the engine finds what the plain model finds, with the same identities', { timeout: 120_000 }, async () => {
  const moved = await playAll(byEngine, fc.sample(sequence, 20).map(started))
  expect(moved.size).toBeGreaterThan(8)
})

test('a rule that hits far too much enters one finding; what is in the ledger already is still compared row by row', async () => {
  const place = placeOf('wild')
  const mass = massFingerprint(place)
  expect([isMass({ violated: 50_001, denominator: 250_000 }), isMass({ violated: 50_001, denominator: 250_006 })]).toEqual([true, false])
  expect(isMass({ violated: 50_000, denominator: 50_000 })).toBe(false)
  const file = path.join(database.directory, 'wild.parquet')
  const write = (count: number, hash: string) =>
    database.run(`COPY (SELECT 'wild' AS parameter, i AS "row", '{"id":"k' || i || '"}' AS "key", 'a' AS field, 'v' AS "value", '${hash}' AS hash, 'wild' AS lineage,
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
  // It stands for what has no finding of its own, and says what that begins with.
  expect(entered).toMatchObject({ massCount: 4, to: 'new', from: null, value: 'k2, k3, k4, k5' })
  // Accepted as a whole, it opens again when the whole is another; with as many as anyone can read, it is over.
  const known = (hash: string) => `('${mass}', 'wild', NULL, '${hash}', 'accepted', false), ('f1', 'wild', NULL, 'h1', 'new', false)`
  expect((await compare(known(entered!.hash!), true)).counts).toEqual({ appeared: 0, reopened: 0, resolved: 0, changed: 0 })
  await write(6, 'h1')
  expect((await compare(known(entered!.hash!), true)).counts).toMatchObject({ appeared: 0, reopened: 1 })
  expect((await compare(known(entered!.hash!).replace('accepted', 'new'), false)).counts).toMatchObject({ appeared: 5, resolved: 1 })
  // Each has a finding of its own: nothing is left for it to stand for.
  const all = Array.from({ length: 6 }, (_, i) => `('f${i + 1}', 'wild', NULL, 'h1', 'new', false)`).join(', ')
  expect((await compare(all, true)).rows).toEqual([])
})

test('a run that proves nothing about a rule resolves nothing there', async () => {
  const file = path.join(database.directory, 'none.parquet')
  await database.run(`COPY (SELECT ''::VARCHAR AS parameter, 0::BIGINT AS "row", '' AS "key", '' AS field, '' AS "value", '' AS hash, '' AS lineage,
    ''::VARCHAR AS department, '' AS record, '' AS name, '' AS fingerprint WHERE false) TO '${file}' (FORMAT parquet)`)
  const ledger = `(VALUES ('1', 'x', 'A', 'h', 'new', false), ('2', 'x', 'B', 'h', 'new', false), ('3', 'x', NULL, 'h', 'new', false), ('4', 'y', 'A', 'h', 'new', false))
    l(fingerprint, lineage, department, hash, state, is_lapsed)`
  const resolvedBy = async (lineages: string[]) => {
    const covered = lineages.map((lineage) => ({ lineage, isNewRule: false }))
    const { table } = await compareRun(database, { violations: file, ledger, covered })
    return (await database.all<Change>(`SELECT * FROM ${table} ORDER BY fingerprint`)).map(({ fingerprint }) => fingerprint)
  }
  expect(await resolvedBy([])).toEqual([])
  expect(await resolvedBy(['x'])).toEqual(['1', '2', '3'])
})
