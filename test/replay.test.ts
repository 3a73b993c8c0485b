import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replayAreas, replayTrail } from '../src/server/audit/replay.ts'
import { design } from './design.ts'
import type { Fields } from './design.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
let server: TestServer
let call: TestServer['call']
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const replay = () => replayTrail(server.backend.database, server.backend.engine.registry, () => {}, new AbortController().signal)
const replayBulk = () => {
  const { database, store, engine } = server.backend
  return replayAreas({ database, pathOf: (hash) => store.pathOf(hash) }, engine.registry, () => {}, new AbortController().signal)
}
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())

const add = async (name: string, body: object) => (await call<{ row: Row }>(`/admin/${name}/add`, { body })).data.row

test('the demo hospital, and whatever people do with records, is what the trail says', async () => {
  expect((await replay()).problems).toEqual([])
  expect(await replayBulk()).toEqual([])
  const row = await add('test.everyKind', {
    string: 'x',
    number: 1.25,
    float: 0.1,
    integer: 7,
    date: '2026-01-02',
    time: '03:04:05',
    dateTime: '2026-01-02T03:04:05.678Z',
    year: 2026,
    array: [{ key: 'k', value: 'v' }],
    checkbox: ['blood', 'urine'],
    textarea: 'a\nb',
    json: { b: [1, { z: 1, aa: null }], a: 'ä' },
    ref: 1,
    refs: [1, 2],
    password: 'secret-1',
    secret: 's',
  })
  expect(row.id).toBeGreaterThan(0)
  for (const verb of ['lock', 'unlock', 'lock']) await call(`/admin/test.everyKind/${verb}`, { body: { ids: [row.id] } })
  const [one, two] = [await add('job', { name: 'one', code: 'one' }), await add('job', { name: 'two', code: 'two' })]
  await call('/admin/job/edit', { body: { id: one.id, name: 'uno', duties: 'much' } })
  await call('/admin/job/edit', { body: { id: one.id, duties: '' } })
  await call('/admin/job/sortable', { body: { id: one.id, targetId: two.id } })
  const ids = { ids: String(one.id) }
  await call('/admin/job/del', { method: 'DELETE', query: ids })
  expect((await replay()).problems).toEqual([])
  await call('/admin/job/restore', { query: ids })
  await call('/admin/job/del', { method: 'DELETE', query: ids })
  await call('/admin/job/delete', { method: 'DELETE', query: ids })
  await server.login('cardiology')
  const { problems, records } = await replay()
  expect(problems).toEqual([])
  expect(records).toBeGreaterThan(100)
})

test('a table or a field that was made again is judged by what was told of it since', async () => {
  const title = { kind: 'string', max: 20 }
  const note = { kind: 'string', max: 20, default: 'as ever' }
  const apply = async (fields: Fields, drop: string[] = []) =>
    expect(await call('/admin/crud.table/apply', { body: { ...design('made', fields), drop } })).toMatchObject({ code: 1 })
  const named = (problems: string[]) => problems.filter((p) => p.startsWith('made'))
  await apply({ title, note })
  for (const text of ['a', 'b', 'c']) await add('made', { title: text, note: text })
  await apply({ title }, ['note'])
  await apply({ title, note })
  expect(named((await replay()).problems)).toEqual([])
  await sql(`UPDATE record.made SET note = 'forged' WHERE title = 'a'`)
  expect(named((await replay()).problems)).toEqual([expect.stringMatching(/^made #\d+ has another “note” than the trail$/)])
  const [{ id }] = (await sql<{ id: number }>(`SELECT id FROM crud_table WHERE name = 'made'`)) as [{ id: number }]
  expect(await call('/admin/crud.table/drop', { body: { ids: [id], typed: 'made' } })).toMatchObject({ code: 1 })
  await apply({ title, note })
  await add('made', { title: 'new' })
  expect(named((await replay()).problems)).toEqual([])
  await sql(`DELETE FROM record.made`)
  expect(named((await replay()).problems)).toEqual([expect.stringMatching(/^made #\d+ is gone from the table, but the trail has it$/)])
})

describe('what happened behind the trail is found', () => {
  const JOBS = 'FROM job WHERE deleted_at IS NULL'
  test.each([
    [
      'a value changed',
      `UPDATE job SET name = 'forged' WHERE id = (SELECT min(id) ${JOBS})`,
      /^job #\d+ has another “name” than the trail$/,
    ],
    [
      'an empty value filled',
      `UPDATE job SET duties = 'forged' WHERE id = (SELECT max(id) ${JOBS} AND duties IS NULL)`,
      /^job #\d+ has another “duties”/,
    ],
    [
      'a record put into the bin',
      `UPDATE job SET deleted_at = now() WHERE id = (SELECT max(id) ${JOBS})`,
      /^job #\d+ is in the bin, and the trail does not know$/,
    ],
    ['a record deleted', `DELETE FROM job WHERE id = (SELECT max(id) FROM job)`, /^job #\d+ is gone from the table, but the trail has it$/],
    [
      'a record added',
      `INSERT INTO job (name, code) VALUES ('f', 'forged')`,
      /^job #\d+ is in the table, but no entry tells that it was added$/,
    ],
    ['rights given', `UPDATE auth_group SET everything = true WHERE NOT everything`, /^auth\.group #\d+ has another “everything”/],
  ])('%s', async (_, statement, words) => {
    expect((await replay()).problems.join('\n')).not.toMatch(new RegExp(words, 'm'))
    await sql(statement)
    expect((await replay()).problems).toContainEqual(expect.stringMatching(words))
  })
  test('ledger rows deleted', async () => {
    await server.owner.query('ALTER TABLE user_money_log DISABLE TRIGGER USER')
    const gone = await server.owner.query<{ id: number }>('DELETE FROM user_money_log RETURNING id')
    expect(gone.length).toBeGreaterThan(0)
    const { problems } = await replay()
    for (const { id } of gone) expect(problems).toContain(`user.moneyLog #${id} is gone from the table, but the trail has it`)
  })
  test('an entry removed before anything was signed about it shows by its record', async () => {
    await server.owner.query('ALTER TABLE audit_entry DISABLE TRIGGER ALL')
    const [entry] = await server.owner.query<{ id: string }>(
      `DELETE FROM audit_entry WHERE id = (SELECT max(id) FROM audit_entry WHERE resource = 'department' AND action = 'add') RETURNING record_id AS id`,
    )
    expect((await replay()).problems).toContain(`department #${entry!.id} is in the table, but no entry tells that it was added`)
  })
})
