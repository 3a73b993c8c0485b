import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { design } from './design.ts'
import type { Fields } from './design.ts'
import { everyKind, everyKindLocale } from './every-kind.ts'
import { holds } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())

const act = <T = Record<string, never>>(action: string, body: object) => call<T>(`/admin/crud.table/${action}`, { body })
const title = { kind: 'string', required: true, max: 50, search: true }

test('AA-17 one click: table, calls, menu and rules are there without a restart', async () => {
  const draft = design('lab.sample', {
    title,
    amount: { kind: 'number', scale: 2 },
    type: { kind: 'select', options: ['blood', 'urine'], default: 'blood' },
    job: { kind: 'ref', to: 'job', label: 'name' },
  })
  const preview = await act<{ statements: string[] }>('preview', draft)
  expect(preview.data.statements.join('\n')).toContain('CREATE TABLE "record"."lab_sample"')
  expect((await call('/admin/lab.sample/index')).status).toBe(404)
  expect(await act('apply', draft)).toMatchObject({
    code: 1,
    data: { path: '/admin/lab/sample', row: { name: 'lab.sample', fieldCount: 4 } },
  })
  expect((await call<{ row: object }>('/admin/lab.sample/add', { body: { title: '样本一', amount: 1.25 } })).data.row).toMatchObject({
    title: '样本一',
    amount: 1.25,
    type: 'blood',
  })
  const { data } = await call<{ menus: { name: string; children: { name: string; component: string }[] }[] }>('/admin/index/index')
  expect(data.menus.find((m) => m.name === 'org')!.children).toContainEqual(
    expect.objectContaining({ name: 'lab/sample', component: 'lab.sample' }),
  )
  expect((await call('/admin/index/resource', { query: { name: 'lab.sample' } })).data).toMatchObject({
    definition: { name: 'lab.sample' },
    locale: { en: { title: 'Table lab.sample' } },
  })
})

test('changing it later adds, keeps what was left out, and drops a column only when it is named', async () => {
  await act('apply', design('note', { title, old: { kind: 'string' } }))
  await call('/admin/note/add', { body: { title: 'n', old: 'kept' } })
  const next = design('note', { title, extra: { kind: 'integer', default: 3 } })
  const preview = await act<{ statements: string[]; removed: string[] }>('preview', next)
  expect(preview.data.removed).toEqual(['old'])
  expect(preview.data.statements.join()).not.toContain('DROP')
  expect((await act('apply', next)).code).toBe(1)
  await holds(async () =>
    expect((await call<{ list: object[] }>('/admin/note/index')).data.list[0]).toMatchObject({ title: 'n', extra: 3 }),
  )
  expect(await server.backend.database.query('SELECT old FROM record.note')).toEqual([{ old: 'kept' }])
  const dropping = design('note', { title })
  expect((await act<{ statements: string[] }>('preview', { ...dropping, drop: ['extra'] })).data.statements.join()).toContain(
    'DROP COLUMN "extra"',
  )
  expect((await act('apply', { ...dropping, drop: ['extra'] })).code).toBe(1)
  await expect(server.backend.database.query('SELECT extra FROM record.note')).rejects.toThrow('extra')
})

test('what would harm data is refused in words', async () => {
  await act('apply', design('harm', { title, value: { kind: 'string' } }))
  await call('/admin/harm/add', { body: { title: 'n' } })
  expect(await act('apply', design('harm', { title, value: { kind: 'integer' } }))).toMatchObject({
    code: 0,
    msg: expect.stringContaining('不能从 string 改为 integer'),
  })
  expect(await act('apply', design('harm', { title, value: { kind: 'string' }, must: { kind: 'string', required: true } }))).toMatchObject({
    code: 0,
    msg: expect.stringContaining('需要默认值'),
  })
  expect(await act('apply', design('harm', { title, value: { kind: 'string', unique: true } }))).toMatchObject({
    code: 0,
    msg: expect.stringContaining('唯一'),
  })
  expect(await act('apply', design('job', { title }))).toMatchObject({ code: 0, msg: '对象名称“job”已被系统使用' })
  expect(await act('apply', design('token', { title }))).toMatchObject({ code: 0, msg: expect.stringContaining('已有表') })
})

test.each<[string, unknown]>([
  ['a name that is SQL', design('x"; drop table job; --', { title })],
  ['a field name that is SQL', design('bad', { title, 'a"b': { kind: 'string' } })],
  ['a reserved field', design('bad', { title, version: { kind: 'string' } })],
  ['an unknown kind', design('bad', { title, a: { kind: 'blob' } })],
  ['an unknown property', design('bad', { title, a: { kind: 'string', sql: 'x' } })],
  ['an unknown target', design('bad', { title, a: { kind: 'ref', to: 'no.such', label: 'x' } })],
  ['a choice without options', design('bad', { title, a: { kind: 'select' } })],
  ['a column that is not there', design('bad', { title }, { list: { columns: ['nothing'] } })],
  ['a trait that is not there', design('bad', { title }, { traits: ['magic'] })],
  ['no words', { ...design('bad', { title }), locale: {} }],
  ['nothing', {}],
])('a design with %s is refused with its places', async (_, body) => {
  expect(await act('apply', body as object)).toMatchObject({
    code: 0,
    data: { design: expect.arrayContaining([{ at: expect.any(String), key: expect.any(String) }]) },
  })
})

