import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

type Public = { figures: { title: string; value: number; more: boolean }[] }
const figures = async (lang = 'zh-cn') => (await server.call<Public>('/api/index/index', { headers: { 'think-lang': lang } })).data.figures
const allow = async (list: { key: string; value: string }[]) => {
  const admin = await server.login()
  const { code, msg } = await admin.call('/admin/routine.config/save', { body: { group: 'basics', values: { home_figures: list } } })
  expect(code, msg).toBe(1)
}

test('the home page tells no figure unless the settings say so', async () => {
  expect(await figures()).toEqual([])
})

test('a figure is a count with its title in the language asked for; a name that is none is passed over', async () => {
  const [count] = await server.backend.database.query<{ n: number }>('SELECT count(*) AS n FROM user_user WHERE deleted_at IS NULL')
  await allow([
    { key: '注册会员|Members', value: 'user.user' },
    { key: '', value: 'department' },
    { key: 'x', value: 'no.such' },
    { key: 'x', value: '__proto__' },
  ])
  const shown = await figures()
  expect(shown).toHaveLength(2)
  expect(shown[0]).toEqual({ title: '注册会员', value: count!.n, more: false })
  expect(shown[1]!.title).toBe('科室')
  expect((await figures('en'))[0]!.title).toBe('Members')
})

test('a thousand visitors cost one count, and switching a figure off hides it at once', async () => {
  const before = await figures()
  const admin = await server.login()
  const groups = await admin.call<{ list: { id: number }[] }>('/admin/user.group/index')
  const draft = { username: 'figure1', nickname: 'figure', password: 'secret-123', group: groups.data.list[0]!.id }
  expect((await admin.call('/admin/user.user/add', { body: draft })).code).toBe(1)
  expect(await figures()).toEqual(before)
  await allow([])
  expect(await figures()).toEqual([])
})
