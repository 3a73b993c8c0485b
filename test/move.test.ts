import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineLocale, defineResource, f } from '#kernel'
import type { Actor, Ctx } from '../src/server/model/context.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { person } from './person.ts'
import { testSubject } from './fixtures/area/test-subject/index.ts'
import subjectLocale from './fixtures/area/test-subject/locale.ts'
import subjectServer from './fixtures/area/test-subject/server/index.ts'
import { testTrial } from './fixtures/area/test-trial/index.ts'
import trialLocale from './fixtures/area/test-trial/locale.ts'
import trialServer from './fixtures/area/test-trial/server/index.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number; version: number; _labels: Record<string, unknown> }
type Call = TestServer['call']
let server: TestServer
let call: Call
let asker: Awaited<ReturnType<typeof person>>
let second: Awaited<ReturnType<typeof person>>
beforeAll(async () => {
  server = await startTestServer({}, undefined, {}, [
    { resource: testTrial, locale: trialLocale, half: trialServer },
    { resource: testSubject, locale: subjectLocale, half: subjectServer },
  ])
  call = (await server.login()).call
  asker = await person(server, 'asker', /^(test\/(trial|subject)|approval)(\/|$)/)
  second = await person(server, 'agrees', /^(test\/(trial|subject)|approval)(\/|$)/)
})
afterAll(() => server.close())

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const why = (reason: string) => ({ headers: { 'x-reason': encodeURIComponent(reason) } })
const post = <T = { row: Row; asked?: number }>(path: string, body: object, reason?: string, by: Call = call) =>
  by<T>(`/admin/${path}`, { body, ...(reason ? why(reason) : {}) })
const add = async (name: string, body: object, by: Call = call) => (await post(`${name}/add`, body, undefined, by)).data.row
const read = async (id: number) => (await sql<Row>('SELECT * FROM test_trial WHERE id = $1', [id]))[0]!
const submitted = async (title: string): Promise<Row> => {
  const row = await add('test.trial', { title }, asker.call)
  await add('test.subject', { code: title, trial: row.id }, asker.call)
  return (await post('test.trial/move', { id: row.id, version: 1, to: 'submitted' }, undefined, asker.call)).data.row
}
const waiting = async (record: number, by: Call = second.call) =>
  (await by<{ list: Row[] }>('/admin/approval/index', { query: { limit: '100' } })).data.list.find(
    (r) => r['record'] === record && r['state'] === 'requested',
  )

test('a state that does not exist, a missing word and a missing gate do not compile', () => {
  const fields = { title: f.string({ required: true }), state: f.select({ options: ['draft', 'done'] }) }
  const list = { columns: ['title'] } as const
  // @ts-expect-error -- there is no state “gone”
  defineResource('test.wrong', { label: 'title', fields, moves: { gone: { from: ['draft'] } }, list })
  // @ts-expect-error -- nor one called “begun”
  defineResource('test.wrong', { label: 'title', fields, moves: { done: { from: ['begun'] } }, list })
  const right = defineResource('test.right', { label: 'title', fields, moves: { done: { from: ['draft'] } }, list })
  const text = { title: '', remark: '', fields: { title: '', state: '' }, options: { state: { draft: '', done: '' } } }
  // @ts-expect-error -- the move has no name
  defineLocale(right, { 'zh-cn': text, en: text })
  expect(Object.keys(right.moves!)).toEqual(['done'])
})

