import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from './mail-server.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, move, post, read } from './study-kit.ts'
import type { Person } from './study-kit.ts'
import { sending } from '../src/server/message/send-task.ts'
import { workBeside } from './worker.ts'

const RULES = /^study(?!\/project\/all$)(\/|$)/
const WEEK_MS = 7 * 86_400_000
type Issued = { path: string; mailed: string }

let server: TestServer
let manager: Person
let study: number
const departments: Record<string, number> = {}
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  for (const { id, code } of await sql<{ id: number; code: string }>('SELECT id, code FROM department')) departments[code] = id
  manager = await person(server, 'manager', RULES)
  study = (await collecting(manager.call, 'INV-1', departments['IM-CV']!, manager.id)).study
})
afterAll(() => server.close())

const invited = (over: object = {}, by: Person = manager) =>
  add(by.call, 'study.invitation', { study, name: '外院协调员', role: 'coordinator', departments: [departments['IM-CV']], ...over })
const issue = async (id: number, by: Person = manager) => {
  const { data } = await post<Issued>(by.call, 'study.invitation/issue', { ids: [id] })
  return { ...data, code: data.path.split('#')[1] ?? '' }
}
const look = (code: string, headers = {}) => server.call<Record<string, unknown>>('/api/study/invitation/read', { body: { code }, headers })
const member = async (username: string) => {
  const { data } = await server.call<{ userInfo: { token: string; id: number; email: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username, password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token }
  return { ...data.userInfo, accept: (code: string) => server.call('/api/study/invitation/accept', { body: { code }, headers }) }
}
const placesOf = (user: number) =>
  sql<{ role: string; departments: number[]; to: string | null }>(
    'SELECT role, departments, "to" FROM study_member WHERE study = $1 AND "user" = $2 AND deleted_at IS NULL',
    [study, user],
  )

test('AA-01 a link shows what one is invited to, without an account, and gives the place to whoever accepts it', async () => {
  const before = Date.now()
  const invitation = await invited()
  const issued = Date.parse(String(invitation['expiresAt'])) - WEEK_MS
  expect(issued).toBeGreaterThanOrEqual(before)
  expect(issued).toBeLessThanOrEqual(Date.now())
  const { code, mailed } = await issue(invitation.id)
  expect(mailed).toBe('noAddress')
  expect(await look(code, { 'think-lang': 'en' })).toMatchObject({
    code: 1,
    data: { study: 'Study INV-1', role: 'Coordinator', name: '外院协调员', email: null },
  })
  const own = await member('member')
  expect(await placesOf(own.id)).toEqual([])
  expect(await own.accept(code)).toMatchObject({ code: 1, data: { study: '研究 INV-1' } })
  expect(await placesOf(own.id)).toEqual([{ role: 'coordinator', departments: [departments['IM-CV']], to: null }])
  expect(await read(manager.call, 'study.invitation', invitation.id)).toMatchObject({ state: 'accepted', user: own.id, by: manager.id })
  const [entry] = await sql<{ name: string }>(
    `SELECT actor_name AS name FROM audit_entry WHERE resource = 'study.member' AND action = 'add' ORDER BY id DESC LIMIT 1`,
  )
  const [account] = await sql<{ nickname: string }>('SELECT nickname FROM user_user WHERE id = $1', [own.id])
  expect(entry?.name).toMatch(new RegExp(`· ${account?.nickname}$`))
  const news = await sql(`SELECT 1 FROM notification WHERE kind = 'study.invitation.accepted' AND owner_kind = 'admin' AND owner_id = $1`, [
    manager.id,
  ])
  expect(news).toHaveLength(1)
})

test('AA-01 a link works once, also for two who come at the same moment', async () => {
  const { code } = await issue((await invited({ role: 'monitor' })).id)
  const people = [await member('member'), await member('student')]
  const answers = await Promise.all(people.map((one) => one.accept(code)))
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
  const taken = await sql(`SELECT 1 FROM study_member WHERE study = $1 AND role = 'monitor'`, [study])
  expect(taken).toHaveLength(1)
  expect(await look(code)).toMatchObject({ code: 0, msg: expect.stringContaining('已失效') })
})

test('AA-01 a link is void once it is revoked, issued anew, changed, expired or wrong', async () => {
  const own = await member('member')
  const gone = { code: 0, msg: expect.stringContaining('已失效') }
  const before = (await placesOf(own.id)).length

  const revoked = await invited({ role: 'analyst' })
  const first = await issue(revoked.id)
  const second = await issue(revoked.id)
  expect(await own.accept(first.code)).toMatchObject(gone)
  expect(await move(manager.call, 'study.invitation', revoked.id, 'revoked')).toMatchObject({ code: 1 })
  expect(await own.accept(second.code)).toMatchObject(gone)
  expect(await post(manager.call, 'study.invitation/issue', { ids: [revoked.id] })).toMatchObject({ code: 0 })

  const changed = await invited({ role: 'analyst' })
  const old = await issue(changed.id)
  const { version } = await read(manager.call, 'study.invitation', changed.id)
  expect(await post(manager.call, 'study.invitation/edit', { id: changed.id, version, role: 'pi' })).toMatchObject({ code: 1 })
  expect(await own.accept(old.code)).toMatchObject(gone)

  const late = await issue((await invited({ role: 'analyst' })).id)
  await sql(`UPDATE one_time SET expires_at = now() WHERE purpose = 'invitation' AND key = $1`, [late.code.split('.')[0]])
  expect(await own.accept(late.code)).toMatchObject(gone)
  const fresh = await issue((await invited({ role: 'analyst' })).id)
  for (const wrong of ['', 'x', `${fresh.code.slice(0, -1)}${fresh.code.endsWith('A') ? 'B' : 'A'}`, null, { a: 1 }])
    expect(await own.accept(wrong as string)).toMatchObject(gone)
  expect(await placesOf(own.id)).toHaveLength(before)
  // The wrong tries have not used it up.
  expect(await look(fresh.code)).toMatchObject({ code: 1 })
})

test('AA-01 an invitation takes nothing away from somebody who is in the team already, and brings back who has left', async () => {
  const own = await member('member')
  const before = await placesOf(own.id)
  expect(before.map(({ role }) => role)).toContain('coordinator')
  const { code } = await issue((await invited({ departments: [] })).id)
  expect(await own.accept(code)).toMatchObject({ code: 0, msg: expect.stringContaining('已以这个角色') })
  expect(await placesOf(own.id)).toEqual(before)
  // The refusal has not used it up.
  expect(await look(code)).toMatchObject({ code: 1 })
  await sql(`UPDATE study_member SET "to" = now() WHERE study = $1 AND "user" = $2 AND role = 'coordinator'`, [study, own.id])
  const again = await issue((await invited({ departments: [departments['IM-RC']] })).id)
  expect(await own.accept(again.code)).toMatchObject({ code: 1 })
  expect((await placesOf(own.id)).find(({ role }) => role === 'coordinator')).toEqual({
    role: 'coordinator',
    departments: [departments['IM-RC']],
    to: null,
  })
})

test('AA-01 an invitation for an address is taken by an account of that address alone', async () => {
  const [right, wrong] = [await member('student'), await member('member')]
  await sql(`UPDATE user_user SET email = 'Right@Example.org' WHERE id = $1`, [right.id])
  const { code, mailed } = await issue((await invited({ role: 'auditor', email: 'right@example.org' })).id)
  expect(mailed).toBe('noServer')
  expect(await look(code)).toMatchObject({ data: { email: 'r•••@example.org' } })
  expect(await wrong.accept(code)).toMatchObject({ code: 0, msg: expect.stringContaining('r•••@example.org') })
  expect(await right.accept(code)).toMatchObject({ code: 1 })
})

test('AA-01 nobody gives by invitation what they could not give by hand', async () => {
  const outsider = await person(server, 'outsider', RULES)
  const draft = { study, name: '外人', role: 'pi' }
  expect((await post(outsider.call, 'study.invitation/add', draft)).code).not.toBe(1)
  const { id: helper, ...own } = await person(server, 'helper', RULES)
  const place = await add(manager.call, 'study.member', { study, admin: helper, role: 'dataManager', departments: [departments['IM-RC']] })
  const beyond = await post(own.call, 'study.invitation/add', { ...draft, departments: [departments['IM-CV']] })
  expect(beyond).toMatchObject({ code: 0, msg: expect.stringContaining('没有的科室') })
  const far = { ...draft, expiresAt: new Date(Date.now() + 100 * 86_400_000).toISOString() }
  expect(await post(manager.call, 'study.invitation/add', far)).toMatchObject({ code: 0, msg: expect.stringContaining('九十天') })

  const mine = await invited({ role: 'monitor', departments: [departments['IM-RC']] }, { id: helper, ...own })
  const { code } = await issue(mine.id, { id: helper, ...own })
  expect(await post(manager.call, 'study.member/revoke', { ids: [place.id], reason: '调离' })).toMatchObject({ code: 1 })
  const student = await member('student')
  const before = await placesOf(student.id)
  expect((await student.accept(code)).code).not.toBe(1)
  expect(await placesOf(student.id)).toEqual(before)
})

test('AA-01 the invitation is mailed with a link that the outbox does not keep', async () => {
  const mail = await startMailServer()
  const worker = await workBeside(server.backend, [sending])
  try {
    await sql(`UPDATE routine_config SET value = '"https://qc.example.org/"' WHERE name = 'site_url'`)
    const admin = (await server.login()).call
    const [config] = await sql<{ id: number }>('SELECT id FROM mail_config')
    const body = { id: config?.id, server: '127.0.0.1', port: mail.port, security: 'none', sender: 'noreply@example.org' }
    expect(await admin('/admin/mail.config/edit', { body })).toMatchObject({ code: 1 })
    // Saved is sent.
    const { id } = await invited({ role: 'monitor', email: 'new@example.org' })
    expect((await read(manager.call, 'study.invitation', id))['issuedAt']).not.toBeNull()
    const kept = () => sql<{ status: string; body: string }>(`SELECT status, body FROM message_outbox WHERE purpose = 'study_invitation'`)
    await expect.poll(async () => (await kept())[0]?.status).toBe('sent')
    const [letter] = mail.received
    expect(letter?.to).toBe('new@example.org')
    const text = Buffer.from(letter?.message.split('\n\n')[1] ?? '', 'base64').toString()
    const code = /https:\/\/qc\.example\.org\/invitation#(\S+)/.exec(text)?.[1] ?? ''
    expect(await look(code)).toMatchObject({ code: 1 })
    expect((await kept())[0]?.body).not.toContain(code)
    expect(text).toContain('研究 INV-1')
    // Sent again, the first link is void.
    expect((await issue(id)).mailed).toBe('posted')
    expect((await look(code)).code).toBe(0)
  } finally {
    await worker.stop()
    mail.close()
  }
})
