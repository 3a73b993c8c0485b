import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'

const RULES = /^(study|clinical|query)(?!.*\/(all|reveal)$)(\/|$)/
type Head = { id: number; text: string; title: string; study: string }
type Own = {
  state: string
  mayAnswer: boolean
  next: string | null
  cell: { value: unknown; label: string }
  entries: { kind: string; by: string | null; before: string }[]
}

let server: TestServer
let manager: Person
let study: number
let visit: number
let formId: number
const departments: Record<string, number> = {}
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const member = async (username: string) => {
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username, password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token }
  const [user] = await sql<{ id: number }>('SELECT id FROM user_user WHERE username = $1', [username])
  const call = <T>(action: string, query: Record<string, string> = {}) => server.call<T>(`/api/study/query/${action}`, { headers, query })
  return {
    id: user!.id,
    list: async (state = 'open') => (await call<{ list: Head[] }>('index', { state })).data.list,
    read: (id: number) => call<Own>('read', { id: String(id) }),
    answer: (id: number, body: object, key = '') =>
      server.call('/api/study/query/answer', {
        headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
        body: { id, ...body },
      }),
    news: <T>(action: string, body?: object) => server.call<T>(`/api/notification/${action}`, { headers, ...(body ? { body } : {}) }),
    bad: (state: string) => call('index', { state }),
    work: async () =>
      (await server.call<{ work: { key: string; path: string; value: number }[] }>('/api/account/overview', { headers })).data.work,
  }
}
let here: Awaited<ReturnType<typeof member>>
let elsewhere: Awaited<ReturnType<typeof member>>

beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  for (const { id, code } of await sql<{ id: number; code: string }>('SELECT id, code FROM department')) departments[code] = id
  manager = await person(server, 'manager', RULES)
  const made = await collecting(manager.call, 'QM-1', departments['IM-CV']!, manager.id)
  study = made.study
  visit = made.visit
  const { forms } = await publish(manager.call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'sbp', { label: '收缩压', type: 'integer', missingCodes: ['-9'] })],
  }))
  formId = forms[0]!.id
  here = await member('member')
  elsewhere = await member('student')
  const place = (user: number, department: string) =>
    add(manager.call, 'study.member', { study, user, role: 'coordinator', departments: [departments[department]] })
  await place(here.id, 'IM-CV')
  await place(elsewhere.id, 'IM-RC')
})
afterAll(() => server.close())

let number = 0
const raised = async (by = manager): Promise<number> => {
  const subject = await add(manager.call, 'study.subject', { study, code: `QM-${++number}`, department: departments['IM-CV'] })
  const { id } = await add(manager.call, `clinical.data.f${formId}`, { subject: subject.id, visit, v1: '900' })
  const body = { form: formId, record: id, field: 'v1', text: '请核对' }
  return (await post<{ ids: number[] }>(by.call, 'query/raise', body)).data.ids[0]!
}

test('a member who coordinates a department reads its queries, and nobody else’s', async () => {
  const id = await raised()
  expect(await read(manager.call, 'query', id)).toMatchObject({ members: [here.id], assignees: [] })
  expect((await here.list()).find((one) => one.id === id)).toMatchObject({
    text: '请核对',
    title: `QM-${number} · 基线 · 收缩压`,
    study: '研究 QM-1',
  })
  expect(await here.read(id)).toMatchObject({ code: 1, data: { state: 'open', mayAnswer: true, cell: { value: '900', label: '收缩压' } } })
  expect((await elsewhere.list()).map((one) => one.id)).not.toContain(id)
  expect((await elsewhere.read(id)).code).toBe(0)
  expect((await elsewhere.answer(id, { category: 'confirmed' })).code).toBe(0)
  expect((await here.bad('x')).code).toBe(0)
  expect((await here.read(999_999)).msg).toBe((await elsewhere.read(id)).msg)
})

test('an answer is told to who may decide about it, and to nobody who has left the team', async () => {
  const asking = await person(server, 'asking', RULES)
  const place = await add(manager.call, 'study.member', { study, admin: asking.id, role: 'monitor' })
  const told = async (id: number) => {
    const rows = await sql<{ name: string }>(
      `SELECT a.username AS name FROM notification n JOIN auth_admin a ON a.id = n.owner_id
       WHERE n.owner_kind = 'admin' AND n.kind = 'query.answered' AND n.address = $1 ORDER BY 1`,
      [`/admin/query/${id}`],
    )
    return rows.map(({ name }) => name)
  }
  const [first, later] = [await raised(asking), await raised(asking)]
  expect((await here.answer(first, { category: 'confirmed', note: '如原始记录' })).code).toBe(1)
  // A monitor asks and does not decide: whoever does is told as well.
  expect(await told(first)).toEqual(['asking', 'manager'])
  expect((await here.read(first)).data.next).toBe('person')
  expect((await post(manager.call, 'study.member/revoke', { ids: [place.id], reason: '离开研究' })).code).toBe(1)
  expect((await here.answer(later, { category: 'confirmed', note: '如原始记录' })).code).toBe(1)
  expect(await told(later)).toEqual(['manager'])
})

