// A rule tried on 50,000 records of a form, as the page does while somebody writes it: from the call to its answer, through the server, the request
// lane, a worker and DuckDB, for rules of different kinds.   npm run -s bench:sample -- [--rows 50000] [--rounds 7]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MOST_ROWS, type Trial } from '../../src/study/parameter/trial.ts'
import { post } from '../../test/study-kit.ts'
import { VISITS, startIntake } from './intake.ts'
import { cpuOf } from './process.ts'
import { isBusy, machine } from './machine.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '7' } } })
const [ROWS, ROUNDS] = [Number(values.rows), Number(values.rounds)]
const VARIABLES = 20
const BAR_MS = 500

const RULES = {
  range: { check: 'range', body: { table: 'labs', columns: ['x2'], params: { min: 5, max: 990 } } },
  expression: { check: 'row_expression', body: { table: 'labs', params: { never: 'x2 > x4 or x6 < 10' } } },
  pattern: { check: 'regex', body: { table: 'labs', columns: ['x1'], params: { pattern: 'L[0-9]{2,5}' } } },
  blank: { check: 'not_null', body: { table: 'labs', columns: ['x3', 'x5'] } },
  outlier: { check: 'outlier_sd', body: { table: 'labs', columns: ['x8'], params: { k: 2 } } },
  unique: { check: 'unique', body: { table: 'labs', columns: ['subject', 'visit'] } },
} as const

const intake = await startIntake({ subjects: Math.ceil(ROWS / VISITS.length), variables: VARIABLES })
const worker = intake.launchWorker()
const slots = Array.from({ length: VARIABLES }, (_, i) => i + 1)
const cell = (i: number) => (i % 2 ? `'L' || (n * 7919 + ${i} * 104729) % 100000` : `((n * 7919 + ${i} * 104729) % 100000 / 100.0)::text`)
await intake.client.query(
  `INSERT INTO ${intake.table} (subject, visit, instance, department, state, ${slots.map((i) => `v${i}`).join(', ')})
   SELECT s.id, w.id, 1, s.department, 'draft', ${slots.map(cell).join(', ')}
   FROM (SELECT s.*, row_number() OVER (ORDER BY s.id) AS at FROM study_subject s WHERE s.study = $1) s
   CROSS JOIN (SELECT w.*, row_number() OVER (ORDER BY w.id) AS place FROM study_visit w WHERE w.study = $1) w
   CROSS JOIN LATERAL (SELECT (s.at - 1) * ${VISITS.length} + w.place AS n) k WHERE n <= $2`,
  [intake.study, ROWS],
)
await intake.client.query(`ANALYZE ${intake.table}`)

const pids = { worker: worker.pid ?? 0, server: intake.server.pid ?? 0, database: intake.postmaster }
const cpu = () => cpuOf(pids.worker) + cpuOf(pids.server) + cpuOf(pids.database)
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const failures: string[] = []
const ask = (rule: object) => post<Trial>(intake.call, 'control.parameter/trial', { ...rule, study: intake.study })
const preview = async (rule: object) => {
  const [before, began] = [cpu(), performance.now()]
  const { data, msg, code } = await ask(rule)
  if (code !== 1) throw new Error(msg)
  if (data.rows !== Math.min(ROWS, MOST_ROWS) || data.faults.length > 0) failures.push(`rows ${data.rows}, ${JSON.stringify(data.faults)}`)
  return { ms: performance.now() - began, work: data.ms, cpu: (cpu() - before) * 1000, violated: data.violated }
}
/** As long as the worker starts there is nobody to ask. */
const START_MS = 30_000
const answered = async (): Promise<void> => {
  for (const from = performance.now(); ;) {
    const { msg, code } = await ask(RULES.range)
    if (code === 1) return
    if (performance.now() - from > START_MS) throw new Error(msg)
    await sleep(100)
  }
}

try {
  console.log(`${ROWS} rows × ${VARIABLES}, ${machine}${isBusy ? ' (busy: others bend the clock)' : ''}`)
  await answered()
  const first = await preview(RULES.range)
  console.log(`first once a worker answers: ${first.ms.toFixed(0)} ms`)
  const all: Awaited<ReturnType<typeof preview>>[] = []
  for (const [name, rule] of Object.entries(RULES)) {
    const seen: Awaited<ReturnType<typeof preview>>[] = []
    for (let round = 0; round < ROUNDS; round++) seen.push(await preview(rule))
    all.push(...seen)
    const of = (key: 'ms' | 'work' | 'cpu') => median(seen.map((one) => one[key])).toFixed(0)
    console.log(`${name}: ${of('ms')} ms, of it at work ${of('work')} ms; CPU ${of('cpu')} ms; ${seen[0]?.violated} violations`)
  }
  const [clock, cost] = [median(all.map(({ ms }) => ms)), median(all.map((one) => one.cpu))]
  console.log(`median of all: ${clock.toFixed(0)} ms by the clock, CPU ${cost.toFixed(0)} ms`)
  console.log(`judged by ${isBusy ? 'CPU' : 'the clock'}, bar ${BAR_MS} ms`)
  if ((isBusy ? cost : clock) > BAR_MS) failures.push('too slow')
} catch (error) {
  failures.push(String(error))
} finally {
  worker.kill('SIGKILL')
  await intake.stop()
}
console.log(failures.length > 0 ? `FAILED: ${failures.join('; ')}` : 'passed')
process.exitCode = failures.length > 0 ? 1 : 0
