import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { design } from './design.ts'
import type { Fields } from './design.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
/** Holds the rules of the generator and nothing else. */
let designer: Awaited<ReturnType<typeof person>>
beforeAll(async () => {
  server = await startTestServer()
  designer = await person(server, 'designer', /^crud\/table(\/.+)?$/)
})
afterAll(() => server.close())

const act = <T = Record<string, never>>(action: string, body: object) => designer.call<T>(`/admin/crud.table/${action}`, { body })
const title = { kind: 'string', required: true, max: 50, search: true }
const refused = (at: string, key: string) => ({ code: 0, data: { design: expect.arrayContaining([{ at, key }]) } })
const STACKED = `'x'); UPDATE auth_group SET everything = true; CREATE TABLE zz (b text DEFAULT 'y'`

describe('a default is a value of its kind', () => {
  test.each<[string, Fields[string]]>([
    ['a list for a text', { kind: 'string', default: [STACKED], when: { title: ['x'] } }],
    ['an object for a text', { kind: 'textarea', default: { a: 1 } }],
    ['a text for a number', { kind: 'number', default: STACKED }],
    ['a list for a number', { kind: 'integer', default: [STACKED] }],
    ['a text for a list', { kind: 'images', default: STACKED }],
    ['a list of lists', { kind: 'city', default: [[STACKED]] }],
    ['a word that is no option', { kind: 'select', options: ['a'], default: STACKED }],
    ['a day that is none', { kind: 'date', default: '2026-02-31' }],
    ['nothing', { kind: 'json', default: null }],
    ['a password', { kind: 'password', default: 'secret-123' }],
  ])('%s is refused', async (_, field) => {
    expect(await act('apply', design('bad.value', { title, field }))).toMatchObject(refused('fields.field', 'default'))
  })

  test('texts, lists and JSON full of quotes are stored as they are', async () => {
    const values = {
      text: `it's "quoted" \\ $$ -- ${STACKED}`,
      list: ["it's", '{}', 'a,b', '"', '\\', STACKED],
      json: { a: "it's", [STACKED]: ['\\', { b: null }] },
      pairs: [{ key: "k'", value: STACKED }],
      number: 0.1,
      whole: -7,
      yes: true,
      day: '2026-11-16',
      choice: "it's",
    }
    const fields = {
      title,
      text: { kind: 'string', default: values.text },
      list: { kind: 'images', default: values.list },
      json: { kind: 'json', default: values.json },
      pairs: { kind: 'array', default: values.pairs },
      number: { kind: 'number', default: values.number },
      whole: { kind: 'integer', default: values.whole },
      yes: { kind: 'switch', default: values.yes },
      day: { kind: 'date', default: values.day },
      choice: { kind: 'select', options: ["it's", 'b'], default: values.choice },
    }
    expect(await act('apply', design('full.ofQuotes', fields))).toMatchObject({ code: 1 })
    const { call } = await server.login()
    const { data } = await call<{ row: { id: number } }>('/admin/full.ofQuotes/add', { body: { title: 'by the engine' } })
    expect(data.row).toMatchObject(values)
    const { table } = server.backend.engine.registry.need('full.ofQuotes')
    await server.backend.database.query(`INSERT INTO ${table} (title) VALUES ('by the database')`)
    const { data: all } = await call<{ list: object[] }>('/admin/full.ofQuotes/index', { query: { order: 'id,asc' } })
    expect(all.list).toEqual([expect.objectContaining(values), expect.objectContaining(values)])
    // Nothing changed since, so nothing is to be done: what was printed is what is compared.
    expect(await act('preview', design('full.ofQuotes', fields))).toMatchObject({ code: 1, data: { statements: [] } })
    expect(await server.backend.database.query('SELECT 1 FROM auth_group WHERE everything AND id > 1')).toEqual([])
  })
})

test.each([
  'pg.user',
  'pgUser',
  'pg',
  'select',
  'user',
  'currentUser',
  'constructor',
  'lab.constructor',
  'toString',
  'information',
  'information.schema',
  'informationSchema',
  'index',
  'ajax',
  `a${'B'.repeat(30)}.c${'D'.repeat(30)}`,
])('a table called %s is refused', async (name) => {
  expect(await act('apply', design(name, { title }))).toMatchObject(refused('name', 'reserved'))
})

test('every word that this PostgreSQL reserves is refused as a name of a table', async () => {
  const words = await server.backend.database.query<{ word: string }>(
    `SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T') AND word ~ '^[a-z]' ORDER BY word`,
  )
  expect(words.length).toBeGreaterThan(70)
  for (const { word } of words) {
    const name = word.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase())
    expect(await act('preview', design(name, { title })), word).toMatchObject(refused('name', 'reserved'))
  }
})

test.each(['xmin', 'ctid', 'tableoid', 'hasOwnProperty', 'prototype', 'version'])('a field called %s is refused', async (name) => {
  expect(await act('apply', design('bad.field', { title, [name]: { kind: 'string' } }))).toMatchObject(
    refused(`fields.${name}`, 'reserved'),
  )
})