test('states move only along the definition; no form sets one; a custom action uses the same path', async () => {
  const row = await add('test.everyKind', { string: 'state' })
  const move = (to: string, version: number, reason?: string) =>
    call<{ row: Row }>('/admin/test.everyKind/move', {
      body: { id: row.id, version, to },
      ...(reason ? { headers: { 'x-reason': encodeURIComponent(reason) } } : {}),
    })
  expect(await call('/admin/test.everyKind/edit', { body: { id: row.id, state: 'submitted' } })).toMatchObject({
    code: 0,
    data: { problems: [{ field: 'state', key: 'unknown' }] },
  })
  expect((await call('/admin/test.everyKind/add', { body: { string: 'born', state: 'submitted' } })).code).toBe(0)
  expect(await move('draft', 1, '从头来')).toMatchObject({ code: 0, msg: '状态不能从“草稿”变为“草稿”' })
  expect(await move('approved', 1)).toMatchObject({ code: 0, data: { problems: [{ field: 'to', key: 'option' }] } })
  expect(await move('submitted', 1)).toMatchObject({ code: 1, data: { row: { state: 'submitted', version: 2 } } })
  expect(await move('draft', 2)).toMatchObject({ code: 0, data: { problems: [{ field: '_reason', key: 'required' }] } })
  expect(await move('draft', 1, '缺一页')).toMatchObject({ code: 0, data: { conflict: { theirs: { version: 2 } } } })
  expect((await call('/admin/test.everyKind/move', { body: { id: row.id, to: 'draft' } })).code).toBe(0)
  expect((await move('draft', 2, '缺一页')).code).toBe(1)
  expect((await move('submitted', 3)).code).toBe(1)
  expect(await call('/admin/test.everyKind/approve', { body: { ids: [row.id] } })).toMatchObject({ code: 1, data: { approved: 1 } })
  expect((await move('draft', 5, '迟了')).code).toBe(0)
  const { data } = await call<{ list: { action: string; reason: string | null }[] }>('/admin/test.everyKind/history', {
    query: { id: String(row.id) },
  })
  expect(data.list.map((e) => [e.action, e.reason])).toContainEqual(['move', '缺一页'])
})

describe('a move', () => {
  test('has a right of its own, named in the permission tree; the right to edit is not it', async () => {
    const [rule] = await sql<{ title: string }>(`SELECT title FROM auth_rule WHERE name = 'test/trial/close'`)
    expect(rule).toEqual({ title: '结束研究' })
    const editor = await person(server, 'editor', /^test\/trial(\/(index|add|edit)|$)/)
    const row = await add('test.trial', { title: 'right' })
    expect(await post('test.trial/move', { id: row.id, version: 1, to: 'submitted' }, undefined, editor.call)).toMatchObject({ code: 401 })
    expect((await post('test.trial/edit', { id: row.id, state: 'submitted' }, undefined, editor.call)).code).toBe(0)
    expect(await read(row.id)).toMatchObject({ state: 'draft' })
  })

  test('passes its gate, or is told what is missing and where', async () => {
    const row = await add('test.trial', { title: 'gate' })
    const move = () => post('test.trial/move', { id: row.id, version: 1, to: 'submitted' })
    expect(await move()).toMatchObject({
      code: 0,
      msg: expect.stringContaining('还没有受试者'),
      data: { blockers: [{ text: '还没有受试者', address: `/admin/test/subject?trial=${row.id}` }] },
    })
    await add('test.subject', { code: 'S-1', trial: row.id })
    expect(await move()).toMatchObject({ code: 1, data: { row: { state: 'submitted' } } })
  })
})

