import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(approval|query|finding|control|comment|datafile|gather)(/|$)`)
let server: TestServer
let manager: Person
let site: Person
let far: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  site = await person(server, 'site', RULES)
  far = await person(server, 'far', RULES)
  call = manager.call
})
afterAll(() => server.close())

/** A member of the house, signed in, with every page of the member centre. */
const member = async (username: string) => {
  const [known] = await sql<{ id: number }>('SELECT id FROM user_user WHERE username = $1', [username])
  const [group] = await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
  const root = (await server.login('admin')).call
  const { id } = known ?? (await add(root, 'user.user', { username, nickname: username, group: group!.id, password: PASSWORD }))
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username, password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token }
  return {
    id,
    get: <T = object>(action: string, { record, ...query }: { resource?: string; record?: number }) =>
      server.call<T>(`/api/study/comment/${action}`, {
        headers,
        query: record === undefined ? query : { ...query, record: String(record) },
      }),
    post: (action: string, body: object) => server.call(`/api/study/comment/${action}`, { headers, body }),
  }
}

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
      text: {
        'zh-cn': `manager在评论中提到您：${at.code}-1 · 基线 · vitals`,
        en: `manager mentioned you: ${at.code}-1 · Baseline · vitals`,
      },
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

test('a member whose place reaches a record talks beside it; to whoever is outside it does not exist', async () => {
  const at = await built()
  const [nurse, ward, analyst, outside] = [await member('nurse'), await member('ward'), await member('analyst'), await member('outside')]
  const elsewhere = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`))[0]!.id
  const place = (user: number, role: string, where: number) =>
    add(call, 'study.member', { study: at.study, user, role, departments: [where] })
  await place(nurse.id, 'coordinator', department)
  await place(ward.id, 'coordinator', elsewhere)
  await place(analyst.id, 'analyst', department)
  // The manager calls the nurse, who is told where members read it, and answers to the manager.
  const about = { resource: at.resource, record: at.record }
  expect(await post(call, 'comment/say', { ...about, text: '@nurse 请看', members: [nurse.id] })).toMatchObject({ code: 1 })
  expect(
    await sql(`SELECT owner_kind, text, address FROM notification WHERE kind = 'comment.mentioned' AND owner_id = $1`, [nurse.id]),
  ).toEqual([
    {
      owner_kind: 'member',
      text: {
        'zh-cn': `manager在评论中提到您：${at.code}-1 · 基线 · vitals`,
        en: `manager mentioned you: ${at.code}-1 · Baseline · vitals`,
      },
      address: `/user/study/comment?about=${at.resource}&record=${at.record}`,
    },
  ])
  expect(await nurse.post('say', { ...about, text: '@manager 已改', mentions: [manager.id] })).toMatchObject({ code: 1 })
  expect((await nurse.get<Said>('of', about)).data.list).toMatchObject([
    { by: 'manager', text: '@nurse 请看', mentions: ['nurse'] },
    { by: 'nurse', text: '@manager 已改', mentions: ['manager'] },
  ])
  expect((await said(call, at)).data.list).toHaveLength(2)
  expect(
    await sql(`SELECT count(*)::int AS n FROM notification WHERE owner_kind = 'admin' AND owner_id = $1 AND address LIKE $2`, [
      manager.id,
      `%form=${at.form}&%`,
    ]),
  ).toEqual([{ n: 1 }])
  expect((await nurse.get<{ list: object[] }>('index', {})).data.list).toMatchObject([{ ...about, count: 2 }])
  // Another site, an analyst, nobody of the team: what is told of a record that is not there.
  const none = await nurse.get('of', { resource: at.resource, record: 999_999 })
  expect(none.code).toBe(0)
  for (const other of [ward, analyst, outside]) {
    for (const answer of [
      await other.get('of', about),
      await other.get('people', about),
      await other.post('say', { ...about, text: 'x' }),
      await other.get('of', { ...about, resource: 'clinical.data.f999999' }),
    ])
      expect(answer).toMatchObject({ code: 0, msg: none.msg })
    expect(await post(call, 'comment/say', { ...about, text: 'x', members: [other.id] })).toMatchObject({ code: 0 })
    expect((await other.get<{ list: object[] }>('index', {})).data.list).toEqual([])
  }
  // Parameters, findings and data files of the house are no matter of members.
  for (const resource of ['control.parameter', 'finding', 'datafile', 'auth.admin'])
    expect(await nurse.get('of', { resource, record: 1 })).toMatchObject({ code: 0, msg: none.msg })
  expect((await said(call, at)).data.list).toHaveLength(2)
})

