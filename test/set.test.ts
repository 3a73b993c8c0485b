import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type SetRow = { id: number; version?: number; value: unknown }
type Answer = { count: number; before: SetRow[] | null }
let server: TestServer
let call: TestServer['call']
let ids: number[]
beforeAll(async () => {
  server = await startTestServer()
  ;({ call } = await server.login())
  ids = []
  for (const code of ['SET-1', 'SET-2', 'SET-3']) {
    const { data } = await call<{ row: { id: number } }>('/admin/job/add', { body: { name: code, code, headcount: 5 } })
    ids.push(data.row.id)
  }
})
afterAll(() => server.close())

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const set = (field: string, rows: SetRow[], by = call, resource = 'job') => by<Answer>(`/admin/${resource}/set`, { body: { field, rows } })
const all = (value: unknown): SetRow[] => ids.map((id) => ({ id, value }))
const headcounts = async () =>
  (await sql<{ headcount: number }>('SELECT headcount FROM job WHERE id = ANY($1::bigint[]) ORDER BY id', [ids])).map((r) => r.headcount)

test('one field of many records is one call; what it answers undoes it', async () => {
  await call('/admin/job/edit', { body: { id: ids[1], headcount: 7 } })
  const answer = await set('headcount', all(9))
  expect(answer).toMatchObject({ code: 1, data: { count: 3 } })
  expect(await headcounts()).toEqual([9, 9, 9])
  const trail = await sql(`SELECT action, changes FROM audit_entry WHERE resource = 'job' ORDER BY id DESC LIMIT 3`)
  expect(trail).toMatchObject([
    { action: 'edit', changes: { headcount: [5, 9] } },
    { action: 'edit', changes: { headcount: [7, 9] } },
    { action: 'edit', changes: { headcount: [5, 9] } },
  ])
  expect((await set('headcount', answer.data.before!)).code).toBe(1)
  expect(await headcounts()).toEqual([5, 7, 5])
})

test('what is right already is not written, and is not part of the undo', async () => {
  expect((await set('headcount', all(5))).data).toMatchObject({ count: 1, before: [{ id: ids[1], value: 7 }] })
  expect((await set('headcount', all(5))).data).toEqual({ count: 0, before: [] })
})

test('is all or nothing: a bad value, a record that is gone, one that somebody changed meanwhile', async () => {
  expect(await set('headcount', all(-1))).toMatchObject({ code: 0, data: { problems: [{ field: 'headcount' }] } })
  expect((await set('headcount', [...all(1), { id: 999_999, value: 1 }])).code).toBe(0)
  const { data } = await set('headcount', all(6))
  await call('/admin/job/edit', { body: { id: ids[2], headcount: 8 } })
  expect(await set('headcount', data.before!)).toMatchObject({ code: 0, data: { conflict: { theirs: { headcount: 8 } } } })
  expect(await headcounts()).toEqual([6, 6, 8])
})

test('needs the right to edit, and refuses fields that are each record’s own', async () => {
  const reader = await person(server, 'setreader', /^job(\/index|$)/)
  expect((await set('headcount', all(1), reader.call)).code).toBe(401)
  for (const field of ['code', 'id', 'version', 'weigh', 'people', 'no', '__proto__'])
    expect((await set(field, all('x'))).code, field).toBe(0)
  expect((await set('password', [{ id: 1, value: 'secret-1234' }], call, 'auth.admin')).code).toBe(0)
  const odd: object[] = [
    {},
    { field: 'headcount' },
    { field: 'headcount', rows: [] },
    { field: 'headcount', rows: [{ id: 'x', value: 1 }] },
  ]
  for (const body of odd) expect((await call('/admin/job/set', { body })).code, JSON.stringify(body)).toBe(0)
  expect((await set('headcount', [...all(1), ...all(2)])).code).toBe(0)
  expect((await set('state', [{ id: 1, value: 'approved' }], call, 'approval')).status).toBe(404)
})

test('does not tell what is masked for whoever sets it', async () => {
  const added = await call<{ row: { id: number } }>('/admin/test.everyKind/add', { body: { string: 'masked', secret: 'hidden' } })
  const id = added.data.row.id
  const editor = await person(server, 'seteditor', /^test\/everyKind(\/(index|edit)|$)/)
  const { data } = await set('secret', [{ id, value: 'other' }], editor.call, 'test.everyKind')
  expect(data).toEqual({ count: 1, before: null })
  expect(await sql('SELECT secret FROM test_every_kind WHERE id = $1', [id])).toEqual([{ secret: 'other' }])
})
