import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holds } from './processes.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
})
afterAll(() => server.close())

type Problems = { problems?: { field: string }[] }
type Row = { row: { id: number; nickname: string; email: string | null; version: number; groups: string[] } }
type Session = { id: string; current: boolean; userAgent: string }
const post = (me: { call: TestServer['call'] }, action: string, body: object) => me.call<Problems>(`/admin/profile/${action}`, { body })

describe('AA-24 own profile', () => {
  test('everybody reads and changes their own, without a rule, and the trail says so', async () => {
    const me = await server.login('cardiology')
    const { data } = await me.call<Row>('/admin/profile/index')
    expect(data.row.groups.length).toBeGreaterThan(0)
    expect(data.row).not.toHaveProperty('password')
    const saved = await me.call<Row>('/admin/profile/edit', {
      body: { nickname: '心内科主任', email: 'heart@example.org', motto: '仁心仁术', version: data.row.version },
    })
    expect(saved.code, saved.msg).toBe(1)
    expect(saved.data.row).toMatchObject({ nickname: '心内科主任', email: 'heart@example.org' })
    const { data: mine } = await me.call<{ list: { fields: string[]; where: string }[]; total: number }>('/admin/profile/activity')
    expect(mine.list[0]).toMatchObject({ where: '管理员' })
    expect(mine.list[0]!.fields).toHaveLength(3)
    expect(mine.total).toBeGreaterThan(1)
    const menus = await me.call<{ menus: { children: { component: string }[] }[] }>('/admin/index/index')
    expect(menus.data.menus.flatMap((m) => m.children.map((c) => c.component))).toContain('page:profile')
  })
  test('rights, department, state and somebody else’s account are out of reach', async () => {
    const me = await server.login('cardiology')
    for (const field of ['id', 'groups', 'department', 'status', 'username', 'password', 'lastLoginIp'])
      expect((await post(me, 'edit', { [field]: 1 })).data.problems, field).toMatchObject([{ field, key: 'unknown' }])
    expect((await post(me, 'edit', { avatar: 'https://elsewhere.example/a.png' })).data.problems).toMatchObject([{ field: 'avatar' }])
    expect((await post(me, 'edit', { avatar: '//elsewhere.example/a.png' })).data.problems).toMatchObject([{ field: 'avatar' }])
    expect((await post(me, 'edit', { email: 'no mail' })).data.problems).toMatchObject([{ field: 'email' }])
  })
  test('a new password needs the old one, ends the other sessions and keeps this one', async () => {
    const [here, there] = [await server.login('auditor'), await server.login('auditor')]
    expect((await post(here, 'changePassword', { oldPassword: 'wrong-one-1', newPassword: 'other-456' })).code).not.toBe(1)
    expect((await post(here, 'changePassword', { oldPassword: PASSWORD, newPassword: '1' })).data.problems).toMatchObject([
      { field: 'newPassword' },
    ])
    expect((await there.call('/admin/profile/index')).code).toBe(1)
    expect((await post(here, 'changePassword', { oldPassword: PASSWORD, newPassword: 'other-456' })).code).toBe(1)
    expect((await here.call('/admin/profile/index')).code).toBe(1)
    await holds(async () => expect((await there.call('/admin/profile/index')).code).not.toBe(1))
    await expect(server.login('auditor')).rejects.toThrow()
    expect((await server.login('auditor', 'other-456')).token).not.toBe('')
  })
  test('guessing the old password locks the guesser out', async () => {
    const me = await server.login('datamanager')
    for (let i = 0; i < 6; i++) await post(me, 'changePassword', { oldPassword: `wrong-${i}x`, newPassword: 'other-456' })
    expect((await post(me, 'changePassword', { oldPassword: PASSWORD, newPassword: 'other-456' })).code).not.toBe(1)
  })
  test('a session ends by its name; nobody else’s can be named', async () => {
    const [here, there, stranger] = [await server.login('cardiology'), await server.login('cardiology'), await server.login()]
    const listOf = async (who: typeof here) => (await who.call<{ list: Session[] }>('/admin/profile/sessions')).data.list
    const other = (await listOf(there)).find((s) => s.current)!
    expect((await listOf(here)).filter((s) => s.current)).toHaveLength(1)
    expect((await post(stranger, 'endSession', { id: other.id })).code).not.toBe(1)
    expect((await post(here, 'endSession', { id: other.id })).code).toBe(1)
    await holds(async () => expect((await there.call('/admin/profile/index')).code).not.toBe(1))
    expect((await listOf(here)).map((s) => s.id)).not.toContain(other.id)
  })
})
