import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureSettings } from '../src/areas/routine-config/server/ensure.ts'
import { systemContext } from '../src/server/model/system-context.ts'
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
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

type Item = {
  id: number
  name: string
  kind: string
  title: string
  value: unknown
  isSet?: boolean
  deletable: boolean
  options: object[]
}
type Page = { groups: { name: string; title: string; items: Item[] }[]; quickEntrances: { title: string; path: string }[] }
const page = async (headers: Record<string, string> = {}) => (await call<Page>('/admin/routine.config/page', { headers })).data
const save = (group: string, values: object) =>
  call<{ problems?: { field: string; msg: string }[] }>('/admin/routine.config/save', { body: { group, values } })
const addItem = (item: object) =>
  call<{ row: { id: number }; problems?: { field: string }[] }>('/admin/routine.config/add', {
    body: { group: 'basics', title: '标题', titleEn: 'Title', ...item },
  })
const valueOf = async (name: string) =>
  (await sql<{ value: unknown }>('SELECT value FROM routine_config WHERE name = $1', [name]))[0]?.value

describe('AA-22 E-03 the settings page', () => {
  test('groups in their order with typed items, in the language of the reader', async () => {
    const { groups, quickEntrances } = await page()
    expect(groups.map((g) => g.title).slice(0, 3)).toEqual(['基础配置', '上传配置', '终端配置'])
    expect(groups[0]!.items[0]).toMatchObject({ name: 'site_name', kind: 'string', title: '站点名称', deletable: false })
    expect((await page({ 'think-lang': 'en' })).groups.map((g) => g.title)).toContain('Upload')
    expect(quickEntrances).toContainEqual({ title: '附件', rule: 'routine/attachment', path: '/admin/routine/attachment' })
  })
  test('AA-22 quick entrances are those that the reader may use, in the order in which they were written', async () => {
    const list = [
      { key: '岗位|Jobs', value: 'job' },
      { key: '系统配置', value: 'routine/config' },
      { key: '帮助|Help', value: 'https://help.example.org/start' },
      { key: '管理员', value: 'auth/admin' },
    ]
    expect((await save('basics', { quick_entrance: list })).code).toBe(1)
    expect((await page({ 'think-lang': 'en' })).quickEntrances).toEqual([
      { title: 'Jobs', rule: 'job', path: '/admin/job' },
      { title: '系统配置', rule: 'routine/config', path: '/admin/routine/config' },
      { title: 'Help', rule: 'https://help.example.org/start', path: 'https://help.example.org/start' },
      { title: '管理员', rule: 'auth/admin', path: '/admin/auth/admin' },
    ])
    const clerk = await person(server, 'entrant', /^(job(\/index)?|routine\/config(\/index)?)$/)
    const { data } = await clerk.call<Page>('/admin/routine.config/page')
    expect(data.quickEntrances.map((e) => e.title)).toEqual(['岗位', '系统配置', '帮助'])
  })
  test('an entrance that leads nowhere is refused by name, and one whose rule is gone is not shown', async () => {
    const lost = await save('basics', { quick_entrance: [{ key: '库房', value: 'ware/house' }] })
    expect(lost.data.problems).toEqual([expect.objectContaining({ field: 'quick_entrance', msg: expect.stringContaining('ware/house') })])
    expect(await save('basics', { quick_entrance: [{ key: '脚本', value: 'javascript:alert(1)' }] })).toMatchObject({ code: 0 })
    await sql(
      `UPDATE routine_config SET value = '[{"key":"旧","value":"gone/page"},{"key":"岗位","value":"job"}]' WHERE name = 'quick_entrance'`,
    )
    expect((await page()).quickEntrances.map((e) => e.title)).toEqual(['岗位'])
  })
  test('what is saved is what every visitor gets', async () => {
    expect((await save('basics', { site_name: '研究数据平台', record_number: '京ICP备1号' })).code).toBe(1)
    expect((await save('upload', { upload_max_mb: 12 })).code).toBe(1)
    const { data } = await server.call<{ site: object }>('/api/index/index')
    expect(data.site).toMatchObject({
      siteName: '研究数据平台',
      recordNumber: '京ICP备1号',
      upload: {
        mode: 'local',
        maxsize: 12 * 1024 * 1024,
        mimetype: expect.stringContaining('xlsx'),
        savename: expect.stringContaining('{'),
      },
    })
  })
  test('one group is saved whole or not at all, with a note beside each wrong value', async () => {
    const before = await valueOf('site_name')
    const answer = await save('basics', {
      site_name: 'x'.repeat(61),
      cdn_url: 'ftp://x',
      record_number: 'new',
      open_member_center: 'yes',
      nothing: 1,
    })
    expect(answer.code).toBe(0)
    expect(answer.data.problems!.map((p) => p.field).toSorted()).toEqual(['cdn_url', 'nothing', 'open_member_center', 'site_name'])
    expect(await valueOf('site_name')).toBe(before)
    expect(await valueOf('record_number')).not.toBe('new')
    expect(await save('upload', { site_name: 'other group' })).toMatchObject({ code: 0 })
    expect(await save('nowhere', {})).toMatchObject({ code: 0, msg: '没有名为“nowhere”的分组' })
  })
  test('values that would break something are refused although they fit their kind', async () => {
    for (const values of [
      { upload_savename: '/storage/{filename}{.suffix}' },
      { upload_savename: '/storage/../{random}' },
      { upload_savename: '/storage/{topic}/fixed.png' },
      { upload_mimetype: 'png,html' },
      { upload_mimetype: 'png,php' },
      { upload_max_mb: 0 },
    ])
      expect([values, (await save('upload', values)).code]).toEqual([values, 0])
    expect((await save('upload', { upload_savename: '/storage/{topic}/{random}{.suffix}' })).code).toBe(1)
  })
  test('a setting that is saved is in the trail, with before and after', async () => {
    await save('basics', { record_number: '京ICP备2号' })
    const [entry] = await sql<{ changes: object }>(
      `SELECT changes FROM audit_entry WHERE resource = 'routine.config' ORDER BY id DESC LIMIT 1`,
    )
    expect(entry!.changes).toEqual({ value: ['京ICP备1号', '京ICP备2号'] })
  })
})

