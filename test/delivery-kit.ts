import { afterAll, beforeAll, expect, vi } from 'vitest'
import { trying } from '../src/areas/control-parameter/server/trial/task.ts'
import { reading as readingFile } from '../src/areas/datafile/server/reading.ts'
import { reading } from '../src/areas/gather-delivery/server/reading.ts'
import { storing } from '../src/areas/gather-delivery/server/storing.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { intake } from '../src/server/upload/intake.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Row } from './study-kit.ts'
import { toolsOf } from './worker.ts'

export let server: TestServer
export let admin: Awaited<ReturnType<TestServer['login']>>
export let call: Call
let worker: { stop(): Promise<void> }
export let departments: [number, number]
const failures: unknown[] = []
export const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

/** A server with an empty hospital and a worker beside it. Each test reads several files in the worker. */
export const withDeliveries = (): void => {
  vi.setConfig({ testTimeout: 240_000 })
  beforeAll(open)
  afterAll(close)
}
const open = async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' }, ['--empty'])
  admin = await server.login()
  call = admin.call
  const made = []
  for (const code of ['SITE-A', 'SITE-B']) made.push((await add(call, 'department', { code, name: code })).id)
  departments = [made[0]!, made[1]!]
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [intake, reading, readingFile, storing, trying, running],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
}
const close = async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
}

const VITALS = [
  variable('vitals', 'name', { label: '姓名', sensitivity: 3 }),
  variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer' }),
  variable('vitals', 'dbp', { label: '舒张压', type: 'integer' }),
  variable('vitals', 'pulse', { label: '脉压', type: 'integer', formula: 'sbp - dbp' }),
]
export type Built = { study: number; visit: number; gather: number; code: string; form: number; subjects: number[] }
let number = 0
/** A study with one form, two sites with two subjects each, and an open gather project. */
export const built = async (more: object = {}, shape: object = {}, variables: object[] = VITALS): Promise<Built> => {
  const code = `DL-${++number}`
  const { study, visit } = await collecting(call, code, departments[0], 1)
  const { forms } = await publish(call, study, () => ({ forms: [form('vitals', shape)], codelists: [], variables }))
  const subjects = []
  for (const [i, department] of [...departments, ...departments].entries())
    subjects.push((await add(call, 'study.subject', { study, code: `S${i + 1}`, department })).id)
  const formId = forms[0]!.id
  const body = { study, code, name: '检验', nameEn: 'Laboratory', form: formId, intake: 'flag', ...more }
  const gather = (await add(call, 'gather.project', body)).id
  expect((await move(call, 'gather.project', gather, 'open')).code).toBe(1)
  return { study, visit, gather, code, form: formId, subjects }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
type Session = { door: '/admin/upload' | '/api/upload'; headers: Record<string, string> }
/** `to`: a gather project by its number, or another target. */
export const send = (to: number | string, name: string, data: Buffer | string, token = admin.token) =>
  sendAs({ door: '/admin/upload', headers: { batoken: token } }, to, name, data)
export const sendAs = (session: Session, to: number | string, name: string, data: Buffer | string) =>
  sendTo(session, typeof to === 'number' ? `gather.project/${to}` : to, name, data)
export const sendTo = async ({ door, headers: own }: Session, target: string, name: string, data: Buffer | string) => {
  const bytes = Buffer.from(data)
  const headers = { server: '1', ...own, 'tus-resumable': '1.0.0', 'think-lang': 'en' }
  const metadata = `filename ${base64(name)},target ${base64(target)}`
  const made = await fetch(`${server.address}${door}`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  if (made.status !== 201) return made.status
  const sent = await fetch(`${server.address}${made.headers.get('location')!}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes),
  })
  return sent.status
}
const newest = async (gather: number) =>
  (await sql<Row & { number: number }>('SELECT * FROM gather_delivery WHERE gather = $1 ORDER BY number DESC LIMIT 1', [gather]))[0]
export const waited = { timeout: 60_000 }
/** The delivery once it has left these states. */
export const left = async (gather: number, count: number, ...states: string[]): Promise<Row> => {
  await expect.poll(async () => (await newest(gather))?.number, waited).toBe(count)
  await expect.poll(async () => (await newest(gather))?.state, waited).not.toMatch(new RegExp(`^(${states.join('|')})$`))
  return (await newest(gather))!
}
export const deliver = async (gather: number, data: Buffer | string, name = 'labs.csv'): Promise<Row> => {
  const before = (await newest(gather))?.number ?? 0
  expect(await send(gather, name, data)).toBe(204)
  return left(gather, before + 1, 'received', 'reading')
}
export const counts = (row: Row) => [row['rows_in'], row['rows_stored'], row['rows_changed'], row['rows_same'], row['rows_rejected']]
export const accept = async (row: Row, by = call) => {
  const { code, msg, data } = await post<{ task: number }>(by, 'gather.delivery/accept', { ids: [row.id], reason: '核对无误' })
  if (code !== 1) throw new Error(msg)
  await expect
    .poll(async () => (await sql<{ state: string }>('SELECT state FROM task WHERE id = $1', [data.task]))[0]?.state, waited)
    .toMatch(/done|failed|parked/)
  return {
    ...(await read(call, 'gather.delivery', row.id)),
    task: (await sql('SELECT state, error FROM task WHERE id = $1', [data.task]))[0],
  }
}
export const records = (formId: number) =>
  sql(`SELECT s.code AS subject, t.v1, t.v2, t.v3, t.v4, t.version, t.state, t.delivery_id IS NOT NULL AS delivered, t.row_no
    FROM "record"."t${formId}" t JOIN study_subject s ON s.id = t.subject ORDER BY s.code, t.visit`)

/** What somebody does to a delivery while a worker reads it; answers it once its task is done. */
export const whileReading = async (gather: number, data: string, act: (id: number) => Promise<{ code: number }>): Promise<Row> => {
  const { database } = server.backend
  const count = ((await newest(gather))?.number ?? 0) + 1
  const own =
    'SELECT d.*, t.state AS "taskState" FROM gather_delivery d LEFT JOIN task t ON t.id = d.task WHERE d.gather = $1 AND d.number = $2'
  const find = async () => (await sql<Row & { taskState: string }>(own, [gather, count]))[0]
  await database.transaction(async (tx) => {
    // The comparison reads the records; nothing else here does.
    const [{ form } = { form: 0 }] = await tx.query<{ form: number }>('SELECT form FROM gather_project WHERE id = $1', [gather])
    await tx.query(`LOCK TABLE "record"."t${form}" IN ACCESS EXCLUSIVE MODE`)
    expect(await send(gather, 'labs.csv', data)).toBe(204)
    await expect.poll(async () => (await find())?.state, waited).toBe('reading')
    const { code } = await act((await find())!.id)
    expect(code).toBe(1)
  })
  await expect.poll(async () => (await find())?.taskState, waited).toMatch(/done|failed|parked/)
  return (await find())!
}
