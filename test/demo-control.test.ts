import { afterAll, beforeAll, expect, test } from 'vitest'
import { reading } from '../src/areas/datafile/server/reading.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { DEMO_EVENTS, DEMO_PLANTED, DEMO_ROUNDING, DEMO_WITHOUT_DEMOGRAPHY, DEMO_WITHOUT_VITALS } from '../src/server/seed/demo-record.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
const sql = <T>(text: string) => server.backend.database.query<T>(text)

beforeAll(async () => {
  server = await startTestServer()
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [running, reading],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

type Found = { rule: string; subject: string | null }
/** Whose systolic pressure at the baseline ends in 0 at the site that rounds. */
const rounded = async () => {
  const [form] = await sql<{ id: number }>(`SELECT id FROM study_form WHERE code = 'vitals'`)
  return sql<Found>(`SELECT 'HTN.VS20' AS rule, s.code AS subject FROM "record".t${form!.id} r JOIN study_subject s ON s.id = r.subject
    JOIN department d ON d.id = s.department JOIN study_visit v ON v.id = r.visit
    WHERE v.code = 'V1' AND d.code = '${DEMO_ROUNDING}' AND r.v2 LIKE '%0'`)
}
test(
  'the demo has a control set and three runs; each planted mistake is found by its rule, and nothing else is',
  { timeout: 180_000 },
  async () => {
    const states = () => sql<{ state: string }>('SELECT state FROM qc_run ORDER BY id')
    await expect.poll(states, { timeout: 120_000 }).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }])
    const subjects = await sql<{ code: string }>(
      `SELECT s.code FROM study_subject s JOIN study_project p ON p.id = s.study WHERE p.code = 'HTN-2026' AND s.state = 'enrolled' ORDER BY s.id`,
    )
    const codeOf = (at: number) => subjects[at]!.code
    const planted = [
      ...DEMO_PLANTED.flatMap(([at, , , rules]) => rules.map((rule) => ({ rule: `HTN.${rule}`, subject: codeOf(at) }))),
      ...DEMO_EVENTS.flatMap(([at, , , , rules]) => rules.map((rule) => ({ rule: `HTN.${rule}`, subject: codeOf(at) }))),
      { rule: 'HTN.VS17', subject: codeOf(DEMO_WITHOUT_DEMOGRAPHY) },
      { rule: 'HTN.DM15', subject: codeOf(DEMO_WITHOUT_VITALS) },
      ...(await rounded()),
    ]
    expect((await rounded()).length).toBeGreaterThan(2)
    const found = await sql<Found>(
      `SELECT p.code AS rule, s.code AS subject FROM finding f JOIN control_parameter p ON p.id = f.parameter LEFT JOIN study_subject s ON s.id = f.subject`,
    )
    const lines = (list: readonly Found[]) => list.map(({ rule, subject }) => `${rule} ${subject}`).toSorted()
    expect(lines(found)).toEqual(lines(planted))
    const wrong = await sql(`SELECT code, result->'message' AS said FROM qc_result WHERE status = 'error'`)
    expect(wrong).toEqual([])
    const runs = await sql<{ form: number | null; total: number; appeared: number }>('SELECT form, total, appeared FROM qc_run ORDER BY id')
    expect(runs).toEqual([
      { form: expect.any(Number), total: 20, appeared: expect.any(Number) },
      { form: null, total: 48, appeared: expect.any(Number) },
      { form: null, total: 48, appeared: 0 },
    ])
    expect(runs.slice(0, 2).every(({ appeared }) => appeared > 5)).toBe(true)
  },
)

test('the people of the demo see what concerns them', async () => {
  const seen = async (username: string) => {
    const { call } = await server.login(username)
    const { data } = await call<{ list: { department: number }[]; total: number }>('/admin/finding/index', { query: { limit: '200' } })
    const { data: runs } = await call<{ total: number }>('/admin/qc.run/index')
    return { total: data.total, departments: new Set(data.list.map(({ department }) => department)).size, runs: runs.total }
  }
  const all = await seen('datamanager')
  expect(all).toMatchObject({ runs: 3, departments: 3 })
  expect(await seen('auditor')).toEqual(all)
  const own = await seen('cardiology')
  expect(own).toMatchObject({ runs: 3, departments: 1 })
  expect(own.total).toBeGreaterThan(0)
  expect(own.total).toBeLessThan(all.total)
})

test('the demo has tasks in every state and six data files, each read by what is in it, the cut one quarantined', async () => {
  const { call } = await server.login()
  const tasks = await call<{ list: { state: string }[] }>('/admin/task/index', {
    query: { limit: '100', search: JSON.stringify([{ field: 'kind', operator: '=', val: 'demo.work' }]) },
  })
  expect(tasks.data.list.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'done', 'failed', 'parked', 'running', 'waiting'])
  type File = { name: string; state: string; kind: string; format: string | null; encoding: string | null }
  const files = async () => {
    const { data } = await call<{ list: File[] }>('/admin/datafile/index', { query: { limit: '100', order: 'id,asc' } })
    return data.list.map(({ name, state, kind, format, encoding }) => ({ name, state, kind, format, encoding }))
  }
  const states = async () => (await files()).map(({ state }) => state)
  await expect.poll(states, { timeout: 120_000 }).toEqual([...Array<string>(5).fill('staged'), 'quarantined'])
  expect(await files()).toEqual([
    expect.objectContaining({ name: '门诊随访 2026-10.csv', kind: 'table', encoding: 'gb18030' }),
    expect.objectContaining({ name: 'dm.xpt', kind: 'table', format: 'xpt' }),
    expect.objectContaining({ name: 'S0012_R1.fastq', kind: 'sequence' }),
    expect.objectContaining({ name: 'S0012_T1_slice01.dcm', kind: 'dicom' }),
    expect.objectContaining({ name: '监查报告 03.pdf', kind: 'pdf' }),
    expect.objectContaining({ name: 'S0013_R1.fastq.gz', kind: 'archive', state: 'quarantined' }),
  ])
})
