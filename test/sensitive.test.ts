import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { holds } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number; version: number }
type Page = { list: Row[]; total: number }
let server: TestServer
let call: TestServer['call']
let clerk: Awaited<ReturnType<typeof person>>
let doctor: Awaited<ReturnType<typeof person>>
let member: Row
const MASK = '••••••'
const PHONE = '13800138000'
const RIGHTS = /^(user\/(user|moneyLog)|security\/(sensitive|sensitiveLog)|auth\/log)(\/|$)/
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const addRule = (body: object, by = call) =>
  by<{ row: Row; problems?: { field: string }[] }>('/admin/security.sensitive/add', { body: { title: 'r', ...body } })
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
  clerk = await person(server, 'clerk', /^(user\/user|security\/(sensitive|sensitiveLog)|auth\/log)(\/(?!reveal)|$)/)
  doctor = await person(server, 'doctor', RIGHTS)
  const { data } = await call<{ row: Row }>('/admin/user.user/add', {
    body: { username: 'patient', nickname: '张三', group: 1, mobile: PHONE, password: 'secret-1' },
  })
  member = data.row
  // The rules of a new house would be in the way of those that are tried here.
  const rules = await call<Page>('/admin/security.sensitive/index', { query: { limit: '100' } })
  expect(rules.data.list.length).toBeGreaterThan(3)
  await call('/admin/security.sensitive/del', { method: 'DELETE', query: { ids: rules.data.list.map((r) => r.id).join(',') } })
  await addRule({ resource: 'user.user', field: 'mobile', watch: true, mask: true, groups: [doctor.groupId] })
})
afterAll(() => server.close())

const list = (by: TestServer['call'], query: Record<string, string> = {}) =>
  by<Page>('/admin/user.user/index', { query: { limit: '100', ...query } })
const mobileFor = async (by: TestServer['call']) => (await list(by)).data.list.find((r) => r.id === member.id)!['mobile']

