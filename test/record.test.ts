import { afterAll, beforeAll, expect, test } from 'vitest'
import { design } from './design.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: number; _labels: Record<string, string> }
type Read = { row: Row; changed: { by: string; at: string; action: string } | null }
const read = (name: string, id: number, as = call) => as<Read>(`/admin/${name}/read`, { query: { id: String(id) } })
const add = async (name: string, body: object, as = call) => (await as<{ row: Row }>(`/admin/${name}/add`, { body })).data.row

test('a record is read under the right of its list; to open it for editing takes the right to edit (C-10)', async () => {
  const { call: reader } = await person(server, 'reads', /^job(\/index)?$/)
  const job = await add('job', { name: '统计师', code: 'READ1' })
  const answer = await read('job', job.id, reader)
  expect(answer).toMatchObject({ code: 1, data: { row: { name: '统计师', duties: null }, changed: { by: '系统管理员', action: 'add' } } })
  expect((await reader('/admin/job/edit', { query: { id: String(job.id) } })).code).toBe(401)
  const { call: stranger } = await person(server, 'stranger', /^department(\/index)?$/)
  expect((await read('job', job.id, stranger)).code).toBe(401)
})

test('it comes with the labels of what it points to, and with masks', async () => {
  const job = await add('job', { name: '护士', code: 'READ2' })
  const row = await add('test.everyKind', { string: 'read', ref: job.id, refs: [job.id], secret: 'A-17' })
  expect((await read('test.everyKind', row.id)).data.row).toMatchObject({ secret: 'A-17', _labels: { ref: '护士', refs: ['护士'] } })
  const { call: reader } = await person(server, 'masked', /^test\/everyKind(\/index)?$/)
  const { data } = await read('test.everyKind', row.id, reader)
  expect(data.row).toMatchObject({ string: 'read', secret: '••••••' })
  expect(Object.keys(data.row)).not.toContain('password')
})

test('what is out of scope, in the bin, gone or no number at all is not there', async () => {
  const here = await add('department', { name: '甲', code: 'READA' })
  const there = await add('department', { name: '乙', code: 'READB' })
  const row = await add('test.everyKind', { string: 'scope', departmentId: there.id })
  const { call: reader } = await person(server, 'narrow', /^test\/everyKind(\/index)?$/, { scope: 'department', department: here.id })
  const missing = { code: 0, msg: (await read('job', 999_999)).msg }
  expect(await read('test.everyKind', row.id, reader)).toMatchObject(missing)
  await call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids: String(row.id) } })
  expect(await read('test.everyKind', row.id)).toMatchObject(missing)
  for (const id of ['', '0', 'x', '1.5', '1,2']) expect(await call('/admin/job/read', { query: { id } })).toMatchObject(missing)
  expect((await call('/admin/job/read', { body: { id: row.id } })).status).toBe(405)
})

test('what has no trail names nobody; a view is read like a table', async () => {
  const { data } = await call<{ list: Row[] }>('/admin/auth.log/index')
  expect((await read('auth.log', data.list[0]!.id)).data).toEqual({ row: data.list[0], changed: null })
})

test('the revision of a designed table changes with its definition and comes with every list; areas of the build have none', async () => {
  const title = { kind: 'string', required: true, max: 50, search: true }
  const apply = (fields: Parameters<typeof design>[1]) => call('/admin/crud.table/apply', { body: design('revised', fields) })
  const listed = async (name: string) => (await call<{ revision?: string }>(`/admin/${name}/index`)).data.revision
  await apply({ title })
  const first = await listed('revised')
  expect(first).toMatch(/^[\w-]{12}$/)
  expect((await call('/admin/index/resource', { query: { name: 'revised' } })).data).toMatchObject({ revision: first })
  expect(await listed('revised')).toBe(first)
  await apply({ title, amount: { kind: 'integer' } })
  expect(await listed('revised')).not.toBe(first)
  expect(await listed('job')).toBeUndefined()
})
