// The worker is killed at random moments of a QC run over the records of a study. However often, the run must end with the results, the findings, the
// events and the evidence of a run over the same data that nobody disturbed, each of them once, and leave nothing behind.
//   npm run -s drill:run -- [--kills 50] [--rows 20000]
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { add, post } from '../../test/study-kit.ts'
import { VISITS, startIntake } from '../bench/intake.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' }, rows: { type: 'string', default: '20000' } } })
const [KILLS, ROWS] = [Number(values.kills), Number(values.rows)]
const VARIABLES = 6
const LIMIT_MS = 25 * 60_000
const MOST_KILLS_OF_ONE = 4
const began = performance.now()
const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
const failures: string[] = []

const intake = await startIntake({ subjects: Math.ceil(ROWS / VISITS.length), variables: VARIABLES })
const { client, table, call, study } = intake
const all = async <T extends object>(text: string, params: unknown[] = []): Promise<T[]> => (await client.query(text, params)).rows

const cell = (i: number) => (i % 2 ? `'L' || (n * 7919 + ${i} * 104729) % 100000` : `((n * 7919 + ${i} * 104729) % 100000 / 100.0)::text`)
const slots = Array.from({ length: VARIABLES }, (_, i) => i + 1)
await client.query(
  `INSERT INTO ${table} (subject, visit, instance, department, state, ${slots.map((i) => `v${i}`).join(', ')})
   SELECT s.id, w.id, 1, s.department, 'draft', ${slots.map(cell).join(', ')}
   FROM (SELECT s.*, row_number() OVER (ORDER BY s.id) AS at FROM study_subject s WHERE s.study = $1) s
   CROSS JOIN (SELECT w.*, row_number() OVER (ORDER BY w.id) AS place FROM study_visit w WHERE w.study = $1) w
   CROSS JOIN LATERAL (SELECT (s.at - 1) * ${VISITS.length} + w.place AS n) k WHERE n <= $2`,
  [study, ROWS],
)
const RULES = [
  { id: 'range', check: 'range', table: 'labs', columns: ['x2'], params: { max: 2000 }, severity: 'blocking' },
  { id: 'order', check: 'row_expression', table: 'labs', params: { never: 'x2 > x4 + 900' } },
  { id: 'pattern', check: 'regex', table: 'labs', columns: ['x1'], params: { pattern: 'L[0-9]{3,5}' } },
  { id: 'filled', check: 'not_null', table: 'labs', columns: ['x3'] },
  { id: 'once', check: 'unique', table: 'labs', columns: ['x5'] },
  { id: 'far', check: 'outlier_sd', table: 'labs', columns: ['x6'], params: { k: 1.7 } },
]
const taken = await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: RULES }), study })
if (taken.code !== 1) throw new Error(taken.msg)
await client.query(`UPDATE control_version SET state = 'active'`)
const ids = (await all<{ id: number }>('SELECT id::int FROM control_parameter WHERE study = $1 ORDER BY id', [study])).map(({ id }) => id)
const set = (await add(call, 'control.set', { code: 'DRILL', name: 'drill', nameEn: 'drill', study, parameters: ids })).id

/** Two states of the data by turns: each run finds something new, something gone, something changed, and most of it as it was. */
type Side = 'a' | 'b'
const turn = (side: Side) =>
  client.query(
    `UPDATE ${table} SET v2 = CASE WHEN id % 100 = $1 THEN '5000' WHEN id % 100 = 7 THEN $2 ELSE least(v2::float8, 999)::text END,
       v3 = CASE WHEN id % 40 = $1 THEN NULL ELSE coalesce(v3, 'L1') END`,
    [side === 'a' ? 3 : 53, side === 'a' ? '3000' : '4000'],
  )

let worker: ChildProcess = intake.launchWorker()
const end = async (): Promise<void> => {
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}
const inTime = (): void => {
  if (performance.now() - began > LIMIT_MS) throw new Error('not done in time')
}
type Task = { state: string; step: string | null; alive: boolean }
const look = async (task: number): Promise<Task> => {
  const [found] = await all<Task>(`SELECT state, step, coalesce(lease_until > now(), false) AS alive FROM task WHERE id = $1`, [task])
  if (!found) throw new Error('the task is gone')
  return found
}
const begin = async (side: Side) => {
  await turn(side)
  const { code, msg, data } = await post<{ id: number; task: number }>(call, 'qc.run/judge', { study, form: null, set })
  if (code !== 1) throw new Error(msg)
  return data
}
// The lease of a killed worker would lapse by itself after half a minute; a task that lost its worker three times would be parked.
const RELEASE = `UPDATE task SET lease_until = now(), tries = 0, run_after = now() WHERE id = $1 AND state = 'running'`