describe('a second person', () => {
  test('is asked with a reason; the one who asked cannot agree, another one can, and then it happens', async () => {
    const row = await submitted('two')
    const close = { id: row.id, version: row.version, to: 'closed' }
    expect(await post('test.trial/move', close, undefined, asker.call)).toMatchObject({
      code: 0,
      data: { problems: [{ field: '_reason' }] },
    })
    expect(await post('test.trial/move', close, '入组完成', asker.call)).toMatchObject({ code: 1, data: { asked: 1 } })
    expect(await post('test.trial/move', close, '再来一次', asker.call)).toMatchObject({ code: 0, msg: '“two”已有待批准的申请' })
    expect(await read(row.id)).toMatchObject({ state: 'submitted', version: row.version })
    const request = (await waiting(row.id))!
    expect(request).toMatchObject({ action: 'move', reason: '入组完成', requestedBy: asker.id, _labels: { action: '结束研究' } })
    expect(await post('approval/approve', { ids: [request.id] }, undefined, asker.call)).toMatchObject({
      code: 0,
      msg: '不能批准自己的申请',
    })
    expect(await post('approval/approve', { ids: [request.id] }, undefined, second.call)).toMatchObject({ code: 1, data: { count: 1 } })
    expect(await read(row.id)).toMatchObject({ state: 'closed' })
    const { data } = await call<{ list: { action: string; by: string; reason: string }[] }>('/admin/test.trial/history', {
      query: { id: String(row.id) },
    })
    expect(data.list[0]).toMatchObject({ action: 'move', by: 'agrees', reason: '入组完成' })
  })

  test('without the right does not even see it; what changed meanwhile lapses', async () => {
    const row = await submitted('lapse')
    await post('test.trial/move', { id: row.id, version: row.version, to: 'closed' }, '完成', asker.call)
    const reader = await person(server, 'nomove', /^(test\/trial(\/(index|edit)|$)|approval)/)
    expect(await waiting(row.id, reader.call)).toBeUndefined()
    const request = (await waiting(row.id))!
    expect((await post('approval/approve', { ids: [request.id] }, undefined, reader.call)).code).toBe(0)
    await post('test.trial/edit', { id: row.id, title: 'lapsed' })
    expect(await post('approval/approve', { ids: [request.id] }, undefined, second.call)).toMatchObject({
      code: 1,
      data: { count: 0, lapsed: 1 },
    })
    expect(await read(row.id)).toMatchObject({ state: 'submitted' })
  })

  test('agrees to the opening of a lock where the definition says so', async () => {
    const row = await add('test.trial', { title: 'locked' })
    expect((await post('test.trial/lock', { ids: [row.id] }, undefined, asker.call)).code).toBe(1)
    expect((await post('test.trial/unlock', { ids: [row.id] }, undefined, asker.call)).code).toBe(0)
    expect(await post('test.trial/unlock', { ids: [row.id] }, '改错', asker.call)).toMatchObject({ code: 1, data: { count: 0, asked: 1 } })
    expect(await read(row.id)).toMatchObject({ locked_at: expect.any(String) })
    expect((await post('approval/approve', { ids: [(await waiting(row.id))!.id] }, undefined, second.call)).code).toBe(1)
    expect(await read(row.id)).toMatchObject({ locked_at: null })
  })
})

test('a reason is asked for by the engine: for a change, a deletion, a restore; not for a new record', async () => {
  const study = await add('test.trial', { title: 'reason' })
  const row = await add('test.subject', { code: 'R-1', trial: study.id })
  const missing = { code: 0, msg: '请说明修改的原因', data: { problems: [{ field: '_reason', key: 'required' }] } }
  expect(await post('test.subject/edit', { id: row.id, code: 'R-2' })).toMatchObject(missing)
  expect(await post('test.subject/edit', { id: row.id, code: 'R-2' }, '   ')).toMatchObject(missing)
  expect((await post('test.subject/edit', { id: row.id, code: 'R-2' }, '笔误')).code).toBe(1)
  const del = { method: 'DELETE', query: { ids: String(row.id) } }
  expect(await call('/admin/test.subject/del', del)).toMatchObject(missing)
  expect((await call('/admin/test.subject/del', { ...del, ...why('重复') })).code).toBe(1)
  expect(await call('/admin/test.subject/restore', { query: del.query })).toMatchObject(missing)
  expect((await call('/admin/test.subject/restore', { query: del.query, ...why('不重复') })).code).toBe(1)
  const bad = { body: { id: row.id, code: 'R-3' }, headers: { 'x-reason': '%E0%A4%A' } }
  expect(await call('/admin/test.subject/edit', bad)).toMatchObject({ status: 400, code: 0 })
})

test('what stands within something locked is refused by every call, also what would come into it', async () => {
  const [open, frozen] = [await add('test.trial', { title: 'open' }), await add('test.trial', { title: '冻结的研究' })]
  const rows = [await add('test.subject', { code: 'F-1', trial: frozen.id }), await add('test.subject', { code: 'F-2', trial: frozen.id })]
  const outside = await add('test.subject', { code: 'F-3', trial: open.id })
  await post('test.trial/edit', { id: frozen.id, isFrozen: true })
  const refused = { code: 0, msg: '“冻结的研究”已锁定，其中的数据不能修改' }
  const id = rows[0]!.id
  expect(await post('test.subject/add', { code: 'F-4', trial: frozen.id })).toMatchObject(refused)
  expect(await post('test.subject/edit', { id, code: 'x' }, '改')).toMatchObject(refused)
  expect(await post('test.subject/edit', { id, trial: open.id }, '移出')).toMatchObject(refused)
  expect(await post('test.subject/edit', { id: outside.id, trial: frozen.id }, '移入')).toMatchObject(refused)
  expect(await call('/admin/test.subject/del', { method: 'DELETE', query: { ids: String(id) }, ...why('删') })).toMatchObject(refused)
  expect(await post('test.subject/sortable', { id: outside.id, targetId: id }, '排')).toMatchObject(refused)
})

