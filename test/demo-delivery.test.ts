import { afterAll, beforeAll, expect, test } from 'vitest'
import { reading } from '../src/areas/gather-delivery/server/reading.ts'
import { storing } from '../src/areas/gather-delivery/server/storing.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { DEMO_FIRST, DEMO_REFUSED, DEMO_REMOVED, DEMO_SECOND } from '../src/server/seed/demo-delivery.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
const sql = <T>(text: string) => server.backend.database.query<T>(text)
const waited = { timeout: 120_000 }

beforeAll(async () => {
  server = await startTestServer()
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [running, reading, storing],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

type Delivery = {
  id: number
  state: string
  counts: (number | null)[]
  diff: Record<string, unknown> | null
  manifest: Record<string, unknown>
}
const deliveries = () =>
  sql<Delivery>(`SELECT id, state, ARRAY[rows_in, rows_stored, rows_changed, rows_same, rows_rejected] AS counts, diff, manifest
    FROM gather_delivery ORDER BY number`)
const states = async () => (await deliveries()).map(({ state }) => state)
const idle = async () =>
  (
    await sql(
      `SELECT 1 FROM task WHERE kind <> 'demo.work' AND state IN ('waiting', 'running') AND kind = ANY('{delivery.read,delivery.store,qc.run}')`,
    )
  ).length
const settled = async (...expected: string[]) => {
  await expect.poll(states, waited).toEqual(expected)
  await expect.poll(idle, waited).toBe(0)
}
/** What the rules hold against rows after the first visit, of which deliveries alone tell. */
const found = async () =>
  (
    await sql<{
      line: string
    }>(`SELECT concat_ws(' ', p.code, s.code, v.code) AS line FROM finding f JOIN control_parameter p ON p.id = f.parameter
      JOIN study_subject s ON s.id = f.subject JOIN study_visit v ON v.id = f.visit WHERE v.code <> 'V1' AND f.state IN ('new', 'reopened') ORDER BY line`)
  ).map(({ line }) => line)
const planted = async (list: typeof DEMO_FIRST) => {
  const subjects = await sql<{ code: string }>(
    `SELECT s.code FROM study_subject s JOIN study_project p ON p.id = s.study WHERE p.code = 'HTN-2026' AND s.state = 'enrolled' ORDER BY s.id`,
  )
  return list.flatMap(({ subject, visit, rules }) => rules.map((rule) => `HTN.${rule} ${subjects[subject]!.code} ${visit}`)).toSorted()
}

test(
  'the demo has a stored delivery and one that waits; each planted mistake is found by its rule, and nothing else is',
  { timeout: 300_000 },
  async () => {
    await settled('accepted', 'quarantined')
    const [first, second] = await deliveries()
    expect([first!.counts, first!.manifest['encoding']]).toEqual([[14, 14, 0, 0, 0], 'gb18030'])
    // Compared with the first one, whenever that was stored.
    expect(second!.counts).toEqual([21, 4, 11, 2, 4])
    expect(second!.diff).toMatchObject({ vanished: 1, reasons: DEMO_REFUSED })
    expect(await found()).toEqual(await planted(DEMO_FIRST))
  },
)

test('once the second one is stored the corrected mistakes are resolved, and the new ones found', { timeout: 300_000 }, async () => {
  const { call } = await server.login('datamanager')
  const [, second] = await deliveries()
  expect((await call('/admin/gather.delivery/accept', { body: { ids: [second!.id], reason: '与原始记录核对' } })).code).toBe(1)
  await settled('accepted', 'accepted')
  expect(await found()).toEqual(await planted(DEMO_SECOND))
  const runs = await sql<{ trigger: string }>(`SELECT trigger FROM qc_run ORDER BY id`)
  expect(runs.map(({ trigger }) => trigger)).toEqual(['manual', 'manual', 'manual', 'intake', 'intake'])
  const [kept] = await sql<{ n: number }>(
    `SELECT count(*) AS n FROM "record".t${String(await vitals())} r JOIN study_visit v ON v.id = r.visit WHERE v.code = 'V2' AND r.deleted_at IS NULL`,
  )
  expect(kept!.n).toBe(14)
  expect(DEMO_REMOVED).toBeLessThan(14)
})
const vitals = async () => (await sql<{ id: number }>(`SELECT id FROM study_form WHERE code = 'vitals'`))[0]!.id