describe('own items', () => {
  test('E-06 options and extended properties are lines, and decide what the value may be', async () => {
    const { data } = await addItem({ name: 'ward', kind: 'select', options: 'a=一病区|Ward A\nb=二病区', extend: '' })
    expect(data.row.id).toBeGreaterThan(0)
    expect((await save('basics', { ward: 'b' })).code).toBe(1)
    expect((await save('basics', { ward: 'c' })).code).toBe(0)
    const item = (await page({ 'think-lang': 'en' })).groups[0]!.items.find((i) => i.name === 'ward')
    expect(item!.options).toEqual([
      { value: 'a', label: 'Ward A' },
      { value: 'b', label: '二病区' },
    ])
    await addItem({ name: 'dose', kind: 'number', extend: 'min=1\nmax=10\nunit=mg' })
    expect((await save('basics', { dose: 5.5 })).code).toBe(1)
    expect((await save('basics', { dose: 11 })).code).toBe(0)
    for (const bad of [
      { options: 'a="b"' },
      { options: 'nothing' },
      { options: '' },
      { extend: 'onclick=alert(1)' },
      { extend: '__proto__=x' },
      { extend: 'min=abc' },
    ])
      expect([bad, (await addItem({ name: 'bad', kind: 'select', options: 'a=b', ...bad })).code]).toEqual([bad, 0])
    expect(await addItem({ name: 'remote', kind: 'remoteSelect' })).toMatchObject({ code: 0 })
    const says = async (item: object) => (await addItem({ name: 'bad', kind: 'string', ...item })).data.problems?.[0]
    expect(await says({ extend: 'mni=1' })).toMatchObject({ field: 'extend', msg: expect.stringMatching(/mni.*min max/) })
    expect(await says({ extend: 'max=' })).toMatchObject({ field: 'extend', msg: expect.stringContaining('max') })
    expect(await says({ extend: 'min 1' })).toMatchObject({ field: 'extend', msg: expect.stringContaining('min 1') })
  })
  test('a placeholder and a number of lines reach the field; own items stand below those of the product', async () => {
    await addItem({ name: 'remark_text', kind: 'textarea', extend: 'placeholder=写给值班人员\nrows=6' })
    const { items } = (await page()).groups[0]!
    expect(items.find((i) => i.name === 'remark_text')).toMatchObject({ field: { placeholder: '写给值班人员', rows: 6 } })
    expect(items[0]!.name).toBe('site_name')
    expect(items.findIndex((i) => i.deletable)).toBe(items.filter((i) => !i.deletable).length)
  })
  test('every kind takes its values and refuses others', async () => {
    const cases: [string, unknown, unknown][] = [
      ['integer', 3, 3.5],
      ['float', 0.5, 'x'],
      ['date', '2026-11-16', '2026-02-31'],
      ['time', '08:30', '25:00'],
      ['dateTime', '2026-11-16T08:30:00Z', 'yesterday'],
      ['year', 2026, 99],
      ['switch', true, 'true'],
      ['array', [{ key: 'a', value: 'b' }], [{ a: 1 }]],
      ['images', ['/a.png'], 'x'],
      ['city', ['11', '1101'], 5],
      ['textarea', 'a\nb', 5],
      ['color', '#0b63c5', 'red" onload="'],
      ['icon', 'file', '<svg>'],
    ]
    for (const [kind, good, bad] of cases) {
      const name = `k_${kind.toLowerCase()}`
      expect([kind, (await addItem({ name, kind, value: bad })).code]).toEqual([kind, 0])
      expect([kind, (await addItem({ name, kind, value: good })).code]).toEqual([kind, 1])
      expect(await valueOf(name)).toEqual(good)
    }
  })
  test('a changed kind forgets the value of the old one', async () => {
    const { data } = await addItem({ name: 'turned', kind: 'string', value: 'text' })
    expect((await call('/admin/routine.config/edit', { body: { id: data.row.id, kind: 'integer' } })).code).toBe(1)
    expect(await valueOf('turned')).toBeNull()
  })
  test('own items can be deleted, built-in ones cannot, and names are given once', async () => {
    const { data } = await addItem({ name: 'passing', kind: 'string' })
    expect((await addItem({ name: 'passing', kind: 'string' })).data.problems).toMatchObject([{ field: 'name' }])
    expect((await call('/admin/routine.config/del', { method: 'DELETE', query: { ids: String(data.row.id) } })).code).toBe(1)
    const [site] = await sql<{ id: number }>(`SELECT id FROM routine_config WHERE name = 'site_name'`)
    expect(await call('/admin/routine.config/del', { method: 'DELETE', query: { ids: String(site!.id) } })).toMatchObject({
      code: 0,
      msg: '“site_name”是内置设置，不能删除',
    })
    expect((await addItem({ name: 'sly', kind: 'string', deletable: false })).code).toBe(0)
  })
})

