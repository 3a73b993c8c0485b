import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticator } from './authenticator.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { MEANING, hashed } from './signing.ts'
import { STUDY_RULES, add, collecting, form, move, publish, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval|query|finding|qc)(/|$)`)
type Sheet = { id: number; state: string; hash: string; records: number; study: string; forms: { form: string; records: number }[] }

let server: TestServer
let manager: Person
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]?.id ?? 0
  manager = await person(server, 'manager', RULES)
})
afterAll(() => server.close())

const member = async (username: string) => {
  const { data } = await server.call<{ userInfo: { id: number; token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username, password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token }
  const post = <T>(path: string, body: object) => server.call<T>(path, { headers, body })
  return {
    id: data.userInfo.id,
    post,
    page: async () => (await server.call<{ list: Sheet[]; more: number }>('/api/study/signature/index', { headers })).data,
    sheets: async () => (await server.call<{ list: Sheet[] }>('/api/study/signature/index', { headers })).data.list,
    prove: (id: number, body: object = { password: PASSWORD }) =>
      post<{ proof: string }>('/api/study/signature/prove', { id, meaning: MEANING, ...body }),
    sign: (id: number, proof: string, meaning = MEANING) => post('/api/study/signature/sign', { id, meaning, proof }),
  }
}
let number = 0
/** A study that is frozen, with these members in its team; its sheet is ready to be signed. */
const frozen = async (team: readonly { id: number; role: string; departments?: number[] }[]) => {
  const code = `SM-${++number}`
  const { call } = manager
  const { study, visit } = await collecting(call, code, department, manager.id)
  for (const { id, ...place } of team) await add(call, 'study.member', { study, user: id, ...place })
  const { forms } = await publish(call, study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }))
  const subject = await add(call, 'study.subject', { study, code: `${code}-1`, department })
  const name = `clinical.data.f${forms[0]?.id ?? 0}`
  const record = await add(call, name, { subject: subject.id, visit, v1: '120' })
  await move(call, name, record.id, 'submitted')
  await move(call, 'study.project', study, 'cleaning')
  expect(await move(call, 'study.project', study, 'frozen', '清理完毕')).toMatchObject({ code: 1 })
  const { id } = await hashed(server, study, ({ state }) => state === 'ready')
  return { study, sheet: id }
}

test('an investigator who is a member signs with the password again; the study can be locked then', async () => {
  const pi = await member('member')
  const { study, sheet } = await frozen([{ id: pi.id, role: 'pi' }])
  const own = (await pi.sheets()).find(({ id }) => id === sheet)
  await sql(
    `INSERT INTO study_waiver (study, blocker, title, title_en, reason, state, by, granted_by, granted_at)
     VALUES ($1, 'query:x', '还有 1 个质疑没有关闭', 'Queries that are not closed: 1', '中心已关闭', 'granted', $2, $2, now())`,
    [study, manager.id],
  )
  expect(own).toMatchObject({ state: 'ready', records: 1, study: '研究 SM-1', forms: [{ form: 'vitals', records: 1 }] })
  expect(await pi.prove(sheet, { password: 'wrong-password' })).toMatchObject({ code: 0, data: { field: 'password' } })
  const { data } = await pi.prove(sheet)
  expect((await pi.sign(sheet, `${data.proof}x`)).code).toBe(0)
  const { data: again } = await pi.prove(sheet)
  expect(await pi.sign(sheet, again.proof)).toMatchObject({ code: 1 })
  expect((await pi.sign(sheet, again.proof)).code).toBe(0)
  const signed = await hashed(server, study, ({ checkedHash }) => checkedHash !== null)
  expect(signed.checkedHash).toBe(signed.hash)
  const [kept] = await sql('SELECT by, by_member AS "byMember", meaning FROM study_signature WHERE id = $1', [sheet])
  expect(kept).toEqual({ by: null, byMember: pi.id, meaning: MEANING })
  const [entry] = await sql<{ kind: string; id: string }>(
    `SELECT actor_kind AS kind, actor_id AS id FROM audit_entry WHERE resource = 'study.signature' AND record_id = $1 AND actor_kind = 'member' LIMIT 1`,
    [String(sheet)],
  )
  expect(entry).toEqual({ kind: 'member', id: pi.id })
  // What was signed, by whom and whether it is still so stands there afterwards, with what was left open.
  expect((await pi.sheets()).find(({ id }) => id === sheet)).toMatchObject({
    state: 'signed',
    meaning: MEANING,
    by: expect.any(String),
    checkedHash: signed.hash,
    checkedAt: expect.any(String),
    waived: [{ text: '还有 1 个质疑没有关闭', reason: '中心已关闭', by: 'manager', second: 'manager' }],
  })
  expect(await move(manager.call, 'study.project', study, 'locked', '已签名')).toMatchObject({ code: 1 })
})

test('what does not fit on the page is counted, and what waits comes first', async () => {
  const pi = await member('student')
  const { study, sheet } = await frozen([{ id: pi.id, role: 'pi' }])
  await sql(
    `INSERT INTO study_signature (study, scope, title, state, hash, records, manifest) SELECT $1, 'form', 'f' || n, 'signed', 'h', 1, '[]' FROM generate_series(1, 53) n`,
    [study],
  )
  const { list, more } = await pi.page()
  expect([list[0]?.id, list.filter(({ state }) => state === 'signed').length, more]).toEqual([sheet, 50, 3])
})

test('of some departments, a member signs neither the study nor sees its sheet', async () => {
  const pi = await member('researcher')
  const { sheet } = await frozen([{ id: pi.id, role: 'pi', departments: [department] }])
  expect((await pi.sheets()).map(({ id }) => id)).not.toContain(sheet)
  expect((await pi.prove(sheet)).msg).toMatch(/^您是部分科室的主要研究者/)
})

test('in another role, or outside the study, a member neither sees nor signs a sheet', async () => {
  const [coordinator, stranger] = [await member('student'), await member('researcher')]
  const { sheet } = await frozen([{ id: coordinator.id, role: 'coordinator' }])
  for (const one of [coordinator, stranger]) {
    expect((await one.sheets()).map(({ id }) => id)).not.toContain(sheet)
    expect((await one.prove(sheet)).code).toBe(0)
    expect((await one.sign(sheet, 'x'.repeat(43))).code).toBe(0)
  }
  expect(await stranger.prove(sheet)).toMatchObject({ msg: (await stranger.prove(999_999)).msg })
})

test('a member with a second step is asked for its code', async () => {
  const pi = await member('member')
  const { sheet } = await frozen([{ id: pi.id, role: 'pi' }])
  const begun = await pi.post<{ secret: string }>('/api/account/beginSecondFactor', { password: PASSWORD })
  expect(begun.code, begun.msg).toBe(1)
  const app = authenticator(server, begun.data.secret)
  expect(await pi.post('/api/account/confirmSecondFactor', { code: await app.code() })).toMatchObject({ code: 1 })
  expect(await pi.prove(sheet)).toMatchObject({ code: 0, data: { field: 'code' } })
  const { data } = await pi.prove(sheet, { password: PASSWORD, code: await app.code() })
  expect(await pi.sign(sheet, data.proof)).toMatchObject({ code: 1 })
})

test('where the house asks members for a second step, nobody signs without one, and a sign-in sets it up', async () => {
  const pi = await member('student')
  const { sheet } = await frozen([{ id: pi.id, role: 'pi' }])
  const admin = (await server.login()).call
  const ask = (value: string) =>
    admin('/admin/routine.config/save', { body: { group: 'security', values: { second_factor_required: value } } })
  expect((await ask('everybody')).code).toBe(1)
  try {
    // The session is from before; its password alone signs nothing.
    expect(await pi.prove(sheet)).toMatchObject({ code: 0, msg: '本系统要求双重验证，请先绑定身份验证器' })
    const checkIn = (body: object) =>
      server.call<{ challenge: string; offer: { secret: string }; recovery?: string[]; userInfo?: { id: number } }>('/api/user/checkIn', {
        body: { tab: 'login', ...body },
      })
    const begun = await checkIn({ username: 'student', password: PASSWORD })
    expect(begun).toMatchObject({ code: 0, msg: '本系统要求双重验证，请先绑定身份验证器' })
    const app = authenticator(server, begun.data.offer.secret)
    const shown = await checkIn({ challenge: begun.data.challenge, code: await app.code() })
    expect(shown.data.recovery).toHaveLength(10)
    expect((await checkIn({ challenge: shown.data.challenge })).data.userInfo).toMatchObject({ id: pi.id })
    expect(await pi.prove(sheet)).toMatchObject({ code: 0, data: { field: 'code' } })
    const { data } = await pi.prove(sheet, { password: PASSWORD, code: await app.code() })
    expect(await pi.sign(sheet, data.proof)).toMatchObject({ code: 1 })
  } finally {
    await ask('nobody')
  }
})

test('a proof is of the content that was seen: computed anew, by another dictionary or formula, it signs nothing and says why', async () => {
  const pi = await member('researcher')
  const { study, sheet } = await frozen([{ id: pi.id, role: 'pi' }])
  // Frozen, no other version comes behind the back of whoever signs.
  const version = await manager.call('/admin/study.dictionary/add', { body: { study } })
  expect(version).toMatchObject({ code: 0, msg: expect.stringMatching(/冻结，其中的数据不能修改$/) })
  const { data } = await pi.prove(sheet)
  await sql(`UPDATE study_signature SET hash = repeat('0', 64) WHERE id = $1`, [sheet])
  expect(await pi.sign(sheet, data.proof)).toMatchObject({ code: 0, msg: '身份验证已过期或已用过，请重新输入密码' })
  expect(await sql('SELECT state, by_member FROM study_signature WHERE id = $1', [sheet])).toEqual([{ state: 'ready', by_member: null }])
  // Signed over what the sheet says and not over what is there, it is found out by the second look, and nothing is locked.
  const { data: again } = await pi.prove(sheet)
  expect(await pi.sign(sheet, again.proof)).toMatchObject({ code: 1 })
  await hashed(server, study, ({ checkedHash }) => checkedHash !== null)
  expect((await move(manager.call, 'study.project', study, 'locked', '已签名')).msg).toContain('内容与签名时不同')
})
