import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
type Page = { list: Row[]; total: number }
let server: TestServer
let call: TestServer['call']
let keeper: Awaited<ReturnType<typeof person>>
let second: Awaited<ReturnType<typeof person>>
const RIGHTS = /^(security\/recycleLog|approval|job|department|test\/everyKind)(\/|$)/
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
  keeper = await person(server, 'keeper', RIGHTS)
  second = await person(server, 'second', RIGHTS)
})
afterAll(() => server.close())
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const add = async (resource: string, body: object) => (await call<{ row: Row }>(`/admin/${resource}/add`, { body })).data.row
const del = (resource: string, ids: number[], by = call) =>
  by(`/admin/${resource}/del`, { method: 'DELETE', query: { ids: ids.join(',') } })
const bin = async (by = call, query: Record<string, string> = {}) =>
  (await by<Page>('/admin/security.recycleLog/index', { query: { limit: '100', ...query } })).data.list
const binned = async (resource: string, record: number, by = call) =>
  (await bin(by)).find((r) => r['resource'] === resource && r['record'] === record)
const act = (area: string, action: string, ids: number[], input: object = {}, by = call) =>
  by<{ count?: number; conflict?: object; parent?: object }>(`/admin/${area === 'approval' ? area : `security.${area}`}/${action}`, {
    body: { ids, ...input },
  })
let serial = 0
const job = (name = 'job') => add('job', { name, code: `RC-${++serial}` })

