import { appendFile, rename } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifying } from '../src/areas/datafile/server/verifying.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = /^(study|datafile|department)(?!\/project\/all$)(\/|$)/
let server: TestServer
let manager: Person
let worker: { stop(): Promise<void> }
let department: number
let study: { study: number; visit: number }
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  worker = await workBeside(server.backend, [verifying])
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]?.id ?? 0
  manager = await person(server, 'manager', RULES)
  study = await collecting(manager.call, 'DF-1', department, manager.id)
  await publish(manager.call, study.study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }))
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

/** One of the demo's files, and where its bytes lie. */
const anyFile = async () => {
  const [file] = await sql<{ id: number; sha256: string }>(
    `SELECT id, sha256 FROM datafile WHERE deleted_at IS NULL AND state <> 'locked' ORDER BY id LIMIT 1`,
  )
  if (!file) throw new Error('the demo has no data file')
  return { ...file, path: server.backend.store.pathOf(file.sha256) }
}
const link = async (id: number, place: object) =>
  post(manager.call, 'datafile/edit', { id, version: (await read(manager.call, 'datafile', id)).version, ...place })

test('AA-05 a file is linked to a subject and a visit of one study, and stands on the page of the subject', async () => {
  const { id } = await anyFile()
  const subject = await add(manager.call, 'study.subject', { study: study.study, code: 'DF-1-1', department })
  const other = await collecting(manager.call, 'DF-2', department, manager.id)
  expect(await link(id, { subject: null, visit: study.visit })).toMatchObject({ code: 0, msg: expect.stringContaining('先选择受试者') })
  expect(await link(id, { subject: subject.id, visit: other.visit })).toMatchObject({ code: 0, msg: expect.stringContaining('不属于') })
  const STUDIES = `SELECT DISTINCT study FROM task WHERE resource = 'datafile' AND record = $1`
  const studies = () => sql<{ study: number | null }>(STUDIES, [String(id)])
  expect(await post(manager.call, 'datafile/verify', { ids: [id] })).toMatchObject({ code: 1 })
  expect(await studies()).toEqual([{ study: null }])
  // What it comes to is noted on the file, which would then be another version than the one that is edited.
  await expect
    .poll(() => sql(`SELECT 1 FROM task WHERE kind = 'datafile.verify' AND record = $1 AND ended_at IS NULL`, [String(id)]))
    .toEqual([])
  expect(await link(id, { subject: subject.id, visit: study.visit })).toMatchObject({ code: 1 })
  // The title of its tasks is its name: from now on they are the study's, those that were asked for before, too.
  expect(await studies()).toEqual([{ study: study.study }])
  expect(await post(manager.call, 'datafile/verify', { ids: [id] })).toMatchObject({ code: 1 })
  expect(await studies()).toEqual([{ study: study.study }])
  // An intake is of the study before there is a file.
  const target = Buffer.from(`datafile?subject=${subject.id}`).toString('base64')
  const empty = {
    'tus-resumable': '1.0.0',
    'upload-length': '0',
    'upload-metadata': `target ${target}`,
    server: '1',
    batoken: manager.token,
  }
  expect((await fetch(`${server.address}/admin/upload`, { method: 'POST', headers: empty })).status).toBe(201)
  expect(await sql(`SELECT study FROM task WHERE kind = 'upload.intake' ORDER BY id DESC LIMIT 1`)).toEqual([{ study: study.study }])
  const search = JSON.stringify([{ field: 'subject', operator: '=', val: String(subject.id) }])
  const { data } = await manager.call<{ list: { id: number; _labels: Record<string, string> }[] }>('/admin/datafile/index', {
    query: { search },
  })
  expect(data.list.map((row) => [row.id, row._labels['subject'], row._labels['visit']])).toEqual([[id, 'DF-1-1', '基线']])

  const outsider = await person(server, 'outsider', RULES)
  const { version } = await read(manager.call, 'datafile', id)
  expect((await post(outsider.call, 'datafile/edit', { id, version, subject: subject.id, visit: null })).code).not.toBe(1)
  // Outside the team it is as if there were no such file, however wide somebody's own scope is.
  const { code: none, msg } = await outsider.call('/admin/datafile/read', { query: { id: '999999999' } })
  expect(await outsider.call('/admin/datafile/read', { query: { id: String(id) } })).toMatchObject({ code: none, msg })
  expect((await post(outsider.call, 'datafile/preview', { ids: [id] })).code).not.toBe(1)
  const listed = async (name: string, by: Person) =>
    (await by.call<{ list: Record<string, unknown>[] }>(`/admin/${name}/index`, { query: { limit: '200' } })).data.list
  expect((await listed('datafile', outsider)).map((row) => row['id'])).not.toContain(id)
  const versions = (await listed('datafile.version', manager)).filter((row) => row['datafile'] === id)
  expect(versions).not.toHaveLength(0)
  expect((await listed('datafile.version', outsider)).filter((row) => row['datafile'] === id)).toHaveLength(0)
  const opened = async ({ token: batoken }: Person) =>
    (await fetch(`${server.address}${String(versions[0]?.['url'])}`, { headers: { batoken } })).status
  expect([await opened(manager), await opened(outsider)]).toEqual([200, 404])
})

