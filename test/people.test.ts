import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const list = async (resource: string, query: Record<string, string> = {}) =>
  (await call<{ list: Row[] }>(`/admin/${resource}/index`, { query: { limit: '100', ...query } })).data.list
const department = async (code: string) => (await sql<{ id: number }>('SELECT id FROM department WHERE code = $1', [code]))[0]!.id

describe('AA-08 AA-09 people of departments and jobs', () => {
  test('are counted in the list, without those in the bin, and the filter behind the number finds them', async () => {
    const id = await department('IM-CV')
    const count = async () => (await list('department')).find((d) => d.id === id)!['people']
    const before = await count()
    const someone = await person(server, 'counted', /^job$/, { department: id })
    expect(await count()).toBe(Number(before) + 1)
    const found = await list('auth.admin', { search: JSON.stringify([{ field: 'department', operator: 'IN', val: String(id) }]) })
    expect(found).toHaveLength(Number(before) + 1)
    expect((await list('auth.group')).find((g) => g.id === someone.groupId)!['people']).toBe(1)
    await call('/admin/auth.admin/del', { method: 'DELETE', query: { ids: String(someone.id) } })
    expect(await count()).toBe(before)
    expect((await list('job')).every((j) => typeof j['people'] === 'number')).toBe(true)
  })
  test('signing in is no change: it is not in the story of the account, and a conflict is not blamed on it', async () => {
    const someone = await person(server, 'signedin', /^job$/)
    const story = await call<{ list: Row[] }>('/admin/auth.admin/history', { query: { id: String(someone.id) } })
    expect(story.data.list.map((e) => e['action'])).toEqual(['add'])
    const before = (await call<{ row: Row }>('/admin/auth.admin/edit', { query: { id: String(someone.id) } })).data.row
    await call('/admin/auth.admin/edit', { body: { id: someone.id, motto: 'one' } })
    await server.login('signedin')
    const late = await call('/admin/auth.admin/edit', { body: { id: someone.id, version: before['version'], motto: 'two' } })
    expect(late.code).toBe(0)
    expect(late.msg).not.toContain('signedin')
  })
  test('are moved together; what they will see is said before, and their sessions end', async () => {
    const [from, to] = [await department('IM-CV'), await department('IM-RC')]
    const a = await person(server, 'movea', /^department(\/|$)/, { scope: 'department', department: from })
    const b = await person(server, 'moveb', /^department(\/|$)/, { scope: 'all', department: from })
    const ids = [a.id, b.id]
    const effect = await call<{ list: Row[] }>('/admin/auth.admin/moveEffect', { body: { ids, toDepartment: to } })
    expect(effect.data.list).toEqual([
      { id: a.id, all: false, gains: [expect.any(String)], loses: [expect.any(String)] },
      { id: b.id, all: true, gains: [], loses: [] },
    ])
    expect(await call('/admin/auth.admin/move', { body: { ids } })).toMatchObject({
      code: 0,
      data: { problems: [{ field: 'toDepartment' }] },
    })
    expect((await call('/admin/auth.admin/move', { body: { ids, toDepartment: to } })).code).toBe(1)
    expect(await sql('SELECT DISTINCT department FROM auth_admin WHERE id = ANY($1::bigint[])', [ids])).toEqual([{ department: to }])
    expect((await a.call('/admin/department/index')).code).not.toBe(1)
  })
  test('nobody moves themselves, nor somebody who holds more', async () => {
    const to = await department('IM-RC')
    const clerk = await person(server, 'moveclerk', /^(auth\/admin|department)(\/|$)/, { scope: 'department', department: to })
    const move = (ids: number[]) => clerk.call('/admin/auth.admin/move', { body: { ids, toDepartment: to } })
    const [boss] = await sql<{ id: number }>(`SELECT id FROM auth_admin WHERE username = 'admin'`)
    expect((await move([clerk.id])).code).toBe(0)
    expect((await move([boss!.id])).code).toBe(0)
  })
})

test('AA-20 a balance is adjusted through its ledger, with a reason, and never below zero', async () => {
  const [member] = await list('user.user', { quick_search: 'researcher' })
  const adjust = (action: string, change: number, memo?: string) =>
    call<Row>(`/admin/user.user/${action}`, { body: { ids: [member!.id], change, ...(memo ? { memo } : {}) } })
  expect(await adjust('adjustMoney', 10)).toMatchObject({ code: 0, data: { problems: [{ field: 'memo' }] } })
  const money = Number(member!['money'])
  expect(await adjust('adjustMoney', 12.34, '补发')).toMatchObject({ code: 1, data: { before: money, after: money + 12.34 } })
  expect(await adjust('adjustMoney', -1_000_000, '扣')).toMatchObject({ code: 0, data: { problems: [{ field: 'change' }] } })
  expect(await adjust('adjustScore', 1.5, 'x')).toMatchObject({ code: 0 })
  expect((await adjust('adjustScore', 7, '培训')).code).toBe(1)
  const [after] = await list('user.user', { quick_search: 'researcher' })
  expect(after).toMatchObject({ money: money + 12.34, score: Number(member!['score']) + 7 })
})

test('AA-19 whoever reads English is offered and shown rules by their English titles', async () => {
  const en = { headers: { 'think-lang': 'en' } }
  const options = async (more: object) =>
    (
      await call<{ options: { label: string }[] }>('/admin/auth.rule/index', { query: { select: 'true', limit: '1000' }, ...more })
    ).data.options.map((o) => o.label)
  expect(await options({})).toContain('组织机构')
  expect(await options(en)).toContain('Organisation')
  expect(await options(en)).not.toContain('组织机构')
  const groups = await call<{ list: { _labels: { rules: string[] } }[] }>('/admin/auth.group/index', en)
  expect(groups.data.list.flatMap((g) => g._labels.rules)).toContain('Departments')
})