test('the first page of a member counts the queries that their page lists, as long as their group holds it', async () => {
  const own = async () => (await here.work()).find(({ key }) => key === 'query')
  const others = (await elsewhere.work()).find(({ key }) => key === 'query')?.value
  await raised()
  expect(await own()).toMatchObject({ value: (await here.list()).length, path: '/user/study/query' })
  expect((await elsewhere.work()).find(({ key }) => key === 'query')?.value).toBe(others)
  const switched = async (status: boolean) => {
    await sql(`UPDATE user_rule SET status = $1 WHERE name = 'study/query'`, [status])
    server.backend.services.forgetActors()
  }
  await switched(false)
  expect(await own()).toBeUndefined()
  await switched(true)
})

test('a group of members that holds everything sees no study for that', async () => {
  const id = await raised()
  const [group] = await sql<{ group: number }>('SELECT "group" FROM user_user WHERE id = $1', [elsewhere.id])
  await sql('UPDATE user_group SET everything = true WHERE id = $1', [group!.group])
  server.backend.services.forgetActors()
  expect((await elsewhere.read(id)).code).toBe(0)
  expect((await elsewhere.list()).map((one) => one.id)).not.toContain(id)
  await sql('UPDATE user_group SET everything = false WHERE id = $1', [group!.group])
  server.backend.services.forgetActors()
})

test('a member answers with the corrected value: it is in the record, with the query as its reason and the member as its author', async () => {
  const id = await raised()
  expect(await here.answer(id, { category: 'other' })).toMatchObject({ code: 0, msg: '请说明，或填写更正后的值' })
  expect((await here.answer(id, { category: 'wrong' })).code).toBe(0)
  expect(await here.answer(id, { category: 'corrected', value: '120', note: '多写了一个零' })).toMatchObject({ code: 1 })
  expect(await read(manager.call, 'query', id)).toMatchObject({ state: 'answered', category: 'corrected' })
  const { data } = await here.read(id)
  // It was asked by hand, without a finding: no re-check closes it, and nobody is told to wait for one.
  expect(data).toMatchObject({ state: 'answered', cell: { value: '120' }, next: 'person' })
  expect(data.entries.at(-1)).toMatchObject({ kind: 'answered', before: '900', after: '120' })
  const [change] = await sql('SELECT before, after, reason, actor_kind, actor_id FROM value_change ORDER BY id DESC LIMIT 1')
  expect(change).toMatchObject({
    before: '900',
    after: '120',
    reason: JSON.stringify({ 'zh-cn': `质疑 #${id}`, en: `Query #${id}` }),
    actor_kind: 'member',
    actor_id: here.id,
  })
  expect((await here.answer(id, { category: 'confirmed' })).code).toBe(0)
  expect((await here.list('answered')).map((one) => one.id)).toContain(id)
})

test('an answer that is sent twice under one key is one answer, and the value is entered as in the form', async () => {
  const id = await raised()
  const { data } = await here.read(id)
  expect(data).toMatchObject({ takesFile: false, cell: { field: { kind: 'integer', units: [], missingCodes: ['-9'] } } })
  const body = { category: 'corrected', value: '118', note: null, file: null }
  const twice = [await here.answer(id, body, 'one-key'), await here.answer(id, body, 'one-key')]
  expect(twice.map(({ code }) => code)).toEqual([1, 1])
  expect((await here.read(id)).data.entries.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
})

test('a member switches kinds of news off and on, of those alone that members are told of', async () => {
  const news = async () => (await here.news<{ list: { kind: string }[] }>('index')).data.list.length
  const kinds = async () => (await here.news<{ list: { kind: string; title: string; on: boolean }[] }>('kinds')).data.list
  expect((await kinds()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['query.assigned', 'comment.mentioned', 'gather.overdue']))
  expect((await kinds()).map(({ kind }) => kind)).not.toContain('approval.asked')
  expect(await here.news('switch', { kind: 'approval.asked', on: false })).toMatchObject({ code: 0 })
  expect(await here.news('switch', { kind: 'query.assigned', on: false })).toMatchObject({ code: 1 })
  expect((await kinds()).find(({ kind }) => kind === 'query.assigned')).toMatchObject({ title: '等我答复的质疑', on: false })
  const before = await news()
  await raised()
  expect(await news()).toBe(before)
  expect(await here.news('switch', { kind: 'query.assigned', on: true })).toMatchObject({ code: 1 })
  await raised()
  expect(await news()).toBe(before + 1)
})

test('whoever has left the team has left its queries', async () => {
  const id = await raised()
  const [place] = await sql<{ id: number }>('SELECT id FROM study_member WHERE study = $1 AND "user" = $2', [study, here.id])
  expect((await post(manager.call, 'study.member/revoke', { ids: [place!.id], reason: '离职' })).code).toBe(1)
  expect((await here.read(id)).code).toBe(0)
  expect((await here.answer(id, { category: 'confirmed' })).code).toBe(0)
})