test('AA-05 the hash of a file is checked again on demand; bytes that changed or are gone are said', async () => {
  const { id, path } = await anyFile()
  const checked = async (): Promise<unknown> => {
    await sql('UPDATE datafile SET "check" = NULL WHERE id = $1', [id])
    expect(await post(manager.call, 'datafile/verify', { ids: [id] })).toMatchObject({ code: 1 })
    let found: unknown = null
    await expect
      .poll(async () => (found = (await sql<{ check: unknown }>('SELECT "check" FROM datafile WHERE id = $1', [id]))[0]?.check), {
        timeout: 30_000,
      })
      .not.toBeNull()
    return found
  }
  expect(await checked()).toBe('intact')
  await rename(path, `${path}.away`)
  expect(await checked()).toBe('broken')
  await rename(`${path}.away`, path)
  await appendFile(path, 'x')
  expect(await checked()).toBe('broken')
  const [entry] = await sql<{ reason: string }>(
    `SELECT reason FROM audit_entry WHERE resource = 'datafile' AND reason IS NOT NULL ORDER BY id DESC LIMIT 1`,
  )
  expect(entry?.reason).toContain('内容与哈希不符')
})

test('AA-05 every version is checked, each has its verdict, and an earlier one is looked at as itself', async () => {
  const { id, sha256 } = await anyFile()
  const [last] = await sql<{ number: number }>('SELECT number FROM datafile WHERE id = $1', [id])
  const number = (last?.number ?? 0) + 1
  // As if another version had come: the one before it is the demo's, whose bytes were changed above.
  const other = (await sql<{ sha256: string }>('SELECT sha256 FROM datafile WHERE sha256 <> $1 ORDER BY id DESC LIMIT 1', [sha256]))[0]
  await sql(
    `INSERT INTO datafile_version (datafile, number, name, size, sha256, url, rows, columns)
      SELECT $1, $2, 'later.csv', size, sha256, url, 7, 3 FROM datafile_version WHERE sha256 = $3 LIMIT 1`,
    [id, number, other?.sha256],
  )
  await sql('UPDATE datafile SET number = $2 WHERE id = $1', [id, number])
  const asked = await post<{ begun: number }>(manager.call, 'datafile/verify', { ids: [id] })
  expect(asked.data.begun).toBe(number)
  const verdicts = () =>
    sql<{ number: number; check: string | null }>('SELECT number, "check" FROM datafile_version WHERE datafile = $1 ORDER BY number', [id])
  await expect.poll(async () => (await verdicts()).map((one) => one.check), { timeout: 30_000 }).not.toContain(null)
  expect((await verdicts()).slice(-2)).toEqual([
    { number: number - 1, check: 'broken' },
    { number, check: 'intact' },
  ])
  const look = async (version: number | null) =>
    (await post<{ number: number; check: string }>(manager.call, 'datafile/preview', { ids: [id], version })).data
  expect(await look(null)).toMatchObject({ number, name: 'later.csv', rows: 7, columns: 3, check: 'intact' })
  expect(await look(number - 1)).toMatchObject({ number: number - 1, check: 'broken' })
})
