import { appendFile, rename } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifying } from '../src/areas/datafile/server/verifying.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, post, read } from './study-kit.ts'
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
const link = async (id: number, place: object, by = manager.call) =>
  post(by, 'datafile/edit', { id, version: (await read(by, 'datafile', id)).version, ...place })

test('AA-05 a file is linked to a subject and a visit of one study, and stands on the page of the subject', async () => {
  const { id } = await anyFile()
  const subject = await add(manager.call, 'study.subject', { study: study.study, code: 'DF-1-1', department })
  const other = await collecting(manager.call, 'DF-2', department, manager.id)
  expect(await link(id, { subject: null, visit: study.visit })).toMatchObject({ code: 0, msg: expect.stringContaining('先选择受试者') })
  expect(await link(id, { subject: subject.id, visit: other.visit })).toMatchObject({ code: 0, msg: expect.stringContaining('不属于') })
  expect(await link(id, { subject: subject.id, visit: study.visit })).toMatchObject({ code: 1 })
  const search = JSON.stringify([{ field: 'subject', operator: '=', val: String(subject.id) }])
  const { data } = await manager.call<{ list: { id: number; _labels: Record<string, string> }[] }>('/admin/datafile/index', {
    query: { search },
  })
  expect(data.list.map((row) => [row.id, row._labels['subject'], row._labels['visit']])).toEqual([[id, 'DF-1-1', '基线']])

  const outsider = await person(server, 'outsider', RULES)
  expect((await link(id, { subject: subject.id, visit: null }, outsider.call)).code).not.toBe(1)
  const seen = JSON.stringify((await outsider.call('/admin/datafile/read', { query: { id: String(id) } })).data)
  expect(seen).not.toContain('DF-1-1')
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
