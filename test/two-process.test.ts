import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { urlsOf } from '../src/server/config.ts'
import { person } from './person.ts'
import { startSecondProcess } from './second-process.ts'
import { uploader } from './sender.ts'
import type { SecondProcess } from './second-process.ts'
import { isTwo } from './processes.ts'
import { PASSWORD, caller, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

/** What guards is set at one process and asked of another, which shares nothing with it but the database. */
type Row = Record<string, unknown> & { id: number }
type Page = { list: Row[]; total: number }
type Call = TestServer['call']
const MASK = '••••••'
const PHONE = '13800138000'
let server: TestServer
let second: SecondProcess
let here: Call
let there: Call
let clerk: { here: Call; there: Call; id: number; groupId: number }
let member: Row
let serial = 0
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const both = async (username: string, rules: RegExp) => {
  const { token, call, id, groupId } = await person(server, username, rules)
  return { here: call, there: caller(second.address, { batoken: token }), id, groupId }
}
const add = async (resource: string, body: object, by = here) => (await by<{ row: Row }>(`/admin/${resource}/add`, { body })).data.row
const edit = (resource: string, body: object, by = here) => by(`/admin/${resource}/edit`, { body })
const remove = (resource: string, id: number, verb = 'del', by = here) =>
  by(`/admin/${resource}/${verb}`, { method: 'DELETE', query: { ids: String(id) } })
/** Far below the minute after which a process looks for itself. */
const soon = (look: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await look()).toEqual(expected), { timeout: 10_000, interval: 20 })

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  second = await startSecondProcess({ ...urlsOf(server.backend.config)!, env: {}, args: ['--empty'] })
  const admin = await server.login()
  here = admin.call
  there = caller(second.address, { batoken: admin.token })
  clerk = await both('clerk', /^(user\/user|job|security\/sensitive)(\/(?!reveal)|$)/)
  for (const rule of (await here<Page>('/admin/security.sensitive/index', { query: { limit: '100' } })).data.list)
    await remove('security.sensitive', rule.id)
  member = await add('user.user', { username: 'patient', nickname: '张三', group: 1, mobile: PHONE, password: 'secret-1' })
})
afterAll(async () => {
  await second?.close()
  await server?.close()
})

const mobile = (by: Call) => async () =>
  (await by<Page>('/admin/user.user/index', { query: { limit: '100' } })).data.list.find((r) => r.id === member.id)?.['mobile']

