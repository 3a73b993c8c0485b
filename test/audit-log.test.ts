import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
type Page = { list: Row[]; total: number }
let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())
const search = (...items: object[]) => ({ search: JSON.stringify(items) })

describe('AA-16 admin logs', () => {
  test('every change is there with its difference, and can be searched', async () => {
    const { data } = await call<{ row: Row }>('/admin/job/add', { body: { name: '记录员', code: 'LOGGED' } })
    await call('/admin/job/edit', { body: { id: data.row.id, headcount: 7 }, headers: { 'x-reason': encodeURIComponent('增加编制') } })
    const page = await call<Page>('/admin/auth.log/index', {
      query: search({ field: 'resource', operator: '=', val: 'job' }, { field: 'record', operator: '=', val: String(data.row.id) }),
    })
    expect(page.data.list.map((r) => r['action'])).toEqual(['edit', 'add'])
    expect(page.data.list[0]).toMatchObject({
      actorName: '系统管理员',
      admin: 1,
      label: '记录员',
      changes: { headcount: [1, 7] },
      reason: '增加编制',
      ip: '127.0.0.1',
      _labels: { admin: '系统管理员' },
    })
    expect((await call<Page>('/admin/auth.log/index', { query: { quick_search: '记录员' } })).data.total).toBe(2)
  })
  test('sign-ins, failures and exports are there too', async () => {
    await server.call('/admin/index/login', { body: { username: 'nobody', password: 'wrong-1' } })
    await (
      await fetch(`${server.address}/admin/job/exportExcel`, { headers: { server: '1', batoken: (await server.login()).token } })
    ).arrayBuffer()
    const { data } = await call<Page>('/admin/auth.log/index', { query: { limit: '100' } })
    const actions = new Set(data.list.map((r) => r['action']))
    for (const action of ['login', 'loginFailed', 'exportExcel']) expect(actions).toContain(action)
    expect(data.list.find((r) => r['action'] === 'loginFailed')).toMatchObject({ label: 'nobody', actorKind: 'system' })
  })
  test('a person sees their own, the auditor sees all', async () => {
    const own = await person(server, 'ownlog', /^(auth\/log(\/(index|exportExcel))?|job(\/.+)?)$/)
    const auditor = await person(server, 'auditlog', /^auth\/log(\/|$)/)
    await own.call('/admin/job/add', { body: { name: 'mine', code: 'MINE' } })
    const mine = await own.call<Page>('/admin/auth.log/index', { query: { limit: '100' } })
    expect(new Set(mine.data.list.map((r) => r['admin']))).toEqual(new Set([own.id]))
    expect(mine.data.list.map((r) => r['action'])).toEqual(['add', 'login'])
    const foreign = await own.call<Page>('/admin/auth.log/index', { query: search({ field: 'admin', operator: '=', val: '1' }) })
    expect(foreign.data.list).toEqual([])
    const all = await auditor.call<Page>('/admin/auth.log/index', { query: { limit: '100' } })
    expect(new Set(all.data.list.map((r) => r['admin'])).size).toBeGreaterThan(2)
    expect(await own.call('/admin/auth.log/edit', { query: { id: String(all.data.list[0]!.id) } })).toMatchObject({ status: 404 })
  })
  test('nobody writes to it, not even the super admin', async () => {
    const [first] = (await call<Page>('/admin/auth.log/index')).data.list
    const body = { id: first!.id, label: 'forged' }
    for (const [path, options] of [
      ['add', { body }],
      ['edit', { body }],
      ['del', { method: 'DELETE', query: { ids: String(first!.id) } }],
      ['delete', { method: 'DELETE', query: { ids: String(first!.id) } }],
    ] as const)
      expect([path, (await call(`/admin/auth.log/${path}`, options)).status]).toEqual([path, 404])
  })
  test('is exported like any list, in the scope of the reader, and hidden from those without the rule', async () => {
    const { token } = await server.login('ownlog')
    const response = await fetch(`${server.address}/admin/auth.log/exportExcel`, { headers: { server: '1', batoken: token } })
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    expect(await (await server.login('cardiology')).call('/admin/auth.log/index')).toMatchObject({ code: 401 })
  })
})
