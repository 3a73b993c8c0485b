import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { remind } from '../src/areas/todo/server/remind.ts'
import { waitsForMe } from '../src/areas/todo/server/tell.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
type Person = Awaited<ReturnType<TestServer['login']>>
let admin: Person
let manager: Person
let cardiology: Person
let respiratory: Person
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login()
  manager = await server.login('datamanager')
  cardiology = await server.login('cardiology')
  respiratory = await server.login('respiratory')
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [remind],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

type Todo = { id: number; version: number; state: string; assignee: number | null; author: number | null; endedAt: string | null }
const add = async (by: Person, draft: object) => {
  const { code, msg, data } = await by.call<{ row: Todo }>('/admin/todo/add', { body: { title: '核对', ...draft } })
  expect(code, msg).toBe(1)
  return data.row
}
const read = async (by: Person, id: number) => (await by.call<{ row: Todo }>('/admin/todo/read', { query: { id: String(id) } })).data.row
const move = async (by: Person, { id }: { id: number }, to: string, reason?: string) =>
  by.call('/admin/todo/move', {
    body: { id, to, version: (await read(admin, id)).version },
    headers: reason ? { 'x-reason': encodeURIComponent(reason) } : {},
  })
const ids = async (by: Person) =>
  (await by.call<{ list: Todo[] }>('/admin/todo/index', { query: { limit: '100' } })).data.list.map(({ id }) => id)
const idOf = async (username: string) =>
  (
    await server.backend.database.query<{ id: number; department: number }>('SELECT id, department FROM auth_admin WHERE username = $1', [
      username,
    ])
  )[0]!
const news = async (by: Person) =>
  (await by.call<{ list: { text: string; address: string; times: number }[] }>('/admin/notification/index')).data.list