test('names of the backend are refused: its tables, its groups, pages and what stands below a resource', async () => {
  for (const name of ['job', 'auth', 'auth.admin', 'security', 'dashboard', 'routine', 'job.index', 'department.extra'])
    expect(await act('apply', design(name, { title })), name).toMatchObject({ code: 0, msg: `对象名称“${name}”已被系统使用` })
  for (const name of ['token', 'attempt', 'audit.entry', 'audit.seal', 'setting', 'schema.migration', 'terminal.run', 'one.time'])
    expect(await act('apply', design(name, { title })), name).toMatchObject({ code: 0, msg: expect.stringContaining('已有表') })
})

describe('the rules of the generator do not reach the accounts', () => {
  test('a label shows no password, no secret and nothing that the designer may not see', async () => {
    const pointing = (to: string, label: string) => design('pointing', { title, who: { kind: 'ref', to, label } })
    const { call } = await server.login()
    const asSuper = (draft: object) => call('/admin/crud.table/apply', { body: draft })
    expect(await asSuper(pointing('auth.admin', 'password'))).toMatchObject(refused('fields.who', 'target'))
    expect(await asSuper(pointing('mail.config', 'password'))).toMatchObject(refused('fields.who', 'target'))
    expect(await act('apply', pointing('auth.admin', 'nickname'))).toMatchObject(refused('fields.who', 'target'))
    expect(await act('apply', pointing('job', 'name'))).toMatchObject(refused('fields.who', 'target'))
    expect((await asSuper(pointing('auth.admin', 'nickname'))).code).toBe(1)
  })

  test('a draft starts only from tables whose rows the designer may see', async () => {
    const { data } = await act<{ tables: { name: string }[] }>('source', {})
    const names = data.tables.map((t) => t.name)
    for (const table of ['auth_admin', 'auth_group', 'auth_rule', 'job', 'token', 'terminal_run', 'audit_entry']) {
      expect(names).not.toContain(table)
      expect((await act('source', { table })).code, table).toBe(0)
    }
    expect(names).toContain('crud_table')
  })
})

test('what was done to the database stands in the trail with its SQL', async () => {
  const entries = (id: number) =>
    server.backend.database.query<{ action: string; label: string; changes: Record<string, [unknown, unknown]> }>(
      `SELECT action, label, changes FROM audit_entry WHERE resource = 'crud.table' AND record_id = $1 AND actor_id = $2 ORDER BY id`,
      [String(id), designer.id],
    )
  const { data } = await act<{ row: { id: number } }>('apply', design('told', { title }))
  await act('apply', design('told', { title, more: { kind: 'integer' } }))
  await act('drop', { ids: [data.row.id], typed: 'told' })
  const [made, changed, dropped, ...rest] = await entries(data.row.id)
  expect(rest).toEqual([])
  expect(made).toMatchObject({ action: 'apply', label: 'told', changes: { statements: [null, expect.stringContaining('CREATE TABLE')] } })
  expect(changed!.changes).toMatchObject({
    statements: [null, expect.stringMatching(/ALTER TABLE .*"told" ADD COLUMN "more" bigint/)],
    definition: [{ fields: { title: {} } }, { fields: { title: {}, more: {} } }],
  })
  expect(dropped).toMatchObject({
    action: 'drop',
    changes: { statements: [null, expect.stringContaining('DROP TABLE')], definition: [{}, null] },
  })
})

test('a generated table is one entry of the trail, and so is its end: menu and rights stand in it', async () => {
  const { call } = await server.login()
  type Log = {
    list: { id: number; resource: string; action: string; diff: { field: string; title: string; before: unknown; after: unknown }[] }[]
  }
  const newest = async () => (await call<Log>('/admin/auth.log/index', { query: { limit: '100' } })).data.list
  const last = (await newest())[0]!.id
  const { data } = await act<{ row: { id: number } }>('apply', design('parts', { title }))
  await act('drop', { ids: [data.row.id], typed: 'parts' })
  const [dropped, made, ...others] = (await newest()).filter(({ id }) => id > last)
  expect(others).toEqual([])
  const rights = (entry: Log['list'][number] | undefined) => entry?.diff.find(({ field }) => field === 'rules')
  expect(made).toMatchObject({ resource: 'crud.table', action: 'apply' })
  expect(rights(made)).toMatchObject({ title: '菜单与权限', before: null, after: expect.stringMatching(/^菜单、查看、新建、/) })
  expect(dropped).toMatchObject({ resource: 'crud.table', action: 'drop' })
  expect(rights(dropped)).toMatchObject({ before: rights(made)!.after, after: null })
  // Each of them has its own history all the same.
  const [{ count } = { count: 0 }] = await server.backend.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_entry WHERE id > $1 AND resource = 'auth.rule' AND actor_kind = 'system'`,
    [last],
  )
  expect(count).toBe(String(rights(made)!.after).split('、').length * 2)
})