test('a member names people of the team who see the record, by their names alone', async () => {
  const at = await built()
  const about = { resource: at.resource, record: at.record }
  const [nurse, ward] = [await member('nurse'), await member('ward')]
  const elsewhere = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`))[0]!.id
  await add(call, 'study.member', { study: at.study, user: nurse.id, role: 'coordinator', departments: [department] })
  await add(call, 'study.member', { study: at.study, user: ward.id, role: 'coordinator', departments: [elsewhere] })
  const { data } = await nurse.get<{ list: object[] }>('people', about)
  expect(data.list).toEqual(
    [manager, site].map(({ id }, i) => ({ kind: 'admin', id, name: ['manager', 'site'][i], username: '' })).toSorted((a, b) => a.id - b.id),
  )
  // The head of the house sees every record, and is nobody whom a member could call.
  const [chief] = await sql<{ id: number }>(`SELECT id FROM auth_admin WHERE username = 'admin'`)
  expect(await nurse.post('say', { ...about, text: 'x', mentions: [chief!.id] })).toMatchObject({ code: 0 })
  expect(await nurse.post('say', { ...about, text: 'x', members: [ward.id] })).toMatchObject({ code: 0 })
  // To an admin the members of the team are offered too.
  const offered = await call<{ list: { kind: string; name: string }[] }>('/admin/comment/people', {
    query: { ...about, record: String(at.record), name: 'nurse' },
  })
  expect(offered.data.list).toMatchObject([{ kind: 'member', name: 'nurse' }])
  // With the place the talk is gone; what was said stays.
  await nurse.post('say', { ...about, text: '已核对' })
  const [place] = await sql<{ id: number }>('SELECT id FROM study_member WHERE study = $1 AND "user" = $2', [at.study, nurse.id])
  expect((await post(call, 'study.member/revoke', { ids: [place!.id], reason: '离职' })).code).toBe(1)
  expect((await nurse.get('of', about)).code).toBe(0)
  expect((await said(call, at)).data.list).toMatchObject([{ by: 'nurse', text: '已核对' }])
})

test('whoever is mentioned and has switched the kind off is not told; a delivery is talked about by its sender alone among members', async () => {
  const at = await built()
  const [nurse, other] = [await member('nurse'), await member('ward')]
  for (const { id } of [nurse, other])
    await add(call, 'study.member', { study: at.study, user: id, role: 'coordinator', departments: [department] })
  await sql(`INSERT INTO notification_mute (owner_kind, owner_id, kind) VALUES ('member', $1, 'comment.mentioned')`, [nurse.id])
  const about = { resource: at.resource, record: at.record }
  expect(await post(call, 'comment/say', { ...about, text: '@nurse', members: [nurse.id] })).toMatchObject({ code: 1 })
  expect(await sql(`SELECT 1 FROM notification WHERE owner_kind = 'member' AND address LIKE $1`, [`%${at.resource}&%`])).toEqual([])
  const gather = await add(call, 'gather.project', {
    study: at.study,
    code: `${at.code}-G`,
    name: '上传',
    nameEn: 'Upload',
    channel: 'upload',
    form: at.form,
  })
  const [delivery] = await sql<{ id: number }>(
    `INSERT INTO gather_delivery (study, gather, number, name, department, sender) VALUES ($1, $2, 1, 'a.csv', $3, $4) RETURNING id`,
    [at.study, gather.id, department, nurse.id],
  )
  const file = { resource: 'gather.delivery', record: delivery!.id }
  expect(await nurse.post('say', { ...file, text: '第二列是周岁' })).toMatchObject({ code: 1 })
  expect(await other.get('of', file)).toMatchObject({ code: 0 })
  expect((await said(call, file)).data.list).toMatchObject([{ by: 'nurse', text: '第二列是周岁' }])
})

test('a lock ends the talk about what it holds, at whatever scope, and the page is told why; a freeze does not', async () => {
  const at = await built()
  expect((await move(call, at.resource, at.record, 'submitted')).code).toBe(1)
  const [subject] = await sql<{ subject: number; visit: number }>(`SELECT subject, visit FROM record.t${at.form}`)
  const held = async () =>
    (await call<{ held: string | null }>('/admin/comment/of', { query: { resource: at.resource, record: String(at.record) } })).data.held
  const scopes = {
    form: { form: at.form },
    visit: { visit: subject!.visit },
    subject: { subject: subject!.subject },
    record: { form: at.form, record: at.record },
  }
  for (const [scope, which] of Object.entries(scopes)) {
    const lock = (level: string) => add(call, 'study.lock', { study: at.study, scope, level, reason: '核对完毕', ...which })
    const frozen = await lock('freeze')
    expect([scope, await held(), (await say(call, at, '还在谈')).code]).toEqual([scope, null, 1])
    expect((await move(call, 'study.lock', frozen.id, 'lifted', '继续')).code).toBe(1)
    const locked = await lock('lock')
    expect([scope, await held()]).toEqual([scope, expect.stringMatching(/已由manager于 .+ 锁定$/)])
    expect([scope, (await say(call, at, '晚了')).msg]).toEqual([scope, expect.stringMatching(/锁定，其中的数据不能修改$/)])
    await sql(`UPDATE study_lock SET state = 'lifted' WHERE id = $1`, [locked.id])
  }
})

test('a finding and a data file are talked about by who sees them, and who is mentioned is told', async () => {
  const at = await built()
  const [parameter] = await sql<{ id: number }>('SELECT min(id) AS id FROM control_parameter')
  const [run] = await sql<{ id: number }>(`INSERT INTO qc_run (title, title_en, study) VALUES ('r', 'r', $1) RETURNING id`, [at.study])
  const [subject] = await sql<{ subject: number; visit: number }>(`SELECT subject, visit FROM record.t${at.form}`)
  const [found] = await sql<{ id: number }>(
    `INSERT INTO finding (name, parameter, severity, study, form, subject, visit, record, department, fingerprint, hash, first_run, state_run)
     VALUES ('高压', $1, 'major', $2, $3, $4, $5, $6, $7, $8, 'h', $9, $9) RETURNING id`,
    [parameter!.id, at.study, at.form, subject!.subject, subject!.visit, at.record, department, at.code, run!.id],
  )
  const [file] = await sql<{ id: number }>(
    `INSERT INTO datafile (name, kind, department_id, owner_id) VALUES ('labs.csv', 'table', $1, $2) RETURNING id`,
    [department, manager.id],
  )
  for (const [resource, record] of [
    ['finding', found!.id],
    ['datafile', file!.id],
  ] as const) {
    const about = { resource, record }
    await sql(`DELETE FROM notification WHERE kind = 'comment.mentioned'`)
    expect([resource, await say(call, about, '@site 请核对', [site.id])]).toMatchObject([resource, { code: 1 }])
    expect((await said(site.call, about)).data.list).toMatchObject([{ by: 'manager', text: '@site 请核对', mentions: ['site'] }])
    const [news] = await sql<{ owner_id: number; address: string }>(
      `SELECT owner_id, address FROM notification WHERE kind = 'comment.mentioned'`,
    )
    expect(news).toEqual({ owner_id: site.id, address: `/admin/${resource}/${record}?tab=comments` })
    const stranger = await person(server, `${resource.slice(0, 4)}out${number}`, RULES, { scope: 'self' })
    expect([resource, (await said(stranger.call, about)).code]).toEqual([resource, 0])
    expect([resource, (await say(call, about, '@x', [stranger.id])).code]).toEqual([resource, 0])
  }
  await sql(
    `INSERT INTO study_lock (study, scope, level, form, title, reason, state, since) VALUES ($1, 'form', 'lock', $2, 'x', 'x', 'locked', now())`,
    [at.study, at.form],
  )
  expect((await say(call, { resource: 'finding', record: found!.id }, 'x')).msg).toMatch(/锁定/)
})