describe('scope through a parent', () => {
  const departments = async () => {
    const rows = await sql<{ id: number; code: string }>(`SELECT id, code FROM department WHERE code IN ('IM-CV', 'IM-RC')`)
    return { cv: rows.find((r) => r.code === 'IM-CV')!.id, rc: rows.find((r) => r.code === 'IM-RC')!.id }
  }
  test('who does not see the study sees none of its records, no name of it, and counts none', async () => {
    const { cv, rc } = await departments()
    const RULES = /^test\/(trial|subject)(\/|$)/
    const heart = await person(server, 'heart', RULES, { scope: 'department', department: cv })
    const lung = await person(server, 'lung', RULES, { scope: 'department', department: rc })
    const study = await add('test.trial', { title: 'heart only' }, heart.call)
    const row = await add('test.subject', { code: 'H-1', trial: study.id }, heart.call)
    const codes = async (by: Call) => (await by<{ list: Row[] }>('/admin/test.subject/index')).data.list.map((r) => r['code'])
    expect(await codes(heart.call)).toContain('H-1')
    expect(await codes(lung.call)).not.toContain('H-1')
    const missing = { code: 0, msg: '记录不存在，或不在您的数据范围内' }
    expect(await post('test.subject/edit', { id: row.id, code: 'x' }, '改', lung.call)).toMatchObject(missing)
    expect((await post('test.subject/add', { code: 'L-1', trial: study.id }, undefined, lung.call)).code).toBe(0)
    const counted = (await heart.call<{ list: Row[] }>('/admin/test.trial/index')).data.list.find((r) => r.id === study.id)
    expect(counted).toMatchObject({ subjects: 1 })
  })

  test('the number of a member is not that of an admin; a member writes on the same path', async () => {
    const { cv } = await departments()
    const row = await add('test.trial', { title: 'whose' }, asker.call)
    await sql('UPDATE test_trial SET department_id = NULL WHERE id = $1', [row.id])
    const system = systemContext(server.backend)
    const member = (rules: string[]): Actor => ({
      kind: 'member',
      id: asker.id,
      name: '会员',
      super: false,
      groups: [],
      departmentId: cv,
      rules: Object.fromEntries(rules.map((r) => [r, true as const])),
      scope: { all: false, departments: [cv] },
    })
    const ctx: Ctx = { ...system, actor: member(['test/trial/index', 'test/trial/edit']) }
    const { engine } = server.backend
    await expect(engine.get(ctx, 'test.trial', row.id)).rejects.toMatchObject({ key: 'record.missing' })
    await expect(engine.edit(ctx, 'test.trial', { id: row.id, title: 'mine' })).rejects.toMatchObject({ key: 'record.missing' })
    const own = await engine.add(ctx, 'test.trial', { title: 'by a member' })
    expect(own).toMatchObject({ departmentId: cv, ownerId: null })
    const child = await engine.add(ctx, 'test.subject', { code: 'M-1', trial: own.id })
    await expect(engine.edit(ctx, 'test.subject', { id: child.id, code: 'M-2' })).rejects.toMatchObject({ key: 'record.reasonRequired' })
    await engine.edit({ ...ctx, reason: '补录' }, 'test.subject', { id: child.id, code: 'M-2' })
    const [entry] = await sql(
      `SELECT actor_kind, actor_id, reason FROM audit_entry WHERE resource = 'test.subject' AND record_id = $1 AND action = 'edit'`,
      [String(child.id)],
    )
    expect(entry).toEqual({ actor_kind: 'member', actor_id: asker.id, reason: '补录' })
  })
})
