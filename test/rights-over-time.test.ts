import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
type Page = { list: Row[]; total: number }
type Call = TestServer['call']
let server: TestServer
let call: Call
let departments: { cv: number; rc: number }
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
  const rows = await sql<{ id: number; code: string }>(`SELECT id, code FROM department WHERE code IN ('IM-CV', 'IM-RC')`)
  const of = (code: string) => rows.find((r) => r.code === code)!.id
  departments = { cv: of('IM-CV'), rc: of('IM-RC') }
})
afterAll(() => server.close())
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const add = async (resource: string, body: object, by = call) => (await by<{ row: Row }>(`/admin/${resource}/add`, { body })).data.row
const del = (resource: string, id: number, by = call) => by(`/admin/${resource}/del`, { method: 'DELETE', query: { ids: String(id) } })
const restore = (resource: string, id: number, by = call) => by(`/admin/${resource}/restore`, { query: { ids: String(id) } })
const list = async (resource: string, by = call, query: Record<string, string> = {}) =>
  (await by<Page>(`/admin/${resource}/index`, { query: { limit: '100', ...query } })).data.list
const act = (address: string, ids: number[], input: object = {}, by = call) => by<Row>(`/admin/${address}`, { body: { ids, ...input } })
const NOT_YOURS = '不能授予或管理超出自己权限的内容'
let serial = 0
const admin = (groups: number[]) =>
  add('auth.admin', { username: `over${++serial}`, nickname: `over${serial}`, groups, password: PASSWORD })