describe('masks', () => {
  let rule: Row
  test('one set here hides there', async () => {
    await soon(mobile(clerk.there), PHONE)
    rule = await add('security.sensitive', { title: 'm', resource: 'user.user', field: 'mobile', mask: true })
    await soon(mobile(clerk.there), MASK)
  })
  test('one set there hides here, and lets through whom it names', async () => {
    await edit('security.sensitive', { id: rule.id, groups: [clerk.groupId] }, there)
    await soon(mobile(clerk.here), PHONE)
    await edit('security.sensitive', { id: rule.id, groups: [] }, there)
    await soon(mobile(clerk.here), MASK)
  })
  test('one set while nobody could hear it holds when the connection is back', async () => {
    await remove('security.sensitive', rule.id)
    await soon(mobile(clerk.there), PHONE)
    const lost = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()`,
    )
    expect(lost).toHaveLength(isTwo ? 3 : 2)
    rule = await add('security.sensitive', { title: 'm', resource: 'user.user', field: 'mobile', mask: true })
    await soon(mobile(clerk.there), MASK)
    await remove('security.sensitive', rule.id, 'del', there)
    await soon(mobile(clerk.here), PHONE)
  })
})

describe('two people', () => {
  const binned = async () => {
    const { id } = await add('job', { name: 'j', code: `TWO-${++serial}` })
    await remove('job', id)
    return id
  }
  test('a rule set here stops the end of a record there at once', async () => {
    const rule = await add('security.recycle', { title: 'r', resource: 'job', days: 0, approval: true })
    const id = await binned()
    expect(await remove('job', id, 'delete', there)).toMatchObject({ code: 0, msg: expect.stringContaining('第二人') })
    await sql('DELETE FROM security_recycle WHERE id = $1', [rule.id])
    expect(await remove('job', id, 'delete', there)).toMatchObject({ code: 1 })
  })
  test('and so does the time it asks for', async () => {
    const rule = await add('security.recycle', { title: 'r', resource: 'job', days: 3, approval: false }, there)
    expect(await remove('job', await binned(), 'delete')).toMatchObject({ code: 0, msg: expect.stringContaining('3') })
    await remove('security.recycle', rule.id)
    expect(await remove('job', await binned(), 'delete', there)).toMatchObject({ code: 1 })
  })
})

describe('rights', () => {
  const code = (by: Call, address: string) => async () => (await by(address)).code
  test('a rule taken from a group here is taken there', async () => {
    await soon(code(clerk.there, '/admin/job/index'), 1)
    const rules = await sql<{ id: number }>(`SELECT id FROM auth_rule WHERE name LIKE 'user/user%' OR name LIKE 'security/sensitive%'`)
    await edit('auth.group', { id: clerk.groupId, rules: rules.map((r) => r.id) })
    await soon(code(clerk.there, '/admin/job/index'), 401)
  })
  test('an account disabled here is nobody there', async () => {
    const guest = await both('guest', /^job(\/|$)/)
    await soon(code(guest.there, '/admin/job/index'), 1)
    await edit('auth.admin', { id: guest.id, status: false })
    await soon(code(guest.there, '/admin/job/index'), 302)
  })
})

describe('generated tables', () => {
  const design = (fields: Record<string, object>) => ({
    definition: {
      name: 'made',
      label: 'name',
      fields,
      traits: ['timestamps', 'recyclable', 'audited'],
      actions: {},
      menu: { group: 'org', icon: 'file' },
      list: { columns: ['id', ...Object.keys(fields)], sort: '-id' },
    },
    locale: Object.fromEntries(
      ['zh-cn', 'en'].map((l) => [l, { title: 'Made', remark: '', fields: Object.fromEntries(Object.keys(fields).map((n) => [n, n])) }]),
    ),
  })
  const name = { kind: 'string', max: 50 }
  const status =
    (address: string, by = there) =>
    async () =>
      (await by(address)).status
  test('one made here answers there, with the fields it has now', async () => {
    expect((await here('/admin/crud.table/apply', { body: design({ name }) })).code).toBe(1)
    await soon(status('/admin/made/index'), 200)
    expect((await there('/admin/crud.table/apply', { body: design({ name, note: name }) })).code).toBe(1)
    await soon(async () => (await here('/admin/made/add', { body: { name: 'a', note: 'b' } })).code, 1)
  })
  test('one dropped here is unknown there', async () => {
    const { data } = await here<Page>('/admin/crud.table/index')
    await here('/admin/crud.table/drop', { body: { ids: [data.list[0]!.id], typed: 'made' } })
    await soon(status('/admin/made/index'), 404)
  })
})

describe('uploads', () => {
  beforeAll(() => add('user.user', { username: 'member', nickname: 'm', group: 1, password: PASSWORD }))
  const held = async () =>
    (
      await sql<{ n: number }>(
        // Only places of this person's uploads: the duties of a process take locks of their own.
        `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database, generate_series(1, 6) AS place
        WHERE locktype = 'advisory' AND datname = current_database() AND objsubid = 1
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended('upload:admin:1 ' || place, 0)`,
      )
    )[0]!.n
  test('six at once of one person are six over all processes', async () => {
    const from = async (address: string) => uploader({ ...server, address })
    const [one, other] = [await from(server.address), await from(second.address)]
    const open = [one, one, one, other, other, other].map((u) => u.startUpload('slow.txt'))
    try {
      await expect.poll(held).toBe(6)
      expect([(await one.send('b.txt', 'seventh')).status, (await other.send('b.txt', 'seventh')).status]).toEqual([429, 429])
      expect((await other.send('c.txt', 'of a member', '/api/ajax/upload')).code).toBe(1)
    } finally {
      for (const upload of open) upload.finish()
    }
    expect(await Promise.all(open.map((upload) => upload.answer))).toEqual(open.map(() => 1))
    await expect.poll(held).toBe(0)
    expect((await one.send('b.txt', 'seventh')).code).toBe(1)
  })
  test('a process that is gone holds no place', async () => {
    const third = await startSecondProcess({ ...urlsOf(server.backend.config)!, env: {}, args: ['--empty'] })
    const there = await uploader({ ...server, address: third.address })
    const open = Array.from({ length: 6 }, () => there.startUpload('slow.txt'))
    const ended = Promise.allSettled(open.map((upload) => upload.answer))
    await expect.poll(held).toBe(6)
    await third.kill()
    await expect.poll(held).toBe(0)
    await ended
  })
})

describe('settings', () => {
  test('what is set here holds there', async () => {
    await here('/admin/routine.config/save', { body: { group: 'basics', values: { site_name: '两个进程' } } })
    const { data } = await there<{ site: { siteName: string } }>('/api/index/index')
    expect(JSON.stringify(data)).toContain('两个进程')
  })
})