describe('secrets', () => {
  const SECRET = 'correct horse 7'
  test('can be written and never read: not in the page, the list, the edit form, the export, the trail or the table', async () => {
    const { data } = await addItem({ name: 'api_secret', kind: 'password' })
    expect((await save('basics', { api_secret: SECRET })).code).toBe(1)
    const answers = [
      await page(),
      await call('/admin/routine.config/index', { query: { limit: '100' } }),
      await call('/admin/routine.config/edit', { query: { id: String(data.row.id) } }),
      await call('/admin/routine.config/history', { query: { id: String(data.row.id) } }),
      await sql('SELECT changes FROM audit_entry'),
      await sql('SELECT * FROM setting'),
      await sql('SELECT * FROM routine_config'),
    ]
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(SECRET)
    expect((await page()).groups[0]!.items.find((i) => i.name === 'api_secret')).toMatchObject({ value: '', isSet: true })
    expect(await server.backend.services.vault.get(server.backend.database, 'api_secret')).toBe(SECRET)
  })
  test('a blank one keeps the old, and a sealed value opens only under its own name', async () => {
    expect((await save('basics', { api_secret: '' })).code).toBe(1)
    const { vault } = server.backend.services
    expect(await vault.get(server.backend.database, 'api_secret')).toBe(SECRET)
    await sql(`INSERT INTO setting (key, value) SELECT 'secret:other', value FROM setting WHERE key = 'secret:api_secret'`)
    expect(await vault.get(server.backend.database, 'other')).toBeUndefined()
    const file = join(server.backend.config.DATA_DIR, 'secret-key')
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await readFile(file, 'utf8')).length).toBe(64)
  })
})