describe('accounts that come back', () => {
  test('are brought back only by somebody who could give their rights, from either bin', async () => {
    const manager = await person(server, 'keeperof', /^(auth\/admin|security\/recycleLog)(\/|$)/)
    const chief = await admin([1])
    await del('auth.admin', chief.id)
    expect(await restore('auth.admin', chief.id, manager.call)).toMatchObject({ code: 0, msg: NOT_YOURS })
    const binned = (await list('security.recycleLog', manager.call)).find((r) => r['record'] === chief.id)
    expect(await act('security.recycleLog/recover', [binned!.id], {}, manager.call)).toMatchObject({ code: 0, msg: NOT_YOURS })
    await sql(`UPDATE security_recycle SET status = false WHERE resource = 'auth.admin'`)
    expect(await manager.call('/admin/auth.admin/delete', { method: 'DELETE', query: { ids: String(chief.id) } })).toMatchObject({
      code: 0,
      msg: NOT_YOURS,
    })
    await sql(`UPDATE security_recycle SET status = true WHERE resource = 'auth.admin'`)
    const equal = await admin([manager.groupId])
    await del('auth.admin', equal.id, manager.call)
    expect((await restore('auth.admin', equal.id, manager.call)).code).toBe(1)
  })
  test('come back disabled, and the trail says so', async () => {
    const { id } = await admin([1])
    await del('auth.admin', id)
    expect((await restore('auth.admin', id)).code).toBe(1)
    expect(await sql('SELECT status, deleted_at FROM auth_admin WHERE id = $1', [id])).toEqual([{ status: false, deleted_at: null }])
    const [entry] = await sql<{ changes: object }>(
      `SELECT changes FROM audit_entry WHERE resource = 'auth.admin' AND record_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(id)],
    )
    expect(entry!.changes).toMatchObject({ status: [true, false] })
    await expect(server.login(`over${serial}`)).rejects.toThrow()
    const member = await add('user.user', { username: 'comesback', nickname: 'b', group: 1, password: PASSWORD })
    await del('user.user', member.id)
    await restore('user.user', member.id)
    expect(await sql('SELECT status FROM user_user WHERE id = $1', [member.id])).toEqual([{ status: false }])
  })
})

describe('rule nodes', () => {
  test('are opened, closed, made, moved and taken away by super admins alone; who holds one may change its looks', async () => {
    const clerk = await person(server, 'ruleclerk', /^(auth\/rule|job)(\/|$)/)
    const [node] = await sql<{ id: number; title: string }>(`SELECT id, title FROM auth_rule WHERE name = 'job/index'`)
    const edit = (change: object) => clerk.call('/admin/auth.rule/edit', { body: { id: node!.id, ...change } })
    for (const change of [{ status: false }, { name: 'job/else' }, { parentId: null }, { type: 'menu_dir' }])
      expect([change, await edit(change)]).toMatchObject([change, { code: 0, msg: NOT_YOURS }])
    expect((await edit({ title: '看岗位', status: true })).code).toBe(1)
    const made = { type: 'menu', title: 't', titleEn: 't', name: 'made/up', menuType: 'iframe', url: 'https://evil.example' }
    expect(await clerk.call('/admin/auth.rule/add', { body: made })).toMatchObject({ code: 0, msg: NOT_YOURS })
    expect(await del('auth.rule', node!.id, clerk.call)).toMatchObject({ code: 0, msg: NOT_YOURS })
    await call('/admin/auth.rule/edit', { body: { id: node!.id, status: false } })
    expect(await edit({ status: true })).toMatchObject({ code: 0 })
    expect((await call('/admin/auth.rule/edit', { body: { id: node!.id, status: true, title: node!.title } })).code).toBe(1)
  })
})

describe('a rule of two people', () => {
  test('is not ended by one: not switched off, not loosened, not deleted; a second person decides', async () => {
    const rule = await add('security.recycle', { title: '岗位双人', resource: 'job', days: 0, approval: true })
    const alone = [
      await call('/admin/security.recycle/edit', { body: { id: rule.id, status: false } }),
      await call('/admin/security.recycle/edit', { body: { id: rule.id, approval: false } }),
      await del('security.recycle', rule.id),
    ]
    for (const answer of alone) expect(answer).toMatchObject({ code: 0, msg: expect.stringContaining('需要第二人同意') })
    expect((await call('/admin/security.recycle/edit', { body: { id: rule.id, days: 3 } })).code).toBe(1)
    expect((await act('security.recycle/loosen', [rule.id], { reason: '停用岗位管理' })).code).toBe(1)
    expect(await act('security.recycle/loosen', [rule.id], { reason: 'again' })).toMatchObject({
      code: 0,
      msg: '“岗位双人”已有待批准的申请',
    })
    const [request] = await list('approval')
    expect(request).toMatchObject({ action: 'loosen', resource: 'security.recycle', record: rule.id, state: 'requested' })
    expect(await act('approval/approve', [request!.id])).toMatchObject({ code: 0, msg: '不能批准自己的申请' })
    const unsearchable = await person(server, 'noedit2', /^(approval|security\/recycle\/index|job)(\/|$)/)
    expect(await list('approval', unsearchable.call)).toEqual([])
    const second = await person(server, 'second2', /^(approval|security\/recycle)(\/|$)/)
    expect(await act('approval/approve', [request!.id], {}, second.call)).toMatchObject({ code: 1, data: { count: 1 } })
    expect(await sql('SELECT approval FROM security_recycle WHERE id = $1', [rule.id])).toEqual([{ approval: false }])
    expect(await act('security.recycle/loosen', [rule.id], { reason: 'x' })).toMatchObject({ code: 0 })
    expect((await del('security.recycle', rule.id)).code).toBe(1)
  })
})

describe('departments', () => {
  const RIGHTS = /^(security\/recycleLog|approval|test\/everyKind|crud|near)(\/|$)/
  let here: Awaited<ReturnType<typeof person>>
  let there: Awaited<ReturnType<typeof person>>
  beforeAll(async () => {
    here = await person(server, 'here', RIGHTS, { scope: 'department', department: departments.cv })
    there = await person(server, 'there', RIGHTS, { scope: 'department', department: departments.rc })
  })
  const record = (string: string, departmentId: number, more: object = {}) => add('test.everyKind', { string, departmentId, ...more })

  test('a request to end a record is seen and decided where the record is, also when it is gone', async () => {
    const ours = await record('心内记录', departments.cv)
    await del('test.everyKind', ours.id)
    const binned = (await list('security.recycleLog', here.call)).find((r) => r['record'] === ours.id)
    await act('security.recycleLog/purge', [binned!.id], { reason: '秘密原因' }, here.call)
    const [request] = await list('approval', here.call)
    expect(request).toMatchObject({ title: '心内记录', reason: '秘密原因' })
    expect(JSON.stringify(await list('approval', there.call))).not.toContain('秘密原因')
    for (const action of ['reject', 'approve'])
      expect(await act(`approval/${action}`, [request!.id], { answer: 'no' }, there.call)).toMatchObject({ code: 0 })
    expect(await sql('SELECT state FROM approval WHERE id = $1', [request!.id])).toEqual([{ state: 'requested' }])
    const near = await person(server, 'nearhere', RIGHTS, { scope: 'department', department: departments.cv })
    expect((await act('approval/approve', [request!.id], {}, near.call)).code).toBe(1)
    expect((await list('approval', near.call)).map((r) => r.id)).toContain(request!.id)
    expect((await list('approval', there.call)).map((r) => r.id)).not.toContain(request!.id)
  })
  test('whoever the rule does not name does not reject either', async () => {
    const rule = await add('security.recycle', { title: 'k', resource: 'test.everyKind', days: 0, approval: true, groups: [1] })
    const one = await record('命名者', departments.cv)
    await del('test.everyKind', one.id)
    const binned = (await list('security.recycleLog')).find((r) => r['record'] === one.id)
    await act('security.recycleLog/purge', [binned!.id], { reason: 'r' })
    const [request] = await list('approval', here.call)
    expect(await act('approval/reject', [request!.id], { answer: 'no' }, here.call)).toMatchObject({
      code: 0,
      msg: '您不在可批准此对象的角色组中',
    })
    await sql('DELETE FROM security_recycle WHERE id = $1', [rule.id])
  })
  test('what stands in the way of a restore is not named when it is not theirs', async () => {
    const mine = await record('我的', departments.cv, { serial: 'SN-1' })
    await del('test.everyKind', mine.id)
    const theirs = await record('别科的病人', departments.rc, { serial: 'SN-1' })
    const answer = await restore('test.everyKind', mine.id, here.call)
    expect(answer).toMatchObject({
      code: 0,
      msg: expect.stringContaining('数据范围之外'),
      data: { conflict: { field: 'serial', value: 'SN-1' } },
    })
    expect(JSON.stringify(answer)).not.toContain('别科的病人')
    expect(JSON.stringify(answer.data)).not.toContain(`"id":${theirs.id}`)
    expect((await restore('test.everyKind', mine.id)).msg).toContain('别科的病人')
  })
  test('nor is what a record points to', async () => {
    const secret = await record('呼吸科机密', departments.rc)
    const open = await record('心内可见', departments.cv)
    const design = {
      definition: {
        name: 'near',
        label: 'name',
        fields: {
          name: { kind: 'string', max: 50 },
          one: { kind: 'ref', to: 'test.everyKind', label: 'string' },
          many: { kind: 'refs', to: 'test.everyKind', label: 'string' },
        },
        traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
        actions: {},
        menu: { group: 'org', icon: 'file' },
        list: { columns: ['id', 'name', 'one', 'many'], sort: '-id' },
      },
      locale: Object.fromEntries(
        ['zh-cn', 'en'].map((l) => [l, { title: 'Near', remark: '', fields: { name: 'n', one: 'o', many: 'm' } }]),
      ),
    }
    expect(await call('/admin/crud.table/apply', { body: design })).toMatchObject({ code: 1 })
    const { id } = await add('near', { name: 'n', one: secret.id, many: [open.id, secret.id] })
    const reader = await person(server, 'nearreader', RIGHTS, { scope: 'department', department: departments.cv })
    const query = { id: String(id) }
    const seen = [
      (await list('near', reader.call))[0]!,
      (await reader.call<{ row: Row }>('/admin/near/edit', { query })).data.row,
      (await reader.call<{ row: Row }>('/admin/near/edit', { body: { id, name: 'm' } })).data.row,
    ]
    for (const row of seen) expect(row).toMatchObject({ one: secret.id, _labels: { one: null, many: ['心内可见', null] } })
    const file = await fetch(`${server.address}/admin/near/exportExcel?columns=id,one,many`, {
      headers: { server: '1', batoken: reader.token },
    })
    const { unzipSync } = await import('./unzip.ts')
    const text = unzipSync(Buffer.from(await file.arrayBuffer()))
    expect(text).toContain('心内可见')
    expect(text).not.toContain('呼吸科机密')
    expect((await list('near'))[0]!['_labels']).toMatchObject({ one: '呼吸科机密', many: ['心内可见', '呼吸科机密'] })
  })
})

describe('masks in the trail', () => {
  const PHONES = /1391111222\d/
  const design = (name: string, fields: object) => ({
    definition: {
      name,
      label: 'name',
      fields,
      traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
      actions: {},
      menu: { group: 'org', icon: 'file' },
      list: { columns: ['id', ...Object.keys(fields)], sort: '-id' },
    },
    locale: Object.fromEntries(
      ['zh-cn', 'en'].map((l) => [l, { title: name, remark: '', fields: Object.fromEntries(Object.keys(fields).map((f) => [f, f])) }]),
    ),
  })
  const apply = (name: string, fields: object, drop: string[] = []) =>
    call('/admin/crud.table/apply', { body: { ...design(name, fields), drop } })
  const name = { kind: 'string', max: 50 }
  test('outlive the field and the table', async () => {
    const phone = { kind: 'string', max: 20 }
    expect(await apply('patient', { name, phone, mobile: { ...phone, sensitive: true } })).toMatchObject({ code: 1 })
    await add('security.sensitive', { title: 'phone', resource: 'patient', field: 'phone', watch: true, mask: true })
    const { id } = await add('patient', { name: '李四', phone: '13911112222', mobile: '13911112223' })
    await call('/admin/patient/edit', { body: { id, phone: '13911112224', mobile: '13911112225' } })
    const auditor = await person(server, 'logreader', /^(auth\/log|security\/(sensitive|sensitiveLog)|patient)(\/(?!reveal)|$)/)
    const everything = async (by: Call) => [
      await by('/admin/patient/history', { query: { id: String(id) } }),
      await list('auth.log', by),
      await list('security.sensitiveLog', by),
    ]
    expect(JSON.stringify(await everything(call))).toMatch(PHONES)
    expect(JSON.stringify(await everything(auditor.call))).not.toMatch(PHONES)
    expect(await apply('patient', { name }, ['phone', 'mobile'])).toMatchObject({ code: 1 })
    expect(JSON.stringify(await everything(auditor.call))).not.toMatch(PHONES)
    expect(JSON.stringify(await everything(call))).toMatch(PHONES)
    const rules = (await list('security.sensitive')).filter((r) => r['resource'] === 'patient')
    expect(new Set(rules.map((r) => r['field']))).toEqual(new Set(['mobile', 'phone']))
    const table = (await list('crud.table')).find((r) => r['name'] === 'patient')
    expect((await act('crud.table/drop', [table!.id], { typed: 'patient' })).code).toBe(1)
    expect(JSON.stringify(await list('auth.log', auditor.call))).not.toMatch(PHONES)
    expect(JSON.stringify(await list('auth.log'))).toMatch(PHONES)
    expect(await auditor.call('/admin/security.sensitive/edit', { body: { id: rules[0]!.id, mask: false } })).toMatchObject({ code: 0 })
    // The table comes back under the same name without the fields: what they held is still hidden.
    expect(await apply('patient', { name })).toMatchObject({ code: 1 })
    expect(JSON.stringify(await list('auth.log', auditor.call))).not.toMatch(PHONES)
  })
  test('a masked name of a dropped table is neither shown nor found', async () => {
    expect(await apply('donor', { name: { ...name, sensitive: true } })).toMatchObject({ code: 1 })
    await add('donor', { name: '王五捐献者' })
    const table = (await list('crud.table')).find((r) => r['name'] === 'donor')
    await act('crud.table/drop', [table!.id], { typed: 'donor' })
    const auditor = await person(server, 'auditor2', /^auth\/log(\/|$)/)
    expect(JSON.stringify(await list('auth.log', auditor.call))).not.toContain('王五')
    const search = JSON.stringify([{ field: 'label', operator: 'LIKE', val: '王' }])
    expect(await auditor.call('/admin/auth.log/index', { query: { search } })).toMatchObject({ code: 0 })
    expect(await list('auth.log', auditor.call, { quick_search: '王五捐献者' })).toEqual([])
  })
})
