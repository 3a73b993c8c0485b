import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type View = { id: number; name: string; state: object; mine: boolean; shared: boolean; by: string }
type Person = Awaited<ReturnType<typeof person>>
let server: TestServer
let owner: Person
let mate: Pick<Person, 'call'>
let other: Person
const state = { query: 'q=a&order=name%2Casc', hidden: ['people'], shown: [], order: ['code', 'name'], pinned: ['code'] }
beforeAll(async () => {
  server = await startTestServer()
  owner = await person(server, 'viewowner', /^job(\/|$)/)
  other = await person(server, 'viewother', /^job(\/|$)/)
  const { call } = await server.login()
  await call('/admin/auth.admin/add', { body: { username: 'viewmate', nickname: 'mate', groups: [owner.groupId], password: PASSWORD } })
  mate = await server.login('viewmate')
})
afterAll(() => server.close())

const list = async (by: Pick<Person, 'call'>, resource = 'job') =>
  (await by.call<{ list: View[] }>('/admin/savedView/index', { query: { resource } })).data.list
const save = (by: Pick<Person, 'call'>, view: object) =>
  by.call<{ id: number }>('/admin/savedView/save', { body: { resource: 'job', name: '我的', shared: false, state, ...view } })

test('a view is its owner’s, or that of everybody in their groups; only the owner changes it', async () => {
  const own = (await save(owner, {})).data.id
  const shared = (await save(owner, { name: '大家的', shared: true })).data.id
  expect(await list(owner)).toMatchObject([
    { id: shared, name: '大家的', mine: true, shared: true },
    { id: own, name: '我的', mine: true, shared: false, state },
  ])
  expect(await list(mate)).toMatchObject([{ id: shared, mine: false, by: 'viewowner' }])
  expect(await list(other)).toEqual([])
  expect((await save(mate, { id: shared, name: '改名' })).code).toBe(0)
  expect((await mate.call('/admin/savedView/remove', { body: { id: shared } })).code).toBe(0)
  expect((await save(owner, { id: shared, name: '又是我的' })).code).toBe(1)
  expect(await list(mate)).toEqual([])
  for (const id of [own, shared]) expect((await owner.call('/admin/savedView/remove', { body: { id } })).code).toBe(1)
  expect(await list(owner)).toEqual([])
})

test('a list that somebody may not see has no views for them; what is no view is refused', async () => {
  expect((await owner.call('/admin/savedView/index', { query: { resource: 'auth.admin' } })).status).toBe(404)
  expect((await save(owner, { resource: 'auth.admin' })).status).toBe(404)
  const bad = [
    { name: '' },
    { name: 'x'.repeat(41) },
    { shared: 'yes' },
    { state: {} },
    { state: { ...state, more: 1 } },
    { id: 0 },
    { more: 1 },
  ]
  for (const part of bad) expect((await save(owner, part)).code, JSON.stringify(part)).toBe(0)
})

test('fifty views of a list are enough', async () => {
  for (let i = 0; i < 50; i++) expect((await save(other, { name: String(i) })).code).toBe(1)
  expect(await save(other, { name: 'more' })).toMatchObject({ code: 0, msg: '一个列表最多保存 50 个视图，请先移除不用的' })
})

test('a list is sorted by several columns, the first counts most', async () => {
  for (const [name, code, headcount] of [
    ['b', 'MS-1', 1],
    ['a', 'MS-2', 1],
    ['c', 'MS-3', 2],
  ] as const)
    await owner.call('/admin/job/add', { body: { name, code, headcount } })
  const codes = async (order: string) =>
    (await owner.call<{ list: { code: string }[] }>('/admin/job/index', { query: { order, quick_search: 'MS-' } })).data?.list.map(
      (r) => r.code,
    )
  expect(await codes('headcount,desc;name,asc')).toEqual(['MS-3', 'MS-2', 'MS-1'])
  expect(await codes('headcount,asc;name,desc')).toEqual(['MS-1', 'MS-2', 'MS-3'])
  for (const order of ['name,asc;name,desc', 'name,asc;nothing,asc', 'id;name;code;headcount;status;category'])
    expect((await owner.call('/admin/job/index', { query: { order } })).code, order).toBe(0)
})