describe('AA-11 masking', () => {
  test('holds at once in the list for everybody but the named groups and the super admin', async () => {
    expect(await mobileFor(clerk.call)).toBe(MASK)
    expect(await mobileFor(doctor.call)).toBe(PHONE)
    expect(await mobileFor(call)).toBe(PHONE)
  })
  test('and in the edit form, the answer of an edit, the history, the log and the export', async () => {
    await call('/admin/user.user/edit', { body: { id: member.id, mobile: '13900139000' } })
    await call('/admin/user.user/edit', { body: { id: member.id, mobile: PHONE } })
    const log = await call<{ row: Row }>('/admin/auth.log/index', { query: { limit: '5' } })
    expect(JSON.stringify(log)).toContain(PHONE)
    await sql(`UPDATE auth_group SET rules = rules || (SELECT id FROM auth_rule WHERE name = 'auth/log/all') WHERE id = $1`, [
      clerk.groupId,
    ])
    const answers = [
      await clerk.call('/admin/user.user/edit', { query: { id: String(member.id) } }),
      await clerk.call('/admin/user.user/edit', { body: { id: member.id, motto: 'x' } }),
      await clerk.call('/admin/user.user/history', { query: { id: String(member.id) } }),
      await clerk.call('/admin/auth.log/index', { query: { limit: '100' } }),
      await clerk.call('/admin/security.sensitiveLog/index', { query: { limit: '100' } }),
    ]
    for (const answer of answers) {
      expect(answer.code).toBe(1)
      expect(JSON.stringify(answer)).not.toMatch(/138001380|139001390/)
    }
    const file = await fetch(`${server.address}/admin/user.user/exportExcel?columns=id,mobile`, {
      headers: { server: '1', batoken: clerk.token },
    })
    const bytes = Buffer.from(await file.arrayBuffer())
    const { unzipSync } = await import('./unzip.ts')
    const text = unzipSync(bytes)
    expect(text).toContain(MASK)
    expect(text).not.toContain(PHONE)
  })
  test('the mask sent back by a form is no new value', async () => {
    expect((await clerk.call('/admin/user.user/edit', { body: { id: member.id, mobile: MASK, motto: 'kept' } })).code).toBe(1)
    expect(await mobileFor(call)).toBe(PHONE)
  })
  test('a hidden value cannot be guessed by filter, sort, quick search or picker', async () => {
    const ask = (query: Record<string, string>) => list(clerk.call, query)
    const search = (operator: string, val: string) => ({ search: JSON.stringify([{ field: 'mobile', operator, val }]) })
    for (const query of [search('LIKE', '138'), search('=', PHONE), search('NOT NULL', ''), { order: 'mobile,desc' }])
      expect([query, (await ask(query)).code]).toEqual([query, 0])
    expect((await ask({ quick_search: PHONE })).data.total).toBe(0)
    expect((await ask({ quick_search: '138' })).data.total).toBe((await ask({ quick_search: '139' })).data.total)
    expect(await ask({ select: 'true', initKey: 'mobile', initValue: PHONE })).toMatchObject({ code: 0 })
    expect((await list(doctor.call, { quick_search: PHONE })).data.total).toBe(1)
  })
  test('a hidden name is hidden wherever it stands for its record', async () => {
    const { data } = await addRule({ resource: 'user.user', field: 'nickname', mask: true, groups: [] })
    await holds(async () => {
      const picker = await clerk.call<{ options: { label: string }[] }>('/admin/user.user/index', { query: { select: 'true' } })
      expect(picker.data.options.every((o) => o.label.startsWith(MASK))).toBe(true)
    })
    const history = await clerk.call('/admin/auth.log/index', { query: { limit: '100' } })
    expect(JSON.stringify(history)).not.toContain('张三')
    const guess = { search: JSON.stringify([{ field: 'label', operator: 'LIKE', val: '张' }]) }
    expect(await clerk.call('/admin/auth.log/index', { query: guess })).toMatchObject({ code: 0 })
    expect((await clerk.call<Page>('/admin/auth.log/index', { query: { quick_search: '张三' } })).data.total).toBe(0)
    expect((await doctor.call<Page>('/admin/user.user/index')).data.list[0]!['nickname']).toBe(MASK)
    // Beside a reference too, for those who never open the list it points to.
    await call('/admin/user.moneyLog/add', { body: { member: member.id, change: 1, memo: 'm' } })
    const ledger = { search: JSON.stringify([{ field: 'member', operator: '=', val: String(member.id) }]) }
    const named = async (by: TestServer['call']) =>
      (await by<Page>('/admin/user.moneyLog/index', { query: ledger })).data.list.map((r) => r['_labels'])
    expect(await named(doctor.call)).toEqual([{ member: MASK }])
    expect(await named(call)).toEqual([{ member: '张三' }])
    await call('/admin/security.sensitive/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
    expect((await doctor.call<Page>('/admin/user.user/index')).data.list[0]!['nickname']).not.toBe(MASK)
  })
  test('whoever a rule blinds cannot loosen it', async () => {
    const [rule] = (await call<Page>('/admin/security.sensitive/index')).data.list
    for (const body of [{ mask: false }, { status: false }, { groups: [clerk.groupId] }])
      expect([body, (await clerk.call('/admin/security.sensitive/edit', { body: { id: rule!.id, ...body } })).msg]).toEqual([
        body,
        '不能授予或管理超出自己权限的内容',
      ])
    expect(await clerk.call('/admin/security.sensitive/del', { method: 'DELETE', query: { ids: String(rule!.id) } })).toMatchObject({
      code: 0,
    })
    expect(await mobileFor(clerk.call)).toBe(MASK)
  })
  test('a rule names a field that exists and can be shown, once', async () => {
    for (const [resource, field] of [
      ['no.such', 'x'],
      ['auth.log', 'label'],
      ['user.user', 'no'],
      ['user.user', 'password'],
      ['user.user', '__proto__'],
      ['user.user', 'mobile'],
    ])
      expect([field, (await addRule({ resource, field })).code]).toEqual([field, 0])
    const twice = await Promise.all(Array.from({ length: 5 }, () => addRule({ resource: 'user.user', field: 'motto' })))
    expect(twice.filter((a) => a.code === 1)).toHaveLength(1)
  })
})

describe('whoever reads in clear what is masked for others leaves an entry', () => {
  const reads = async (by: number, record = '') =>
    (
      await sql<{ columns: string[]; through: string | null }>(
        `SELECT changes -> 'columns' -> 1 AS columns, changes -> 'through' ->> 1 AS through FROM audit_entry
         WHERE action = 'reveal' AND resource = 'user.user' AND actor_id = $1 AND record_id = $2 ORDER BY id`,
        [by, record],
      )
    ).map(({ columns, through }) => [columns, through])
  test('of the list, of a record with its history, and of a log, each once an hour; the masked reader leaves none', async () => {
    const reader = await person(server, 'reader', RIGHTS)
    await sql('UPDATE security_sensitive SET groups = groups || $1::bigint WHERE field = $2', [reader.groupId, 'mobile'])
    await server.ask('refresh')
    const { id } = reader
    expect(await reads(id)).toEqual([])
    for (let i = 0; i < 3; i++) await list(reader.call)
    // One more is right when the hour changed meanwhile.
    expect([...new Set((await reads(id)).map(String))]).toEqual([String([['mobile'], null])])
    for (const action of ['edit', 'history', 'read']) await reader.call(`/admin/user.user/${action}`, { query: { id: String(member.id) } })
    expect([...new Set((await reads(id, String(member.id))).map(String))]).toEqual([String([['mobile'], null])])
    await sql(`UPDATE auth_group SET rules = rules || (SELECT id FROM auth_rule WHERE name = 'security/sensitiveLog/all') WHERE id = $1`, [
      reader.groupId,
    ])
    await server.ask('refresh')
    await reader.call('/admin/security.sensitiveLog/index', { query: { limit: '100' } })
    expect(await reads(id)).toContainEqual([['mobile'], 'security.sensitiveLog'])
    for (const path of [
      'user.user/index',
      `user.user/edit?id=${member.id}`,
      `user.user/read?id=${member.id}`,
      'security.sensitiveLog/index',
    ])
      await clerk.call(`/admin/${path}`)
    expect([...(await reads(clerk.id)), ...(await reads(clerk.id, String(member.id)))]).toEqual([])
  })
  test('and a read is no change: neither the story of the record nor the count of changes has it', async () => {
    const { data } = await call<{ list: { action: string }[] }>('/admin/user.user/history', { query: { id: String(member.id) } })
    expect(data.list.length).toBeGreaterThan(0)
    expect(data.list.map((e) => e.action)).not.toContain('reveal')
  })
})

describe('the log of watched fields and its rollback', () => {
  const change = (value: string, by = call) => by('/admin/user.user/edit', { body: { id: member.id, mobile: value } })
  const log = async (by = call) =>
    (
      await by<Page>('/admin/security.sensitiveLog/index', {
        query: {
          limit: '100',
          search: JSON.stringify([
            { field: 'field', operator: '=', val: 'mobile' },
            { field: 'action', operator: '=', val: 'edit' },
          ]),
        },
      })
    ).data.list
  const rollback = (id: number, by = call) => by('/admin/security.sensitiveLog/rollback', { body: { ids: [id] } })
  test('has each change with before and after, in the words of the reader', async () => {
    await change('13700137000')
    expect((await log())[0]).toMatchObject({
      resource: 'user.user',
      record: String(member.id),
      field: 'mobile',
      before: PHONE,
      after: '13700137000',
      actorName: '系统管理员',
      _labels: { resource: '会员', field: '手机' },
    })
  })
  test('a rollback is a new edit with its reason, and is refused a second time', async () => {
    const [latest] = await log()
    expect((await rollback(latest!.id)).code).toBe(1)
    expect(await mobileFor(call)).toBe(PHONE)
    const [entry] = await log()
    expect(entry).toMatchObject({ before: '13700137000', after: PHONE, reason: `回滚 #${latest!['entry'] as number}` })
    expect(await rollback(latest!.id)).toMatchObject({ code: 0, msg: expect.stringContaining('之后又被修改过') })
  })
  test('is refused when the field changed later, but not for another field of the record', async () => {
    await change('13600136000')
    const [target] = await log()
    await call('/admin/user.user/edit', { body: { id: member.id, motto: 'other field' } })
    await change('13500135000')
    expect(await rollback(target!.id)).toMatchObject({ code: 0 })
    const [latest] = await log()
    await call('/admin/user.user/edit', { body: { id: member.id, motto: 'again' } })
    expect((await rollback(latest!.id)).code).toBe(1)
    expect(await mobileFor(call)).toBe('13600136000')
  })
  test('twenty rollbacks and edits at once lose no edit', async () => {
    await change('13400134000')
    const [target] = await log()
    const before = (
      await sql<{ n: number }>(`SELECT count(*) AS n FROM audit_entry WHERE resource = 'user.user' AND changes ? 'mobile'`)
    )[0]!.n
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? rollback(target!.id) : change(`1330013300${i / 2}`))))
    const done = answers.filter((a) => a.code === 1).length
    const after = (
      await sql<{ n: number }>(`SELECT count(*) AS n FROM audit_entry WHERE resource = 'user.user' AND changes ? 'mobile'`)
    )[0]!.n
    expect(after - before).toBe(done)
    expect(answers.filter((a, i) => i % 2 === 0 && a.code === 1)).toHaveLength(10)
  })
  test('needs the right to edit the record and to read the value', async () => {
    const [latest] = await log()
    const watcher = await person(server, 'watcher', /^security\/sensitiveLog(\/|$)/)
    expect(await rollback(latest!.id, watcher.call)).toMatchObject({ code: 401 })
    expect(await rollback(latest!.id, clerk.call)).toMatchObject({ code: 401 })
    expect(await rollback((await log())[0]!.id, doctor.call)).toMatchObject({ code: 1 })
    const own = await person(server, 'ownonly', /^(security\/sensitiveLog(\/index)?)$/)
    expect(await log(own.call)).toEqual([])
    expect(await (await server.login('cardiology')).call('/admin/security.sensitiveLog/index')).toMatchObject({ code: 401 })
  })
  test('an entry that was no edit cannot be rolled back', async () => {
    const { data } = await call<Page>('/admin/security.sensitiveLog/index', {
      query: { limit: '100', search: JSON.stringify([{ field: 'action', operator: '=', val: 'add' }]) },
    })
    expect(await rollback(data.list[0]!.id)).toMatchObject({ code: 0, msg: '只有编辑可以回滚' })
  })
})