describe('AA-10 the bin across resources', () => {
  test('shows what was deleted, of which resource, by whom and when', async () => {
    const { id } = await job('弃用岗位')
    await del('job', [id], keeper.call)
    expect(await binned('job', id)).toMatchObject({
      title: '弃用岗位',
      actorName: 'keeper',
      admin: keeper.id,
      deletedAt: expect.stringMatching(/^2\d{3}-/),
      requested: false,
      _labels: { resource: '岗位', admin: 'keeper' },
    })
    expect((await bin(call, { quick_search: '弃用岗位' })).length).toBe(1)
  })
  test('restores from there, with one entry in the trail, and a second time not at all', async () => {
    const { id } = await job()
    await del('job', [id])
    const row = (await binned('job', id))!
    const answers = await Promise.all([act('recycleLog', 'recover', [row.id]), act('recycleLog', 'recover', [row.id])])
    expect(answers.filter((a) => a.code === 1)).toHaveLength(1)
    expect(await binned('job', id)).toBeUndefined()
    expect(
      await sql(`SELECT 1 FROM audit_entry WHERE resource = 'job' AND record_id = $1 AND action = 'restore'`, [String(id)]),
    ).toHaveLength(1)
  })
  test('a branch of a tree comes back whole; a child does not come back without its parent', async () => {
    const top = await add('department', { name: '甲部', code: 'TOP' })
    const middle = await add('department', { name: '乙部', code: 'MID', parentId: top.id })
    const leaf = await add('department', { name: '丙部', code: 'LEAF', parentId: middle.id })
    await del('department', [top.id, middle.id, leaf.id])
    const child = (await binned('department', leaf.id))!
    expect(await act('recycleLog', 'recover', [child.id])).toMatchObject({
      code: 0,
      msg: '上级“乙部”还在回收站，请先恢复上级',
      data: { parent: { id: middle.id } },
    })
    const root = (await binned('department', top.id))!
    expect(await act('recycleLog', 'recover', [root.id], { withChildren: true })).toMatchObject({ code: 1, data: { count: 3 } })
    await del('department', [top.id, middle.id, leaf.id])
    expect(await act('recycleLog', 'recover', [(await binned('department', top.id))!.id], { withChildren: false })).toMatchObject({
      data: { count: 1 },
    })
    expect(await binned('department', middle.id)).toBeDefined()
  })
  test('a code that was given to another meanwhile is a conflict that names it', async () => {
    const first = await add('job', { name: '旧', code: 'TWICE' })
    await del('job', [first.id])
    const next = await add('job', { name: '新', code: 'TWICE' })
    const row = (await binned('job', first.id))!
    expect(await act('recycleLog', 'recover', [row.id])).toMatchObject({
      code: 0,
      msg: expect.stringContaining(`新 #${next.id}`),
      data: { conflict: { field: 'code', value: 'TWICE', id: next.id, label: '新' } },
    })
  })
  test('what stands in the way is settled by a choice: another code, with the parents, or at the top', async () => {
    const first = await add('job', { name: '旧岗', code: 'CHOICE' })
    await del('job', [first.id])
    await add('job', { name: '新岗', code: 'CHOICE' })
    const { id } = (await binned('job', first.id))!
    const values = (code: string) => ({ values: { [first.id]: { code } } })
    expect(await act('recycleLog', 'recover', [id])).toMatchObject({ data: { conflict: { record: first.id, name: '旧岗' } } })
    expect(await act('recycleLog', 'recover', [id], { values: { [first.id]: { name: 'x' } } })).toMatchObject({ code: 0 })
    expect(await act('recycleLog', 'recover', [id], values('CHOICE-1'))).toMatchObject({ code: 1, data: { count: 1 } })
    expect(await sql('SELECT code FROM job WHERE id = $1', [first.id])).toEqual([{ code: 'CHOICE-1' }])
    const top = await add('department', { name: '上级', code: 'UP' })
    const leaf = await add('department', { name: '下级', code: 'DOWN', parentId: top.id })
    const lost = async () => {
      await del('department', [top.id, leaf.id])
      const row = (await binned('department', leaf.id))!
      expect(await binned('department', top.id)).toMatchObject({ children: 1 })
      return row.id
    }
    expect(await act('recycleLog', 'recover', [await lost()], { withParents: true })).toMatchObject({ code: 1, data: { count: 2 } })
    expect(await act('recycleLog', 'recover', [await lost()], { toTop: true })).toMatchObject({ code: 1, data: { count: 1 } })
    expect(await sql('SELECT parent_id FROM department WHERE id = $1', [leaf.id])).toEqual([{ parent_id: null }])
    // Coming back changed is an edit.
    const clerk = await person(server, 'noedit', /^(security\/recycleLog|job(\/(index|recycle|restore|del))?$)/)
    const other = await add('job', { name: '别岗', code: 'CHOICE-2' })
    await del('job', [other.id])
    const mine = (await binned('job', other.id, clerk.call))!
    expect(await act('recycleLog', 'recover', [mine.id], { values: { [other.id]: { code: 'C3' } } }, clerk.call)).toMatchObject({
      code: 401,
    })
    expect((await act('recycleLog', 'recover', [mine.id], {}, clerk.call)).code).toBe(1)
  })
  test('what a person may not see in a list they do not see in the bin', async () => {
    const [cv] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`)
    const [rc] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`)
    const near = await person(server, 'nearby', RIGHTS, { scope: 'department', department: cv!.id })
    const ours = await add('test.everyKind', { string: 'ours', departmentId: cv!.id })
    const theirs = await add('test.everyKind', { string: 'theirs', departmentId: rc!.id })
    await del('test.everyKind', [ours.id, theirs.id])
    expect(await binned('test.everyKind', ours.id, near.call)).toBeDefined()
    expect(await binned('test.everyKind', theirs.id, near.call)).toBeUndefined()
    const hidden = (await binned('test.everyKind', theirs.id))!
    expect(await act('recycleLog', 'recover', [hidden.id], {}, near.call)).toMatchObject({ code: 0 })
    const jobs = await person(server, 'onlyjobs', /^(security\/recycleLog|job)(\/|$)/)
    expect(new Set((await bin(jobs.call)).map((r) => r['resource']))).toEqual(new Set(['job']))
    const reader = await person(server, 'onlyread', /^(security\/recycleLog(\/(index|recover|purge))?|job(\/(index|recycle))?)$/)
    const { id } = await job()
    await del('job', [id])
    const row = (await binned('job', id, reader.call))!
    expect(await act('recycleLog', 'recover', [row.id], {}, reader.call)).toMatchObject({ code: 401 })
    expect(await act('recycleLog', 'purge', [row.id], { reason: 'x' }, reader.call)).toMatchObject({ code: 401 })
  })
})