const FACTS = `SELECT state, score, applicable, total, failed, warned, passed, errors, rows, evidence, source_hash AS source, appeared, reopened, resolved, changed FROM qc_run WHERE id = $1`
const RESULTS = `SELECT code, form, status, "rows", denominator, violated, value, score, count(*) OVER (PARTITION BY code, form) AS times FROM qc_result WHERE run = $1 ORDER BY code, form`
const FINDINGS = `SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS hash, count(*) AS n FROM (SELECT concat_ws(' ', fingerprint, state, cause, value, hash, severity, record) AS line FROM finding WHERE study = $1) f`
const EVENTS = `SELECT "from", "to", cause, count(*) AS n, count(DISTINCT finding) AS of FROM finding_event WHERE run = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
/** All that a run has left, in words that can be compared. */
const leftBy = async (run: number): Promise<string> =>
  JSON.stringify({
    facts: await all(FACTS, [run]),
    results: await all(RESULTS, [run]),
    findings: await all(FINDINGS, [study]),
    events: await all(EVENTS, [run]),
  })

// Held from the first line of the ledger to the commit: whoever has it is in the transaction at the end.
const ENTERING = `SELECT 1 FROM pg_locks, hashtextextended('finding:study:${study}', 0) h WHERE locktype = 'advisory' AND granted
  AND classid::bigint = (h >> 32) & 4294967295 AND objid::bigint = h & 4294967295`
const isEntering = async () => (await all(ENTERING)).length > 0

type Quiet = { left: string; took: number; late: number }
const quiet = async (side: Side): Promise<Quiet> => {
  const { id, task } = await begin(side)
  const from = performance.now()
  for (let entered = 0; ;) {
    inTime()
    if (entered === 0 && (await isEntering())) entered = performance.now()
    const { state } = await look(task)
    const now = performance.now()
    if (state === 'done') return { left: await leftBy(id), took: now - from, late: entered === 0 ? 0 : now - entered }
    if (state !== 'waiting' && state !== 'running') throw new Error(`an undisturbed run is ${state}`)
    await sleep(5)
  }
}

const counts = { kills: 0, runs: 0, differing: 0, steps: new Map<string, number>() }
const disturbed = async (side: Side, usual: Omit<Quiet, 'left'>): Promise<string> => {
  const { id, task } = await begin(side)
  counts.runs++
  for (let killed = 0; ;) {
    inTime()
    const { state, step, alive } = await look(task)
    if (state === 'done') return leftBy(id)
    if (state !== 'waiting' && state !== 'running') throw new Error(`a run is ${state}`)
    if (killed >= MOST_KILLS_OF_ONE || counts.kills >= KILLS || !alive) {
      await sleep(20)
      continue
    }
    // Judging takes most of the time: half of the kills of a run wait for the transaction at its end.
    const isAimed = killed >= MOST_KILLS_OF_ONE / 2
    if (isAimed && !(await isEntering())) {
      await sleep(2)
      continue
    }
    await sleep(Math.random() * (isAimed ? usual.late : usual.took - usual.late))
    const isLast = await isEntering()
    await end()
    killed++
    counts.kills++
    const at = (await look(task)).state === 'done' ? 'just after the end' : isLast ? 'in the last transaction' : (step ?? '–')
    counts.steps.set(at, (counts.steps.get(at) ?? 0) + 1)
    await client.query(RELEASE, [task])
    worker = intake.launchWorker()
  }
}

try {
  console.log(`${ROWS} rows × ${VARIABLES}, ${RULES.length} rules, load ${(loadavg()[0] ?? 0).toFixed(1)}`)
  // Until what was found, is gone and is back stands as it will stand from now on.
  for (const side of ['a', 'b', 'a'] as const) await quiet(side)
  const still = { b: await quiet('b'), a: await quiet('a') }
  const usual = { took: (still.a.took + still.b.took) / 2, late: (still.a.late + still.b.late) / 2 }
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(
    `undisturbed: ${inSeconds(usual.took)} s a run, of it ${inSeconds(usual.late)} s the last transaction; ${still.a.left.slice(0, 300)}…`,
  )
  for (let side: Side = 'b'; counts.kills < KILLS; side = side === 'a' ? 'b' : 'a') {
    const left = await disturbed(side, usual)
    if (left === still[side].left) continue
    counts.differing++
    failures.push(
      `after ${counts.kills} kills a run left something else:\n${left.slice(0, 1500)}\ninstead of\n${still[side].left.slice(0, 1500)}`,
    )
  }
  const late = counts.steps.get('in the last transaction') ?? 0
  if (late < KILLS / 5) failures.push(`only ${late} kills met the last transaction`)
  const left = await all(`SELECT 1 FROM qc_run WHERE state IN ('waiting', 'running')`)
  if (left.length > 0) failures.push(`${left.length} runs have no end`)
} catch (error) {
  failures.push(String(error))
} finally {
  worker.kill('SIGKILL')
  await intake.stop()
}
const steps = [...counts.steps].map(([step, n]) => `${step} ${n}`).join(', ')
console.log(
  `${counts.kills} kills (${steps}) of ${counts.runs} runs: ${counts.differing} differ; ${seconds()} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
)
console.log(failures.length > 0 ? `FAILED: ${failures.join('; ')}` : 'passed')
process.exitCode = failures.length > 0 ? 1 : 0