test('dropping asks for the typed name and takes menu and rules along', async () => {
  const { data } = await act<{ row: { id: number } }>('apply', design('gone', { title }))
  expect(await act('drop', { ids: [data.row.id] })).toMatchObject({ code: 0, msg: '请输入对象名称“gone”以确认删除' })
  expect((await act('drop', { ids: [data.row.id], typed: 'gone' })).code).toBe(1)
  expect((await call('/admin/gone/index')).status).toBe(404)
  expect(await server.backend.database.query(`SELECT 1 FROM auth_rule WHERE name LIKE 'gone%'`)).toEqual([])
  expect((await act('apply', design('gone', { title, again: { kind: 'string' } }))).code).toBe(1)
})

test('one that another process dropped a moment ago is unknown, before word of it has come', async () => {
  expect((await act('apply', design('away', { title }))).code).toBe(1)
  // What the other process does, but for telling others.
  await server.backend.database.query(`UPDATE crud_table SET status = 'dropped' WHERE name = 'away'`)
  await server.backend.database.query('DROP TABLE record.away')
  expect((await call('/admin/away/index')).status).toBe(404)
  expect((await call('/admin/away/add', { body: { title: 'x' } })).status).toBe(404)
})

test('a design can start from an existing table', async () => {
  expect((await act<{ tables: { name: string }[] }>('source', {})).data.tables.map((t) => t.name)).toEqual(
    expect.arrayContaining(['job', 'department']),
  )
  const { data } = await act<{ design: { definition: { fields: Fields } } }>('source', { table: 'job' })
  expect(data.design.definition.fields).toMatchObject({
    name: { kind: 'string', required: true },
    headcount: { kind: 'integer' },
    status: { kind: 'switch' },
  })
  expect((await act('source', { table: 'token' })).code).toBe(0)
})

test('the fields keep the order they were laid out in: in the form, in the designer and in the exported code', async () => {
  const order = ['title', 'weight', 'age', 'bloodPressure', 'sex', 'a']
  const kinds: Fields = { title, sex: { kind: 'switch' } }
  const fields = Object.fromEntries(order.map((name) => [name, kinds[name] ?? { kind: 'integer' }]))
  const { data } = await act<{ row: { id: number } }>('apply', design('laid.out', fields))
  const shape = await call<{ definition: { fields: Fields } }>('/admin/index/resource', { query: { name: 'laid.out' } })
  expect(Object.keys(shape.data.definition.fields)).toEqual(order)
  const stored = await call<{ row: { definition: { fields: Fields } } }>('/admin/crud.table/read', { query: { id: String(data.row.id) } })
  expect(Object.keys(stored.data.row.definition.fields)).toEqual(order)
  const code = await act<{ files: Record<string, string> }>('code', { ids: [data.row.id] })
  expect([...code.data.files['index.ts']!.matchAll(/^ {4}(\w+): f\./gm)].map(([, name]) => name)).toEqual(order)
  // Laid out anew: what was last stays last.
  const turned = order.toReversed()
  await act('apply', design('laid.out', Object.fromEntries(turned.map((name) => [name, fields[name]!]))))
  await holds(async () => {
    const now = await call<{ definition: { fields: Fields } }>('/admin/index/resource', { query: { name: 'laid.out' } })
    expect(Object.keys(now.data.definition.fields)).toEqual(turned)
  })
})

test('only who holds the rule designs', async () => {
  const { call: other } = await server.login('cardiology')
  expect((await other('/admin/crud.table/apply', { body: design('sneaky', { title }) })).code).toBe(401)
})

test('the exported code of a resource with every kind compiles in src/areas', async () => {
  const { string, ...others } = everyKind.fields
  const { actions: _, moves: __, ...rest } = everyKind
  // What lets go of what it points to is said in code alone.
  const { state: ___, refs: ____, ...fields } = others
  const definition = {
    ...rest,
    name: 'made.byMouse',
    label: 'string',
    actions: {},
    fields: { string, ...fields },
    list: { columns: ['id', 'string'] },
  }
  const { data } = await act<{ row: { id: number } }>('apply', { definition, locale: everyKindLocale })
  expect(data.row, JSON.stringify(data)).toBeTruthy()
  const code = await act<{ folder: string; files: Record<string, string> }>('code', { ids: [data.row.id] })
  expect(code.data.folder).toBe('made-by-mouse')
  const root = resolve(import.meta.dirname, '..')
  const copy = mkdtempSync(join(tmpdir(), 'exported-'))
  try {
    for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.shared.json', 'src/kernel'])
      cpSync(join(root, file), join(copy, file), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    mkdirSync(join(copy, 'src/areas', code.data.folder), { recursive: true })
    for (const [name, text] of Object.entries(code.data.files)) writeFileSync(join(copy, 'src/areas', code.data.folder, name), text)
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.shared.json', '--noEmit'],
      { cwd: copy, encoding: 'utf8' },
    )
    expect(stdout).toBe('')
    expect(status).toBe(0)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