describe('AA-06 to-dos', () => {
  test('are seen by who asked, who has to do it and who could take it, and by nobody else', async () => {
    const { department } = await idOf('cardiology')
    const mine = await add(manager, { assignee: (await idOf('cardiology')).id })
    const anybodys = await add(manager, { department })
    const private_ = await add(cardiology, {})
    expect(await ids(cardiology)).toEqual(expect.arrayContaining([mine.id, anybodys.id, private_.id]))
    const others = await ids(respiratory)
    expect(others.filter((id) => [mine.id, anybodys.id, private_.id].includes(id))).toEqual([])
    expect((await move(respiratory, anybodys, 'inProgress')).code).not.toBe(1)
    expect((await read(cardiology, private_.id)).assignee).toBe((await idOf('cardiology')).id)
  })
  test('go to whoever of the department takes them, and say when they ended', async () => {
    const { id, department } = await idOf('cardiology')
    const one = await add(manager, { department })
    expect((await move(cardiology, one, 'inProgress')).code).toBe(1)
    expect(await read(cardiology, one.id)).toMatchObject({ state: 'inProgress', assignee: id, endedAt: null })
    expect((await move(cardiology, one, 'done')).code).toBe(1)
    expect(await read(manager, one.id)).toMatchObject({ state: 'done', endedAt: expect.any(String) })
  })
  test('are given back with a reason, and only who asked cancels or reopens them', async () => {
    const one = await add(manager, { assignee: (await idOf('cardiology')).id, title: '补交知情同意书' })
    expect((await move(cardiology, one, 'returned')).code).not.toBe(1)
    expect((await move(cardiology, one, 'returned', '不是本科室的受试者')).code).toBe(1)
    expect((await news(manager)).at(0)).toMatchObject({ text: '心内科数据员退回了待办“补交知情同意书”', address: `/admin/todo/${one.id}` })
    // The right is there for both: what counts is who asked.
    const other = await add(admin, { assignee: (await idOf('datamanager')).id, title: '管理员的' })
    expect(await move(manager, other, 'cancelled', '不做了')).toMatchObject({ code: 0, msg: '只有提出人可以取消待办“管理员的”' })
    expect((await move(manager, one, 'waiting', '确实是')).code).toBe(1)
    expect((await move(manager, one, 'cancelled', '重复了')).code).toBe(1)
    expect(await read(manager, one.id)).toMatchObject({ state: 'cancelled', endedAt: expect.any(String) })
  })
  test('are handed in, and whoever asked accepts them or sends them back with a reason', async () => {
    const assignee = (await idOf('cardiology')).id
    const one = await add(manager, { assignee, title: '核对入组', handIn: true })
    expect(await move(cardiology, one, 'done')).toMatchObject({ code: 0, msg: '“核对入组”需要提出人验收：请选择“提交验收”' })
    expect((await move(cardiology, one, 'submitted')).code).toBe(1)
    expect((await news(manager)).at(0)).toMatchObject({ text: '心内科数据员提交了待办“核对入组”，等您验收' })
    // Handed in it is not theirs any more.
    expect(await move(cardiology, one, 'done')).toMatchObject({ code: 0, msg: '只有提出人可以验收通过待办“核对入组”' })
    expect((await move(cardiology, one, 'inProgress', '再改改')).code).not.toBe(1)
    expect((await move(manager, one, 'inProgress')).code).not.toBe(1)
    expect((await move(manager, one, 'inProgress', '缺少两例')).code).toBe(1)
    expect((await news(cardiology)).at(0)?.text).toContain('退回了待办“核对入组”，请重做')
    expect(await read(manager, one.id)).toMatchObject({ state: 'inProgress', assignee, endedAt: null })
    expect((await move(cardiology, one, 'submitted')).code).toBe(1)
    expect((await move(manager, one, 'done')).code).toBe(1)
    expect((await news(cardiology)).at(0)?.text).toContain('验收了待办“核对入组”')
    expect(await read(manager, one.id)).toMatchObject({ state: 'done', assignee, endedAt: expect.any(String) })
  })
  test('lead to pages of this system only', async () => {
    const refused = await manager.call('/admin/todo/add', { body: { title: '看', page: 'https://example.org/' } })
    expect(refused).toMatchObject({ code: 0, msg: '“https://example.org/”不是本系统的页面地址：应以 /admin/ 开头' })
    const one = await add(manager, { page: '/admin/study/project/1' })
    expect((await manager.call('/admin/todo/edit', { body: { id: one.id, version: one.version, page: '//example.org' } })).code).toBe(0)
  })
  test('tell the person they were given to, and not who gave them', async () => {
    const one = await add(manager, { assignee: (await idOf('respiratory')).id, title: '上传影像' })
    expect((await news(respiratory)).at(0)).toMatchObject({ text: '待办“上传影像”等您处理', address: `/admin/todo/${one.id}` })
    expect((await news(manager)).map(({ text }) => text)).not.toContain('待办“上传影像”等您处理')
  })
  test('remind once a day of what is due, and not of what is done or far away', async () => {
    const assignee = (await idOf('respiratory')).id
    const day = '2031-05-10'
    await add(manager, { assignee, due: '2031-05-08', title: '迟了' })
    await add(manager, { assignee, due: '2031-05-20', title: '还早' })
    const done = await add(manager, { assignee, due: '2031-05-09', title: '做完了' })
    await move(respiratory, done, 'done')
    const back = await add(manager, { assignee, due: '2031-05-09', title: '退回的' })
    await move(respiratory, back, 'returned', '不归我管')
    const run = async () => {
      const task = await enqueue(server.backend.database, remind, { day })
      const look = () =>
        server.backend.database.query<{ state: string; result: unknown }>('SELECT state, result FROM task WHERE id = $1', [task])
      await vi.waitFor(async () => expect((await look())[0]?.state).toBe('done'), { timeout: 20_000, interval: 50 })
      return (await look())[0]?.result
    }
    await run()
    const told = await news(respiratory)
    expect(told.map(({ text }) => text)).toContain('待办“迟了”已逾期 2 天')
    expect(told.map(({ text }) => text).join()).not.toMatch(/还早.*截止|做完了.*(截止|逾期)/)
    // What was given back waits for whoever asked for it.
    const late = (by: Person) =>
      by
        .call<{ list: { text: string }[] }>('/admin/notification/index', { headers: { 'think-lang': 'en' } })
        .then(({ data }) => data.list.map(({ text }) => text))
    expect(await late(manager)).toContain('The to-do “退回的” is 1 day overdue')
    expect(await late(respiratory)).not.toContain('The to-do “退回的” is 1 day overdue')
    // By mail and SMS, too: somebody waits for it.
    expect(waitsForMe.digest).toBe(true)
    expect(await run()).toEqual({ reminded: 0 })
  })
})
