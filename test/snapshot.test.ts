import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#qc'
import { withSnapshots } from '../src/areas/qc-run/server/sources.ts'
import { snapshotForms, type SnapshotForm } from '../src/study/record/snapshot.ts'
import { SEED } from './seed.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, publish, secondPerson, variable } from './study-kit.ts'
import type { Call } from './study-kit.ts'
import { toolsOf } from './worker.ts'

const ROUNDS = 16
const SUBJECTS = 1000
const VALUES = [
  '1',
  '2.50',
  '-3',
  '1e3',
  '99999999',
  null,
  '',
  ' ',
  '2026-01-31',
  '<0.5',
  '"x", y',
  'two\nlines',
  'a\r\nb',
  '中文',
  '\\.',
  '\\N',
  'NULL',
]

let server: TestServer
let call: Call
let folder: string
let study: number
let table: string
let visits: number[]
let other: number
let turn = SEED
/** Below `n`, and the same for everybody. */
const any = (n: number): number => {
  turn = (Math.imul(turn, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((turn / 2 ** 32) * n)
}
const oneOf = <T>(list: readonly T[]): T => list[any(list.length)]!
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
  server = await startTestServer({}, ['--empty'])
  ;({ call } = await server.login())
  const department = (await add(call, 'department', { name: 'A', code: 'A' })).id
  other = (await add(call, 'department', { name: 'B', code: 'B' })).id
  const begun = await collecting(call, 'SNAP', department, 1)
  study = begun.study
  visits = [begun.visit, (await add(call, 'study.visit', { study, code: 'V2', name: 'V2', nameEn: 'V2', day: 28 })).id]
  const { forms } = await publish(call, study, () => ({
    forms: [form('labs', { repeats: true })],
    codelists: [],
    variables: ['a', 'b', 'c'].map((code) => variable('labs', code)),
  }))
  table = `record.t${forms[0]!.id}`
  await sql(
    `INSERT INTO study_subject (study, code, department, state) SELECT $1, 'S-' || g, $2, 'enrolled' FROM generate_series(1, $3::int) g`,
    [study, department, SUBJECTS],
  )
  await sql(
    `INSERT INTO ${table} (subject, visit, department, v1, v2, v3)
     SELECT s.id, v.id, s.department, s.id::text, '2026-01-0' || (1 + s.id % 9), CASE WHEN s.id % 7 > 0 THEN 'x' || s.id END
     FROM study_subject s, study_visit v WHERE s.study = $1 AND v.study = $1 ORDER BY s.id, v.id`,
    [study],
  )
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

type Seen = { rows: string[]; sha256: string | undefined; snapshot: string | undefined; way: string }
/** A form as a run reads it, which keeps what it read here. */
const seenBy = async (own: SnapshotForm, dataDir: string, isKept: boolean): Promise<Seen> => {
  const tools = toolsOf(server.backend)
  const said: string[] = []
  const how = { isPlaced: false, isKept, signal: new AbortController().signal, log: (words: { en: string }) => void said.push(words.en) }
  return withSnapshots(join(folder, 'run'), { ...tools, config: { ...tools.config, DATA_DIR: dataDir } }, [own], how, async ([source]) => {
    const db = await openDatabase({ threads: 1 })
    const names = source!.own!.columns.map((name) => `"${name}"`).join(', ')
    const rows = await db.all(`SELECT ${names} FROM read_parquet('${source!.file}', file_row_number = true) ORDER BY file_row_number`)
    await db.close()
    const { sha256, independentRows } = source!.own!.facts ?? {}
    expect(independentRows).toBe(rows.length)
    return { rows: rows.map((row) => JSON.stringify(Object.values(row))), sha256, snapshot: source!.snapshot, way: said.join() }
  })
}
const labs = async (): Promise<SnapshotForm> => (await snapshotForms(server.backend.database, study))!.forms[0]!
const only = (own: SnapshotForm, ...names: string[]): SnapshotForm => ({
  ...own,
  columns: own.columns.filter(({ name }) => names.includes(name)),
})
const wholeOf = async (own: SnapshotForm, isKept: boolean): Promise<Omit<Seen, 'way'>> => {
  const nowhere = await mkdtemp(join(folder, 'fresh-'))
  const { way, ...seen } = await seenBy(own, nowhere, isKept)
  expect(way).toContain('rows read anew')
  await rm(nowhere, { recursive: true })
  return seen
}

const aRecord = '(SELECT id FROM $table ORDER BY id OFFSET $1 LIMIT 1)'
const record = (text: string, ...more: unknown[]) =>
  sql(text.replaceAll('$record', aRecord).replaceAll('$table', table), [any(SUBJECTS * 2), ...more])
const subject = (text: string) =>
  sql(text.replaceAll('$subject', '(SELECT id FROM study_subject WHERE study = $1 ORDER BY id OFFSET $2 LIMIT 1)'), [study, any(SUBJECTS)])
let instance = 1
const CHANGES: Record<string, () => Promise<unknown>> = {
  edit: () => record(`UPDATE $table SET v${1 + any(3)} = $2 WHERE id = $record`, oneOf(VALUES)),
  add: () =>
    sql(
      `INSERT INTO ${table} (subject, visit, department, instance, v1, v2, v3) SELECT id, $2, department, $3, $4, $5, $6 FROM study_subject
       WHERE study = $1 ORDER BY id OFFSET $7 LIMIT 1`,
      [study, oneOf(visits), ++instance, oneOf(VALUES), oneOf(VALUES), oneOf(VALUES), any(SUBJECTS)],
    ),
  trash: () => record('UPDATE $table SET deleted_at = now() WHERE id = $record'),
  restore: () => sql(`UPDATE ${table} SET deleted_at = NULL WHERE id = (SELECT min(id) FROM ${table} WHERE deleted_at IS NOT NULL)`),
  remove: () => record('DELETE FROM $table WHERE id = $record'),
  move: () => record('UPDATE $table SET department = $2, instance = $3 WHERE id = $record', other, ++instance),
  merge: () =>
    record(
      `UPDATE $table SET subject = (SELECT min(id) FROM study_subject WHERE study = ${study}), instance = $2 WHERE id = $record`,
      ++instance,
    ),
  rename: () => subject(`UPDATE study_subject SET code = code || '-' WHERE id = $subject`),
  'new subject': () =>
    subject(
      `INSERT INTO study_subject (study, code, department, state) SELECT study, code || '+', department, state FROM study_subject WHERE id = $subject`,
    ),
  'subject trashed': () => subject('UPDATE study_subject SET deleted_at = now() WHERE id = $subject'),
  'subject restored': () => sql('UPDATE study_subject SET deleted_at = NULL WHERE study = $1', [study]),
  /** A database that was restored has rows with numbers of transactions of before. */
  'restored behind us': async () => {
    await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await record(`UPDATE $table SET v1 = 'before', changed_tx = '3', updated_at = updated_at - interval '1 hour' WHERE id = $record`)
    await sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  },
}

test(`AA-07 a snapshot made from the one before is the one that would be read whole: ${ROUNDS} random rounds (SEED=${SEED})`, async () => {
  const dataDir = join(folder, 'kept')
  const ways: string[] = []
  const same = async (own: SnapshotForm, isKept: boolean, where: string) => {
    const { way, ...seen } = await seenBy(own, dataDir, isKept)
    const whole = await wholeOf(own, isKept)
    const at = seen.rows.findIndex((row, place) => row !== whole.rows[place])
    const said = [seen.rows.length, at, seen.rows[at], seen.sha256, seen.snapshot]
    expect(said, `SEED=${SEED}, ${where}: ${way}`).toEqual([whole.rows.length, -1, undefined, whole.sha256, whole.snapshot])
    ways.push(way)
    return way
  }
  const own = await labs()
  await same(own, true, 'first')
  expect(await same(own, true, 'again')).toContain('unchanged')
  for (let round = 0; round < ROUNDS; round++) {
    const done = Array.from({ length: any(4) }, () => oneOf(Object.keys(CHANGES)))
    for (const change of done) await CHANGES[change]!()
    const where = `round ${round} (${done.join(', ')})`
    await same(only(own, oneOf(['a', 'b', 'c'])), false, where)
    if (round % 5 === 4) await same(own, true, where)
  }
  expect(ways.filter((way) => way.includes('of before')).length).toBeGreaterThan(ROUNDS / 2)
})

test('AA-07 what was committed after a snapshot by a transaction that began before it is in the next', async () => {
  const dataDir = join(folder, 'late')
  const own = await labs()
  const late = new pg.Client({ connectionString: server.backend.config.DATABASE_URL })
  await late.connect()
  await late.query('BEGIN')
  await late.query(`UPDATE ${table} SET v1 = 'late' WHERE id = (SELECT min(id) FROM ${table} WHERE deleted_at IS NULL)`)
  await sql(`UPDATE ${table} SET v1 = 'early' WHERE id = (SELECT max(id) FROM ${table} WHERE deleted_at IS NULL)`)
  const first = await seenBy(own, dataDir, true)
  await late.query('COMMIT')
  await late.end()
  const { way, ...then } = await seenBy(only(own, 'a'), dataDir, false)
  expect(way).toContain('of before')
  const holds = (seen: { rows: string[] }, text: string) => seen.rows.some((row) => row.includes(`"${text}"`))
  expect([holds(then, 'late'), holds(then, 'early'), holds(first, 'early'), holds(first, 'late')]).toEqual([true, true, true, false])
  expect(then).toEqual(await wholeOf(only(own, 'a'), false))
})

test('AA-07 names of visits, most of the records, another dictionary or a lost file: what cannot be told apart is read whole', async () => {
  const dataDir = join(folder, 'whole')
  const own = await labs()
  const narrow = only(own, 'b')
  await seenBy(own, dataDir, true)
  const way = async (one: SnapshotForm) => {
    const { way: said, ...seen } = await seenBy(one, dataDir, false)
    expect(seen).toEqual(await wholeOf(one, false))
    return said
  }
  expect(await way(narrow)).toContain('of before')
  await sql(`UPDATE study_visit SET code = 'V2b' WHERE id = $1`, [visits[1]])
  expect(await way(narrow)).toContain('rows read anew')
  expect(await way(narrow)).not.toContain('of before')
  await seenBy(own, dataDir, true)
  await sql(`UPDATE ${table} SET v2 = 'all' WHERE id % 3 = 0`)
  expect(await way(narrow)).not.toContain('of before')
  await seenBy(own, dataDir, true)
  const second = await secondPerson(server)
  await publish(
    call,
    study,
    (draft) => ({
      ...draft,
      variables: [...draft.variables.map((one) => (one['code'] === 'b' ? { ...one, code: 'renamed' } : one)), variable('labs', 'd')],
    }),
    second,
  )
  const next = await labs()
  // Values stand where they stood, whatever they are called; what was not there then was not read.
  expect(await way(only(next, 'renamed', 'b'))).toContain('of before')
  expect(await way(only(next, 'd'))).not.toContain('of before')
  expect(await way(next)).not.toContain('of before')
  await rm(join(dataDir, 'work', 'snapshot'), { recursive: true })
  expect(await way(only(next, 'renamed'))).not.toContain('of before')
})