test('the defaults are added once and what was changed stays', async () => {
  const before = await sql('SELECT name, value FROM routine_config ORDER BY id')
  await ensureSettings(systemContext(server.backend))
  expect(await sql('SELECT name, value FROM routine_config ORDER BY id')).toEqual(before)
})

describe('C-07 admin ajax', () => {
  const pk = (table: string) => call<{ pk: string }>('/admin/ajax/getTablePk', { query: { table } })
  test('getTablePk knows mounted resources by either name, and nothing else', async () => {
    expect((await pk('auth_admin')).data).toEqual({ pk: 'id' })
    expect((await pk('auth.admin')).data).toEqual({ pk: 'id' })
    for (const table of ['token', 'pg_class', 'setting', 'audit_entry', "x'; DROP TABLE job; --", '', '__proto__', 'constructor'])
      expect([table, (await pk(table)).code]).toEqual([table, 0])
  })
  test('getTableFieldList: titles when clean, whole fields when not', async () => {
    const list = (clean: string) =>
      call<{ pk: string; fieldList: Record<string, unknown> }>('/admin/ajax/getTableFieldList', { query: { table: 'job', clean } })
    expect((await list('1')).data).toMatchObject({ pk: 'id', fieldList: { name: '岗位名称', department: '所属科室' } })
    expect((await list('0')).data.fieldList['headcount']).toMatchObject({ kind: 'integer', title: '编制人数', column: 'headcount' })
    const { call: other } = await server.login('cardiology')
    expect((await other('/admin/ajax/getTablePk', { query: { table: 'job' } })).code).toBe(1)
    expect((await other('/admin/ajax/getTablePk', { query: { table: 'auth_admin' } })).code).toBe(0)
  })
  test('changeTerminalConfig is for the super admin and checks what it is given', async () => {
    const change = (body: object, caller = call) => caller('/admin/ajax/changeTerminalConfig', { body })
    expect((await change({ manager: 'yarn' })).code).toBe(1)
    expect((await change({ port: '9000' })).code).toBe(1)
    expect((await call<{ terminal: object }>('/admin/index/index')).data.terminal).toEqual({
      port: '9000',
      packageManager: 'yarn',
      listening: String(server.backend.config.PORT),
    })
    for (const body of [{ manager: 'rm -rf' }, { port: '0' }, { port: '99999' }, { port: '1;x' }, {}])
      expect([body, (await change(body)).code]).toEqual([body, 0])
    expect(await change({ manager: 'npm' }, (await server.login('auditor')).call)).toMatchObject({ code: 401 })
  })
  test('clearCache takes tp and all, from those who may change settings', async () => {
    for (const type of ['tp', 'all']) expect((await call('/admin/ajax/clearCache', { body: { type } })).code).toBe(1)
    for (const type of ['storage', '', null]) expect((await call('/admin/ajax/clearCache', { body: { type } })).code).toBe(0)
    expect(await (await server.login('cardiology')).call('/admin/ajax/clearCache', { body: { type: 'all' } })).toMatchObject({ code: 401 })
  })
  test('without the rule there is no settings page, and without a session nothing at all', async () => {
    const { call: other } = await server.login('cardiology')
    for (const path of ['/admin/routine.config/page', '/admin/routine.config/index']) expect(await other(path)).toMatchObject({ code: 401 })
    expect(await other('/admin/routine.config/save', { body: { group: 'basics', values: {} } })).toMatchObject({ code: 401 })
    for (const path of ['/admin/routine.config/page', '/admin/ajax/getTablePk?table=job', '/admin/ajax/getTableFieldList?table=job'])
      expect(await server.call(path)).toMatchObject({ code: 302 })
  })
})
