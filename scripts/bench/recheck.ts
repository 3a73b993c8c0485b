// One corrected value in a large table, from the save to the closed query: a row check, a group check and a check across two tables.
//   npm run -s bench:recheck -- [--rows 1000000]
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { add, post, read } from '../../test/study-kit.ts'
import { VISITS, startIntake } from './intake.ts'
import { cpuOf } from './process.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const ROWS = Number(values.rows)
const VARIABLES = 20
const WAIT_MS = 30 * 60_000

/** What is planted in one record each, and the value that mends it. `seconds` is the bar from the save to the closed query. */
const KINDS = [
  { kind: 'row', id: 'x1.range', check: 'range', columns: ['x1'], params: { max: 1000 }, row: 1, slot: 'v1', right: '10', seconds: 10 },
  { kind: 'group', id: 'x2.unique', check: 'unique', columns: ['x2'], params: {}, row: 2, slot: 'v2', right: '2', seconds: 90 },
  {
    kind: 'cross-table',
    id: 'x3.key',
    check: 'foreign_key',
    columns: ['x3'],
    params: { parent: 'keys', key: ['k'] },
    row: 4,
    slot: 'v3',
    right: '1',
    seconds: 90,
  },
]

const intake = await startIntake({ subjects: Math.ceil(ROWS / VISITS.length), variables: VARIABLES, type: 'number', keys: true })
const { call, client, study, formId, keysId, table } = intake
const worker = intake.launchWorker()
/** Of what is at work: on a busy machine the clock tells of others. */
const cpu = (): number => [worker.pid, intake.server.pid, intake.postmaster].reduce<number>((sum, pid) => sum + cpuOf(pid ?? 0), 0)
const sql = async <T extends object>(text: string, params: unknown[] = []): Promise<T[]> => (await client.query<T>(text, params)).rows
/** Looks until there is an answer. */
const until = async <T>(look: () => Promise<T | undefined>, what: string): Promise<T> => {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() - began > WAIT_MS) throw new Error(`${what}: not within ${WAIT_MS / 60_000} minutes`)
    await sleep(50)
  }
}

const fill = async () => {
  const cells = Array.from({ length: VARIABLES }, (_, i) => {
    if (i === 0) return `CASE WHEN n = 1 THEN '99999' ELSE (n % 1000)::text END`
    // The second record has the number of the third.
    if (i === 1) return `CASE WHEN n = 2 THEN '3' ELSE n::text END`
    if (i === 2) return `CASE WHEN n = 4 THEN '9' ELSE (1 + n % 5)::text END`
    return `(n % ${100 + i})::text`
  })
  const names = cells.map((_, i) => `"v${i + 1}"`).join(', ')
  await client.query(
    `INSERT INTO ${table} (subject, visit, department, state, ${names})
     SELECT s.first + (n - 1) / ${VISITS.length}, v.first + (n - 1) % ${VISITS.length}, s.department, 'submitted', ${cells.join(', ')} FROM generate_series(1, $2::int) n,
      (SELECT min(id) AS first, min(department) AS department FROM study_subject WHERE study = $1) s, (SELECT min(id) AS first FROM study_visit WHERE study = $1) v`,
    [study, ROWS],
  )
  await client.query(
    `INSERT INTO "record"."t${keysId}" (subject, visit, department, state, v1)
     SELECT s.id, (SELECT min(id) FROM study_visit WHERE study = $1), s.department, 'submitted', row_number() OVER (ORDER BY s.id)
     FROM (SELECT id, department FROM study_subject WHERE study = $1 ORDER BY id LIMIT 5) s`,
    [study],
  )
  await client.query(`VACUUM ANALYZE ${table}`)
}

/** The first run of all rules over everything: what it finds are the planted ones. */
const judge = async (): Promise<void> => {
  const parameters = KINDS.map(({ id, check, columns, params }) => ({ id, check, table: 'labs', columns, params }))
  const taken = await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })
  if (taken.code !== 1) throw new Error(taken.msg)
  await sql(`UPDATE control_version SET state = 'active'`)
  const ids = (await sql<{ id: number }>('SELECT id::int FROM control_parameter WHERE study = $1', [study])).map(({ id }) => id)
  const set = (await add(call, 'control.set', { code: 'R', name: 'r', nameEn: 'r', study, parameters: ids })).id
  const begun = await post<{ id: number }>(call, 'qc.run/judge', { study, form: null, set })
  if (begun.code !== 1) throw new Error(begun.msg)
  const ended = async () =>
    (await sql<{ state: string }>(`SELECT state FROM qc_run WHERE id = $1 AND state IN ('done', 'failed')`, [begun.data.id]))[0]
  const { state } = await until(ended, 'the first run')
  if (state !== 'done') throw new Error(`the first run ${state}`)
}

const FOUND = `SELECT f.id::int, f.record::int FROM finding f JOIN control_parameter p ON p.id = f.parameter
  WHERE p.code = $1 AND f.record = (SELECT min(id) + $2::int - 1 FROM ${table})`
const corrected = async ({ kind, id, row, slot, right, seconds }: (typeof KINDS)[number]): Promise<boolean> => {
  const [found] = await sql<{ id: number; record: number }>(FOUND, [id, row])
  if (!found) throw new Error(`${id} found nothing`)
  const raised = await post<{ ids: number[] }>(call, 'finding/query', { ids: [found.id] })
  const query = raised.data.ids[0]
  if (raised.code !== 1 || query === undefined) throw new Error(raised.msg)
  const name = `clinical.data.f${formId}`
  const { version } = await read(call, name, found.record)
  const [began, before] = [performance.now(), cpu()]
  const saved = await post(call, `${name}/edit`, { id: found.record, version, [slot]: right }, 'bench')
  if (saved.code !== 1) throw new Error(saved.msg)
  const closed = async () => (await sql<{ proved: boolean }>(`SELECT proved FROM query WHERE id = $1 AND state = 'closed'`, [query]))[0]
  const { proved } = await until(closed, `the query of ${id}`)
  const took = (performance.now() - began) / 1000
  const isMet = proved && took < seconds
  console.log(
    `  ${isMet ? '✓' : '✗'} ${kind} check (${id}): ${took.toFixed(1)} s from the save to the query closed with proof, at most ${seconds} s; CPU ${(cpu() - before).toFixed(1)} s`,
  )
  return isMet
}

try {
  await fill()
  const began = performance.now()
  await judge()
  const [waits] = await sql<{ value: string }>(`SELECT value::text FROM routine_config WHERE name = 'recheck_seconds'`)
  console.log(
    `${ROWS.toLocaleString('en')} records of ${VARIABLES} variables; first run ${((performance.now() - began) / 1000).toFixed(1)} s; calm before a re-check ${waits?.value ?? '?'} s; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  )
  let areMet = true
  for (const one of KINDS) areMet = (await corrected(one)) && areMet
  process.exitCode = areMet ? 0 : 1
} finally {
  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  await ended
  await intake.stop()
}
