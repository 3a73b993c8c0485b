import { afterAll, beforeAll, expect, test } from 'vitest'
import { reading } from '../src/areas/gather-delivery/server/reading.ts'
import { storing } from '../src/areas/gather-delivery/server/storing.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { DEMO_LABORATORY, DEMO_RAGGED, DEMO_TESTED } from '../src/server/seed/demo-laboratory.ts'
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
type Gather = 'HTN-VS' | 'HTN-LAB'
const deliveries = (gather: Gather) =>
  sql<Delivery>(`SELECT d.id, d.state, ARRAY[rows_in, rows_stored, rows_changed, rows_same, rows_rejected] AS counts, diff, d.manifest
    FROM gather_delivery d JOIN gather_project g ON g.id = d.gather WHERE g.code = '${gather}' ORDER BY d.number`)
const states = async () => [...(await deliveries('HTN-VS')), ...(await deliveries('HTN-LAB'))].map(({ state }) => state)
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
/** What the rules hold against rows that deliveries alone tell of: of vital signs those after the first visit, of the laboratory all. */
const found = async (rules: 'VS' | 'LB') =>
  (
    await sql<{
      line: string
    }>(`SELECT concat_ws(' ', p.code, s.code, v.code) AS line FROM finding f JOIN control_parameter p ON p.id = f.parameter
      JOIN study_subject s ON s.id = f.subject JOIN study_visit v ON v.id = f.visit
      WHERE p.code LIKE 'HTN.${rules}%' AND (p.code LIKE 'HTN.LB%' OR v.code <> 'V1') AND f.state IN ('new', 'reopened', 'queried') ORDER BY line`)
  ).map(({ line }) => line)
type Planted = { subject: number; visit: string; rules: readonly string[] }
const planted = async (list: readonly Planted[]) => {
  const subjects = await sql<{ code: string }>(
    `SELECT s.code FROM study_subject s JOIN study_project p ON p.id = s.study WHERE p.code = 'HTN-2026' AND s.state = 'enrolled' ORDER BY s.id`,
  )
  return list.flatMap(({ subject, visit, rules }) => rules.map((rule) => `HTN.${rule} ${subjects[subject]!.code} ${visit}`)).toSorted()
}

test(
  'the demo has a stored delivery and one that waits; each planted mistake is found by its rule, and nothing else is',
  { timeout: 300_000 },
  async () => {
    await settled('accepted', 'quarantined', 'accepted', 'quarantined')
    const [first, second] = await deliveries('HTN-VS')
    expect([first!.counts, first!.manifest['encoding']]).toEqual([[14, 14, 0, 0, 0], 'gb18030'])
    // Compared with the first one, whenever that was stored.
    expect(second!.counts).toEqual([21, 4, 11, 2, 4])
    expect(second!.diff).toMatchObject({ vanished: 1, reasons: DEMO_REFUSED })
    expect(await found('VS')).toEqual(await planted(DEMO_FIRST))
    const [month, next] = await deliveries('HTN-LAB')
    const rows = DEMO_TESTED * 2
    expect(month!.counts).toEqual([rows, rows, 0, 0, 0])
    expect(month!.manifest['notes']).toContainEqual(expect.objectContaining({ code: 'ragged_row', line: DEMO_RAGGED }))
    expect(next!.counts).toEqual([rows + 1, 0, 6, rows - 6, 1])
    expect(next!.diff).toMatchObject({ vanished: 0, reasons: { unknownSubject: 1 } })
    expect(await found('LB')).toEqual(await planted(DEMO_LABORATORY.first))
  },
)

test('once the second ones are stored the corrected mistakes are resolved, and the new ones found', { timeout: 300_000 }, async () => {
  const { call } = await server.login('datamanager')
  const before = [(await deliveries('HTN-VS'))[1]!, (await deliveries('HTN-LAB'))[1]!]
  const ids = before.map(({ id }) => id)
  for (const id of ids)
    expect((await call('/admin/gather.delivery/accept', { body: { ids: [id], reason: '与原始记录核对' } })).code).toBe(1)
  await settled('accepted', 'accepted', 'accepted', 'accepted')
  // What the formulas make of the changed values is no more of what the file says: the figure is the one that was decided on.
  const [vital, lab] = [(await deliveries('HTN-VS'))[1]!, (await deliveries('HTN-LAB'))[1]!]
  expect([vital, lab].map(({ diff }) => diff?.['cells'])).toEqual(before.map(({ diff }) => diff?.['cells']))
  const { data: seen } = await call<{ decided: object }>('/admin/gather.delivery/changes', { query: { id: String(vital.id) } })
  expect(seen.decided).toMatchObject({ by: '数据管理员甲', reason: '与原始记录核对' })
  expect(await found('VS')).toEqual(await planted(DEMO_SECOND))
  // What a run changed names its rule: one record may be found by several.
  const events = await call<{ list: { _rule: string | null }[] }>('/admin/finding.event/index', { query: { limit: '100' } })
  expect(events.data.list.filter(({ _rule }) => !_rule)).toEqual([])
  expect(await found('LB')).toEqual(await planted(DEMO_LABORATORY.second))
  const runs = await sql<{ trigger: string }>(`SELECT trigger FROM qc_run ORDER BY id`)
  expect(runs.map(({ trigger }) => trigger)).toEqual([...Array<string>(3).fill('manual'), ...Array<string>(4).fill('intake')])
  const [kept] = await sql<{ n: number }>(
    `SELECT count(*) AS n FROM "record".t${String(await vitals())} r JOIN study_visit v ON v.id = r.visit WHERE v.code = 'V2' AND r.deleted_at IS NULL`,
  )
  expect(kept!.n).toBe(14)
  expect(DEMO_REMOVED).toBeLessThan(14)
})
const vitals = async () => (await sql<{ id: number }>(`SELECT id FROM study_form WHERE code = 'vitals'`))[0]!.id

test('its story says in words what reading and comparing have found: columns by their names, slots as the variables are called', async () => {
  const { call } = await server.login()
  const [first] = await deliveries('HTN-VS')
  const told = async (language: string) =>
    JSON.stringify(
      (
        await call<{ list: { changes: { parts?: unknown }[] }[] }>('/admin/gather.delivery/history', {
          query: { id: String(first!.id) },
          headers: { 'think-lang': language },
        })
      ).data.list.flatMap(({ changes }) => changes.flatMap(({ parts }) => parts ?? [])),
    )
  expect(await told('zh-cn')).toContain('{"name":"收缩压","before":null,"after":"收缩压"}')
  for (const name of ['Encoding', 'Rows against other rules']) expect(await told('en')).toContain(`{"name":"${name}","before":null`)
  // Hashes of files stand elsewhere.
  expect(await told('en')).not.toContain('files.')
})