describe('the end of a record', () => {
  const ask = async (id: number, by = keeper.call, reason = '重复录入') =>
    act('recycleLog', 'purge', [(await binned('job', id))!.id], { reason }, by)
  const requestOf = async (id: number) =>
    (await call<Page>('/admin/approval/index', { query: { limit: '100' } })).data.list.find((r) => r['record'] === id)!
  const binJob = async (name?: string) => {
    const { id } = await job(name)
    await del('job', [id])
    return id
  }
  test('is asked for by one and agreed to by another', async () => {
    const id = await binJob('作废')
    expect(await ask(id, keeper.call, ' ')).toMatchObject({ code: 0 })
    expect((await ask(id)).code).toBe(1)
    expect(await ask(id, second.call)).toMatchObject({ code: 0, msg: '“作废”已有待批准的申请' })
    expect((await binned('job', id))!['requested']).toBe(true)
    const request = await requestOf(id)
    expect(request).toMatchObject({ resource: 'job', title: '作废', reason: '重复录入', state: 'requested', requestedBy: keeper.id })
    expect(await act('approval', 'approve', [request.id], {}, keeper.call)).toMatchObject({ code: 0, msg: '不能批准自己的申请' })
    expect((await act('approval', 'approve', [request.id], {}, second.call)).code).toBe(1)
    expect(await sql('SELECT 1 FROM job WHERE id = $1', [id])).toEqual([])
    expect(await requestOf(id)).toMatchObject({ state: 'approved', decidedBy: second.id })
    const [last] = await sql<{ action: string; changes: Record<string, unknown> }>(
      `SELECT action, changes FROM audit_entry WHERE resource = 'job' AND record_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(id)],
    )
    expect(last).toMatchObject({ action: 'delete', changes: { name: ['作废', null] } })
    expect(await act('approval', 'approve', [request.id], {}, second.call)).toMatchObject({ code: 0 })
  })
  test('ten who agree at once end it once; a rejected one stays', async () => {
    const id = await binJob()
    await ask(id)
    const request = await requestOf(id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('approval', 'approve', [request.id], {}, second.call)))
    expect(answers.filter((a) => a.code === 1)).toHaveLength(1)
    const kept = await binJob()
    await ask(kept)
    expect((await act('approval', 'reject', [(await requestOf(kept)).id], {}, second.call)).code).toBe(0)
    expect((await act('approval', 'reject', [(await requestOf(kept)).id], { answer: '仍在使用' }, second.call)).code).toBe(1)
    expect(await requestOf(kept)).toMatchObject({ state: 'rejected', note: '仍在使用', decidedBy: second.id })
    expect(await binned('job', kept)).toMatchObject({ requested: false })
  })
  test('a request lapses when the record came back meanwhile; whoever asked may withdraw', async () => {
    const id = await binJob('又来')
    await ask(id)
    const request = await requestOf(id)
    expect(await act('approval', 'withdraw', [request.id], {}, second.call)).toMatchObject({ code: 0, msg: '只有申请人可以撤回' })
    await act('recycleLog', 'recover', [(await binned('job', id))!.id])
    await del('job', [id])
    // It lies in the bin again, but nobody has asked for its end since.
    expect(await binned('job', id)).toMatchObject({ requested: false })
    expect(await act('approval', 'approve', [request.id], {}, second.call)).toMatchObject({ code: 1, data: { count: 0, lapsed: 1 } })
    expect(await requestOf(id)).toMatchObject({ state: 'lapsed' })
    expect(await binned('job', id)).toBeDefined()
    expect((await ask(id)).code).toBe(1)
    const open = (await call<Page>('/admin/approval/index', { query: { limit: '100' } })).data.list.find(
      (r) => r['record'] === id && r['state'] === 'requested',
    )!
    expect((await act('approval', 'withdraw', [open.id], {}, keeper.call)).code).toBe(1)
    expect(await binned('job', id)).toMatchObject({ requested: false })
  })
  test('with a rule, nobody deletes for good alone, not before its time, and only those named agree', async () => {
    const rule = await call<{ row: Row }>('/admin/security.recycle/add', {
      body: { title: '岗位', resource: 'job', days: 3, approval: true, groups: [second.groupId] },
    })
    expect(rule.code).toBe(1)
    const id = await binJob()
    const alone = (by: TestServer['call']) => by('/admin/job/delete', { method: 'DELETE', query: { ids: String(id) } })
    expect(await alone(call)).toMatchObject({ code: 0, msg: '彻底删除“岗位”需要第二人批准，请在回收站中申请' })
    await ask(id)
    const request = await requestOf(id)
    expect(await act('approval', 'approve', [request.id], {}, second.call)).toMatchObject({
      code: 0,
      msg: '记录在回收站中保留不足 3 天，不能彻底删除',
    })
    await sql(`UPDATE job SET deleted_at = now() - interval '4 days' WHERE id = $1`, [id])
    const third = await person(server, 'third', RIGHTS)
    expect(await act('approval', 'approve', [request.id], {}, third.call)).toMatchObject({
      code: 0,
      msg: '您不在可批准此对象的角色组中',
    })
    expect((await act('approval', 'approve', [request.id], {}, second.call)).code).toBe(1)
    await sql('UPDATE security_recycle SET status = false WHERE id = $1', [rule.data.row.id])
    const free = await binJob()
    expect((await call('/admin/job/delete', { method: 'DELETE', query: { ids: String(free) } })).code).toBe(1)
  })
  test('a rule names a resource with a bin, once', async () => {
    const make = (resource: string) => call('/admin/security.recycle/add', { body: { title: 't', resource } })
    for (const resource of ['no.such', 'auth.group', 'token', 'job']) expect([resource, (await make(resource)).code]).toEqual([resource, 0])
    expect((await make('test.everyKind')).code).toBe(1)
    const { data } = await call<{ list: { name: string; isRecyclable: boolean }[] }>('/admin/ajax/resources')
    expect(data.list.find((r) => r.name === 'department')).toMatchObject({ title: '科室', isRecyclable: true })
    expect(data.list.find((r) => r.name === 'auth.log')).toBeUndefined()
  })
})
