// A study whose run has 3,000 results and 1,000,000 findings, and a second run over data of which 3 % are others.
import { copyFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { add, post } from '../../test/study-kit.ts'
import { VISITS, startIntake } from './intake.ts'
import { cpuOf, peakMB } from './process.ts'

const VARIABLES = 30
/** A hundredth of all rules find everything, each in a sixth of the records: none of them so much that it would be one finding. */
const RULES_OF_ONE = 100
export const RULES = VARIABLES * RULES_OF_ONE
const FINDINGS_OF_A_RECORD = 5
const WIDTH = (1000 * FINDINGS_OF_A_RECORD) / VARIABLES

const cell = (i: number) => `((n * 7919 + ${i} * 104729) % 100000 / 100.0)::text`
const slots = Array.from({ length: VARIABLES }, (_, i) => i + 1)
const FILL = (table: string) => `INSERT INTO ${table} (subject, visit, instance, department, state, ${slots.map((i) => `v${i}`).join(', ')})
  SELECT s.id, w.id, 1, s.department, 'draft', ${slots.map(cell).join(', ')}
  FROM (SELECT s.*, row_number() OVER (ORDER BY s.id) AS at FROM study_subject s WHERE s.study = $1) s
  CROSS JOIN (SELECT w.*, row_number() OVER (ORDER BY w.id) AS place FROM study_visit w WHERE w.study = $1) w
  CROSS JOIN LATERAL (SELECT (s.at - 1) * ${VISITS.length} + w.place AS n) k WHERE n <= $2`
/** Three records in a hundred say something else: what was found of them is gone, and about as much is new. */
const CHANGE = (table: string) =>
  `UPDATE ${table} SET ${slots.map((i) => `v${i} = round((v${i}::numeric * 7 + 3.33) % 1000, 2)::text`).join(', ')} WHERE id % 100 IN (3, 50, 80)`

const ruleOf = (variable: number, at: number) => ({
  id: `r${variable}-${at}`,
  check: 'row_expression',
  table: 'labs',
  params: { never: at === 0 ? `x${variable} < ${WIDTH}` : `x${variable} > ${1000 + at}` },
})

// Held from the first line of the ledger to the commit of the run.
const ENTERING = `SELECT 1 FROM pg_locks, hashtextextended('finding:study:' || $1, 0) h WHERE locktype = 'advisory' AND granted
  AND classid::bigint = (h >> 32) & 4294967295 AND objid::bigint = h & 4294967295`

export const startLedger = async (findings: number) => {
  const rows = findings / FINDINGS_OF_A_RECORD
  const intake = await startIntake({ subjects: Math.ceil(rows / VISITS.length), variables: VARIABLES, type: 'number' })
  const { client, table, call, study, postmaster } = intake
  const worker = intake.launchWorker()
  await client.query(FILL(table), [study, rows])
  await client.query(`ANALYZE ${table}`)
  const parameters = slots.flatMap((variable) => Array.from({ length: RULES_OF_ONE }, (_, at) => ruleOf(variable, at)))
  const taken = await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })
  if (taken.code !== 1) throw new Error(taken.msg)
  await client.query(`UPDATE control_version SET state = 'active'`)
  const { rows: ids } = await client.query<{ id: number }>('SELECT id::int FROM control_parameter WHERE study = $1 ORDER BY id', [study])
  const first = ids.slice(0, 1).map(({ id }) => id)
  const set = (await add(call, 'control.set', { code: 'BENCH', name: 'bench', nameEn: 'bench', study, parameters: first })).id
  // A form takes a thousand; a rule for several forms has a result in each, and so there may be more results than that.
  await client.query('UPDATE control_set SET parameters = $1 WHERE id = $2', [ids.map(({ id }) => id), set])

  const cpu = () => ({ worker: cpuOf(worker.pid ?? 0), database: cpuOf(postmaster) })
  /** A run from the call to its end, with what its last transaction cost. */
  const run = async () => {
    const began = performance.now()
    const { code, msg, data } = await post<{ id: number; task: number }>(call, 'qc.run/judge', { study, form: null, set })
    if (code !== 1) throw new Error(msg)
    let entered: { at: number; cpu: ReturnType<typeof cpu> } | null = null
    for (;;) {
      if (!entered && (await client.query(ENTERING, [study])).rowCount) entered = { at: performance.now(), cpu: cpu() }
      const { rows: tasks } = await client.query<{ state: string; error: unknown }>('SELECT state, error FROM task WHERE id = $1', [
        data.task,
      ])
      const state = tasks[0]?.state
      if (state === 'done' && entered) {
        const [after, now] = [cpu(), performance.now()]
        const { rows: told } = await client.query<{ appeared: number; resolved: number; changed: number; total: number }>(
          'SELECT appeared::int, resolved::int, changed::int, total::int FROM qc_run WHERE id = $1',
          [data.id],
        )
        const facts = told[0]
        if (!facts) throw new Error('the run is gone')
        return {
          ...facts,
          id: data.id,
          judged: (entered.at - began) / 1000,
          entered: (now - entered.at) / 1000,
          worker: after.worker - entered.cpu.worker,
          database: after.database - entered.cpu.database,
          peak: peakMB(worker.pid ?? 0),
        }
      }
      if (state !== 'waiting' && state !== 'running') throw new Error(`the run is ${state}: ${JSON.stringify(tasks[0]?.error)}`)
      await sleep(20)
    }
  }
  return {
    ...intake,
    run,
    change: () => client.query(CHANGE(table)),
    /** What the database would do by itself, some time: nothing of it is the ledger's. */
    settle: () => client.query('VACUUM ANALYZE finding, finding_event, qc_result, qc_run'),
    /** Its report as a page of its own name: a browser tells what a file is by that. */
    reportOf: async (id: number) => {
      const { rows: kept } = await client.query<{ report: string }>('SELECT report FROM qc_run WHERE id = $1', [id])
      const path = `${intake.pathOf(kept[0]?.report ?? '')}.html`
      await copyFile(intake.pathOf(kept[0]?.report ?? ''), path)
      return { path }
    },
    stop: async () => {
      worker.kill('SIGKILL')
      await intake.stop()
    },
  }
}
export type Ledger = Awaited<ReturnType<typeof startLedger>>
