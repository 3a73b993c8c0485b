import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, post, publish, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(approval|query|finding|control|comment|datafile)(/|$)`)
let server: TestServer
let manager: Person
let site: Person
let far: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  site = await person(server, 'site', RULES)
  far = await person(server, 'far', RULES)
  call = manager.call
})
afterAll(() => server.close())

let number = 0
const built = async () => {
  const code = `CM-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  const elsewhere = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`))[0]!.id
  await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [department] })
  await add(call, 'study.member', { study, admin: far.id, role: 'coordinator', departments: [elsewhere] })
  const { forms } = await publish(call, study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }))
  const subject = await add(call, 'study.subject', { study, code: `${code}-1`, department })
  const resource = `clinical.data.f${forms[0]!.id}`
  const { id } = await add(call, resource, { subject: subject.id, visit, v1: '120' })
  return { study, resource, record: id, code, form: forms[0]!.id }
}
type Said = { list: { text: string; by: string; mentions: string[] }[] }
const said = (as: Call, { resource, record }: { resource: string; record: number }) =>
  as<Said>('/admin/comment/of', { query: { resource, record: String(record) } })
const say = (as: Call, { resource, record }: { resource: string; record: number }, text: string, mentions: number[] = []) =>
  post(as, 'comment/say', { resource, record, text, mentions })

test('who sees a record reads what is said about it and says more; who is mentioned is told, without the words', async () => {
  const at = await built()
  expect(await say(call, at, '@site 请看一下', [site.id, site.id, manager.id])).toMatchObject({ code: 1 })
  expect(await say(site.call, at, '已核对')).toMatchObject({ code: 1 })
  expect((await said(site.call, at)).data.list).toMatchObject([
    { by: 'manager', text: '@site 请看一下', mentions: ['site'] },
    { by: 'site', text: '已核对', mentions: [] },
  ])
  expect(await sql(`SELECT owner_id, text, address FROM notification WHERE kind = 'comment.mentioned'`)).toEqual([
    {
      owner_id: site.id,
      text: { 'zh-cn': `manager在评论中提到您：${at.code}-1 · 基线 · vitals`, en: `manager mentioned you: ${at.code}-1 · 基线 · vitals` },
      address: `/admin/clinical/data?study=${at.study}&form=${at.form}&record=${at.record}`,
    },
  ])
})

test('who does not see a record neither reads, nor comments, nor is mentioned or offered', async () => {
  const at = await built()
  await say(call, at, '内部')
  expect((await said(far.call, at)).code).toBe(0)
  expect((await say(far.call, at, 'x')).code).toBe(0)
  expect((await say(call, at, '@far', [far.id])).msg).toBe('far 看不到这个对象，不能提到')
  expect((await said(call, at)).data.list).toHaveLength(1)
  const offered = async (name: string) => {
    const query = { resource: at.resource, record: String(at.record), name }
    return (await call<{ list: { name: string }[] }>('/admin/comment/people', { query })).data.list.map((one) => one.name)
  }
  expect(await offered('site')).toEqual(['site'])
  expect(await offered('far')).toEqual([])
  expect(await offered('%')).toEqual([])
  // The list of the area has one's own alone.
  const listed = await site.call<{ total: number }>('/admin/comment/index', { query: {} })
  expect(listed.data.total).toBe(1)
})

test('nothing is said about what is no matter of talk, about nothing, or with nothing', async () => {
  const at = await built()
  for (const [resource, record] of [
    ['auth.admin', 1],
    ['clinical.data.f999999', 1],
    ["clinical.data.f1'; --", 1],
    [at.resource, 999_999],
  ] as const)
    expect([resource, record, (await say(call, { resource, record }, 'x')).code]).toEqual([resource, record, 0])
  expect((await say(call, at, '')).code).toBe(0)
  expect((await say(call, at, 'x'.repeat(2001))).code).toBe(0)
})

test('a parameter is talked about by who sees it; a lock ends the talk about a study', async () => {
  const at = await built()
  const rule = {
    id: `${at.code}.sbp`,
    name: { zh: '范围', en: 'Range' },
    check: 'range',
    table: 'vitals',
    columns: ['sbp'],
    params: { max: 260 },
  }
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: [rule] }), study: at.study })).toMatchObject({
    code: 1,
  })
  const [parameter] = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE code = $1', [rule.id])
  const about = { resource: 'control.parameter', record: parameter!.id }
  expect(await say(site.call, about, '上限是否太高', [manager.id])).toMatchObject({ code: 1 })
  expect((await said(call, about)).data.list).toHaveLength(1)
  const stranger = await person(server, `stranger${number}`, RULES)
  expect((await said(stranger.call, about)).code).toBe(0)
  await sql(
    `INSERT INTO study_lock (study, scope, level, title, reason, state, since) VALUES ($1, 'study', 'lock', 'x', 'x', 'locked', now())`,
    [at.study],
  )
  expect((await say(call, about, 'x')).msg).toMatch(/锁定/)
})
