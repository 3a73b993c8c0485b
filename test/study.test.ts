import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { form, publish, read, variable } from './study-kit.ts'

type Row = Record<string, unknown> & { id: number; version: number; state: string }
type Call = TestServer['call']
type Person = Awaited<ReturnType<typeof person>>
/** Everything about studies but to see those of others. */
const RULES = /^study(?!\/project\/all$)(\/|$)/

let server: TestServer
let admin: Call
let founder: Person
let department: { a: number; b: number }
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.login()).call
  const rows = await sql<{ id: number; code: string }>(`SELECT id, code FROM department WHERE code IN ('IM-CV', 'IM-RC')`)
  const idOf = (code: string) => rows.find((r) => r.code === code)?.id ?? 0
  department = { a: idOf('IM-CV'), b: idOf('IM-RC') }
  founder = await person(server, 'founder', RULES)
})
afterAll(() => server.close())

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const post = <T = { row: Row }>(path: string, body: object, by: Call = founder.call, reason?: string) =>
  by<T>(`/admin/${path}`, { body, ...(reason ? { headers: { 'x-reason': encodeURIComponent(reason) } } : {}) })
const added = async (name: string, body: object, by: Call = founder.call): Promise<Row> => {
  const { code, msg, data } = await post(`${name}/add`, body, by)
  if (code !== 1) throw new Error(`${name}: ${msg} ${JSON.stringify(data)}`)
  return data.row
}
const move = async (name: string, { id }: { id: number }, to: string, by: Call = founder.call, reason?: string) => {
  const { data } = await by<{ row: Row }>(`/admin/${name}/read`, { query: { id: String(id) } })
  return post(`${name}/move`, { id, version: data.row.version, to }, by, reason)
}
const draft = (code: string) => ({ code, title: `研究 ${code}`, titleEn: `Study ${code}`, department: department.a, plannedN: 20 })
/** A study that collects, with its founder as data manager and principal investigator. */
const collecting = async (code: string): Promise<Row> => {
  const study = await added('study.project', { ...draft(code), pi: founder.id, ethicsNo: 'E-1' })
  await added('study.visit', { study: study.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
  for (const to of ['submitted', 'approved']) expect(await move('study.project', study, to)).toMatchObject({ code: 1 })
  await publish(founder.call, study.id, () => CONTENT)
  return study
}

const CONTENT = { forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }

describe('AA-01 a study project', () => {
  test('begins with its founder in the team; another person does not see it', async () => {
    const study = await added('study.project', draft('AA-1'))
    const other = await person(server, 'other1', RULES)
    const codes = async (by: Call) =>
      (await by<{ list: { code: string }[] }>('/admin/study.project/index')).data.list.map((row) => row.code)
    expect(await codes(founder.call)).toContain('AA-1')
    expect(await codes(other.call)).not.toContain('AA-1')
    expect(await sql('SELECT admin, role FROM study_member WHERE study = $1', [study.id])).toEqual([
      { admin: founder.id, role: 'dataManager' },
    ])
    const auditor = await person(server, 'auditor1', /^study\/project(\/(index|all)|$)/)
    expect(await codes(auditor.call)).toContain('AA-1')
  })

  test('is submitted only with a team, visits and a plan, and collects only with an ethics approval and a published dictionary', async () => {
    const study = await added('study.project', { ...draft('AA-2'), plannedN: null })
    expect(await move('study.project', study, 'submitted')).toMatchObject({
      code: 0,
      data: {
        blockers: [
          { text: '团队中还没有主要研究者', address: `/admin/study/project/${study.id}?tab=team` },
          { text: '还没有访视', address: `/admin/study/project/${study.id}?tab=visits` },
          { text: '还没有填写计划例数' },
        ],
      },
    })
    await post('study.project/edit', { id: study.id, pi: founder.id, plannedN: 20 })
    await added('study.visit', { study: study.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
    expect((await move('study.project', study, 'submitted')).code).toBe(1)
    expect((await move('study.project', study, 'approved')).code).toBe(1)
    expect(await move('study.project', study, 'collecting')).toMatchObject({
      code: 0,
      data: {
        blockers: [
          { text: '还没有填写伦理批件号' },
          { text: '还没有发布数据字典', address: `/admin/study/project/${study.id}?tab=dictionaries` },
        ],
      },
    })
    expect((await post('study.project/edit', { id: study.id, ethicsNo: 'E-2' })).code).toBe(0)
    expect((await post('study.project/edit', { id: study.id, ethicsNo: 'E-2' }, founder.call, '批件已到')).code).toBe(1)
    await publish(founder.call, study.id, () => CONTENT)
    expect((await read(founder.call, 'study.project', study.id)).state).toBe('collecting')
    expect(await move('study.project', study, 'draft', founder.call, '重来')).toMatchObject({
      code: 0,
      msg: expect.stringContaining('采集中'),
    })
  })

  test('goes back to draft with a reason; what is not cleaned is neither frozen nor locked', async () => {
    const study = await added('study.project', { ...draft('AA-3'), pi: founder.id })
    await added('study.visit', { study: study.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
    await move('study.project', study, 'submitted')
    await move('study.project', study, 'approved')
    expect(await move('study.project', study, 'draft')).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
    expect((await move('study.project', study, 'draft', founder.call, '方案修订')).code).toBe(1)
    for (const to of ['frozen', 'locked'])
      expect(await move('study.project', study, to, founder.call, '提前')).toMatchObject({
        code: 0,
        msg: expect.stringContaining('状态不能从'),
      })
  })

  test('takes its team along into the bin and back, and closes what is in it once it is frozen', async () => {
    const study = await added('study.project', draft('AA-4'))
    const other = await person(server, 'removed', RULES)
    const removed = await added('study.member', { study: study.id, admin: other.id, role: 'analyst' })
    await founder.call('/admin/study.member/del', { method: 'DELETE', query: { ids: String(removed.id) } })
    expect((await founder.call('/admin/study.project/del', { method: 'DELETE', query: { ids: String(study.id) } })).code).toBe(1)
    expect(await sql('SELECT 1 FROM study_member WHERE study = $1 AND deleted_at IS NULL', [study.id])).toEqual([])
    expect((await admin('/admin/study.project/restore', { query: { ids: String(study.id) } })).code).toBe(1)
    expect(await sql('SELECT admin FROM study_member WHERE study = $1 AND deleted_at IS NULL', [study.id])).toEqual([{ admin: founder.id }])
    expect((await founder.call('/admin/study.project/read', { query: { id: String(study.id) } })).code).toBe(1)
    const visit = await added('study.visit', { study: study.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
    await sql(`UPDATE study_project SET state = 'cleaning' WHERE id = $1`, [study.id])
    expect((await move('study.project', study, 'frozen', founder.call, '清理完毕')).code).toBe(1)
    expect(await post('study.visit/edit', { id: visit.id, day: 3 })).toMatchObject({ code: 0, msg: expect.stringContaining('AA-4') })
    expect((await post('study.arm/add', { study: study.id, code: 'X', name: '甲', nameEn: 'A' })).code).toBe(0)
  })

  test('codes of visits are unique within their study, in the bin they are free again', async () => {
    const [one, two] = [await added('study.project', draft('AA-5')), await added('study.project', draft('AA-6'))]
    const visit = (study: Row) => ({ study: study.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
    const first = await added('study.visit', visit(one))
    await added('study.visit', visit(two))
    expect(await post('study.visit/add', visit(one))).toMatchObject({ code: 0, data: { problems: [{ field: 'code', key: 'taken' }] } })
    await founder.call('/admin/study.visit/del', { method: 'DELETE', query: { ids: String(first.id) } })
    await added('study.visit', visit(one))
    expect(await founder.call('/admin/study.visit/restore', { query: { ids: String(first.id) } })).toMatchObject({
      code: 0,
      data: { conflict: { field: 'code', value: 'V1' } },
    })
    const values = { [first.id]: { code: 'V1b' } }
    expect((await post('study.visit/restore', { ids: [first.id], values })).code).toBe(1)
  })
})

describe('AA-01 a team', () => {
  test('is changed by its leads alone, names one person each, and never loses its last lead', async () => {
    const study = await added('study.project', draft('TM-1'))
    const helper = await person(server, 'helper', RULES)
    expect(await post('study.member/add', { study: study.id, role: 'monitor' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('二者选一'),
    })
    const place = await added('study.member', { study: study.id, admin: helper.id, role: 'coordinator', departments: [department.a] })
    expect(await post('study.member/edit', { id: place.id, departments: [] }, helper.call)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('只有这项研究的'),
    })
    expect(await post('study.member/add', { study: study.id, admin: helper.id, role: 'coordinator' })).toMatchObject({ code: 0 })
    const [member] = await sql<{ id: number }>('SELECT id FROM user_user ORDER BY id LIMIT 1')
    const investigator = await added('study.member', { study: study.id, user: member!.id, role: 'pi' })
    const shown = async (val: number) =>
      (
        await founder.call<{ list: Row[] }>('/admin/study.project/index', {
          query: { search: JSON.stringify([{ field: 'piMember', operator: '=', val: String(val) }]) },
        })
      ).data.list
    expect(await shown(member!.id)).toMatchObject([{ id: study.id, piMember: member!.id, pi: null }])
    expect((await post('study.member/revoke', { ids: [investigator.id], reason: '调离' })).code).toBe(1)
    expect(await shown(member!.id)).toEqual([])
    const [lead] = await sql<{ id: number }>(`SELECT id FROM study_member WHERE study = $1 AND role = 'dataManager'`, [study.id])
    const last = { code: 0, msg: expect.stringContaining('至少有一名') }
    expect(await post('study.member/revoke', { ids: [lead?.id], reason: '调离' })).toMatchObject(last)
    expect(await founder.call('/admin/study.member/del', { method: 'DELETE', query: { ids: String(lead?.id) } })).toMatchObject(last)
    expect((await helper.call('/admin/study.project/read', { query: { id: String(study.id) } })).code).toBe(1)
    expect((await post('study.member/revoke', { ids: [place.id], reason: '调离' })).code).toBe(1)
    expect((await helper.call('/admin/study.project/read', { query: { id: String(study.id) } })).code).toBe(0)
  })

  test('a place holds from its first moment to its last', async () => {
    const study = await added('study.project', draft('TM-2'))
    const guest = await person(server, 'guest', RULES)
    const sees = async () => (await guest.call('/admin/study.project/read', { query: { id: String(study.id) } })).code === 1
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const place = await added('study.member', { study: study.id, admin: guest.id, role: 'monitor', from: day(1) })
    expect(await sees()).toBe(false)
    await post('study.member/edit', { id: place.id, from: day(-2), to: day(-1) })
    expect(await sees()).toBe(false)
    expect(await post('study.member/edit', { id: place.id, from: day(2) })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('失效时间'),
    })
    await post('study.member/edit', { id: place.id, to: day(1) })
    expect(await sees()).toBe(true)
  })

  test('nobody gives departments that they do not have in the study', async () => {
    const study = await added('study.project', draft('TM-3'))
    const local = await person(server, 'local', RULES, { scope: 'self' })
    const third = await person(server, 'third', RULES, { scope: 'self' })
    await added('study.member', { study: study.id, admin: local.id, role: 'dataManager', departments: [department.a] })
    const give = (departments: number[]) =>
      post('study.member/add', { study: study.id, admin: third.id, role: 'coordinator', departments }, local.call)
    expect(await give([department.b])).toMatchObject({ code: 0, msg: expect.stringContaining('没有的科室') })
    expect((await give([department.a])).code).toBe(1)
  })
})

describe('AA-01 a subject', () => {
  test('comes while the study collects, is enrolled with consent, and leaves with a reason', async () => {
    const early = await added('study.project', draft('SB-0'))
    expect(await post('study.subject/add', { study: early.id, code: 'S1', department: department.a })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('不在采集阶段'),
    })
    const study = await collecting('SB-1')
    const arm = await added('study.arm', { study: study.id, code: 'A', name: '甲组', nameEn: 'Arm A' })
    const subject = await added('study.subject', { study: study.id, code: 'S1', department: department.a })
    expect(await move('study.subject', subject, 'enrolled')).toMatchObject({ code: 0, data: { blockers: [{}, {}] } })
    await post('study.subject/edit', { id: subject.id, consentVersion: '2.0', consentOn: '2026-10-01', arm: arm.id })
    expect(await move('study.subject', subject, 'enrolled')).toMatchObject({ code: 1, data: { row: { enrolledOn: expect.any(String) } } })
    expect((await post('study.subject/seal', { ids: [subject.id], name: '赵六' })).code).toBe(1)
    expect(await move('study.subject', subject, 'withdrawn')).toMatchObject({ data: { problems: [{ field: '_reason' }] } })
    expect(await move('study.subject', subject, 'withdrawn', founder.call, '撤回同意')).toMatchObject({
      code: 1,
      data: { row: { state: 'withdrawn', endedOn: expect.any(String) } },
    })
    const other = await collecting('SB-2')
    expect(await post('study.subject/add', { study: other.id, code: 'S1', department: department.a, arm: arm.id })).toMatchObject({
      code: 0,
    })
  })

  test('is known by its code; who it is lies sealed, is read with a right and a reason, and each reading is in the trail', async () => {
    const study = await collecting('SB-3')
    const subject = await added('study.subject', { study: study.id, code: 'S1', department: department.a })
    expect(await post('study.subject/identify', { ids: [subject.id], reason: '核对' })).toMatchObject({ code: 0, msg: '还没有登记身份' })
    const identity = { name: '张三丰', idNumber: '110101199003071234', phone: '13900001111', address: null }
    expect((await post('study.subject/seal', { ids: [subject.id], ...identity })).code).toBe(1)
    const [row] = await sql<{ sealed: Buffer }>('SELECT sealed FROM study_subject_identity WHERE subject = $1', [subject.id])
    expect(row?.sealed.includes('张三丰')).toBe(false)
    const read = (by: Call, reason = '电话随访') =>
      by('/admin/study.subject/identify', {
        body: { ids: [subject.id], reason },
        headers: { 'idempotency-key': `identify-${reason.length}` },
      })
    expect(await read(founder.call)).toMatchObject({ code: 1, data: identity })
    expect(await read(founder.call, '')).toMatchObject({ code: 0 })
    const blind = await person(server, 'blind', /^study\/(project|subject)(\/index|$)/)
    await added('study.member', { study: study.id, admin: blind.id, role: 'monitor' })
    expect((await read(blind.call)).code).toBe(401)
    const entries = await sql<{ actor_name: string; reason: string }>(
      `SELECT actor_name, reason FROM audit_entry WHERE resource = 'study.subject' AND action = 'identify' AND record_id = $1`,
      [String(subject.id)],
    )
    expect(entries).toEqual([{ actor_name: 'founder', reason: '电话随访' }])
    for (const table of ['audit_entry', 'idempotency', 'study_subject'])
      expect(await sql(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%张三丰%' OR t::text LIKE '%110101199003071234%'`), table).toEqual([])
  })

  test('can be identified in a study that is frozen, and goes with its identity', async () => {
    const study = await collecting('SB-4')
    const subject = await added('study.subject', { study: study.id, code: 'S1', department: department.a })
    await post('study.subject/seal', { ids: [subject.id], name: '李四' })
    for (const to of ['cleaning', 'frozen']) expect((await move('study.project', study, to, founder.call, '核对完毕')).code).toBe(1)
    expect(await post('study.subject/identify', { ids: [subject.id], reason: '核对' })).toMatchObject({ code: 1, data: { name: '李四' } })
    expect((await post('study.subject/seal', { ids: [subject.id], name: '王五' })).code).toBe(0)
    await sql(`UPDATE study_lock SET state = 'lifted' WHERE study = $1`, [study.id])
    await founder.call('/admin/study.subject/del', { method: 'DELETE', query: { ids: String(subject.id) } })
    expect((await founder.call('/admin/study.subject/delete', { method: 'DELETE', query: { ids: String(subject.id) } })).code).toBe(1)
    expect(await sql('SELECT 1 FROM study_subject_identity WHERE subject = $1', [subject.id])).toEqual([])
  })
})

describe('AA-01 the page of a study', () => {
  type Overview = {
    steps: { key: string; state: string; at: string | null }[]
    next: { to: string; isWhole: boolean; blockers: { text: string }[]; later: { text: string; address: string | null }[] } | null
    sites: { name: string; screened: number; enrolled: number }[] | null
    enrolment: { count: number }[]
    isAll: boolean
    scores: { points: { value: number }[] } | null
    queries: { open: number; path: string } | null
    checklist: { key: string; done: boolean }[]
  }
  const overview = (by: Call, id: number) => by<Overview>('/admin/study.project/overview', { query: { id: String(id) } })
  const demo = async () => (await sql<{ id: number }>(`SELECT id FROM study_project WHERE code = 'HTN-2026'`))[0]!.id

  test('tells how far the demo study is, by site, as far as the reader sees', async () => {
    const { data } = await overview(admin, await demo())
    expect(data.steps.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'build done',
      'collect current',
      'clean ahead',
      'lock ahead',
      'archive ahead',
    ])
    expect(data.next).toMatchObject({ to: 'cleaning', blockers: [] })
    // Nothing holds it back; what comes along is a door to its rows.
    expect(data.next?.later).toContainEqual({
      text: expect.stringMatching(/还有 \d+ 个质疑没有关闭/),
      address: expect.stringContaining('/admin/query?'),
    })
    expect(data.sites?.map(({ name }) => name)).toEqual(['心血管内科', '呼吸与危重症医学科', '内分泌科'])
    expect(data.sites?.reduce((n, { screened }) => n + screened, 0)).toBe(24)
    expect(data.enrolment.reduce((n, { count }) => n + count, 0)).toBe(data.sites?.reduce((n, { enrolled }) => n + enrolled, 0))
    expect(data.checklist.every(({ done }) => done)).toBe(true)
    const site = await overview((await server.login('cardiology')).call, await demo())
    expect(site.data.sites?.map(({ name }) => name)).toEqual(['心血管内科'])
    expect(site.data.enrolment.reduce((n, { count }) => n + count, 0)).toBe(site.data.sites?.[0]?.enrolled)
    // That something is open, or nothing any more, tells what happens at the other sites.
    expect(site.data.next).toEqual({ to: 'cleaning', isWhole: false, blockers: [], later: [] })
    expect(data.next?.isWhole).toBe(true)
    const { path } = data.queries!
    const listed = await admin<{ total: number }>('/admin/query/index', {
      query: {
        search: JSON.stringify([
          { field: 'study', operator: '=', val: String(await demo()) },
          { field: 'state', operator: 'IN', val: 'open,answered' },
        ]),
      },
    })
    expect([data.queries!.open, path]).toEqual([listed.data.total, expect.stringContaining('/admin/query?')])
    expect(site.data.queries!.open).toBeLessThan(data.queries!.open)
    await sql(
      `INSERT INTO qc_run (title, title_en, study, state, trigger, score, finished_at) SELECT 'at', 'at', $1, 'done', 'manual', 91, now() RETURNING id`,
      [await demo()],
    )
    expect((await overview(admin, await demo())).data.scores?.points.at(-1)).toMatchObject({ value: 91 })
    // The plan is of all sites: it is no measure of one, nor of the department that somebody has chosen in the header.
    expect([data.isAll, site.data.isAll]).toEqual([true, false])
    const headers = { group: String(department.a) }
    const chosen = await admin<Overview>('/admin/study.project/overview', { query: { id: String(await demo()) }, headers })
    expect(chosen.data.isAll).toBe(false)
  })

  test('says what is missing before the next step; to an outsider it is not there, without the right to subjects they are not counted', async () => {
    const study = await added('study.project', draft('OV-1'))
    const { data } = await overview(founder.call, study.id)
    expect(data.next).toMatchObject({ to: 'submitted', blockers: [{}, {}] })
    expect(data.checklist.filter(({ done }) => !done).map(({ key }) => key)).toEqual(['plan', 'visits', 'dictionary', 'team', 'gather'])
    const outsider = await person(server, 'outsider9', RULES)
    const [there, nowhere] = [await overview(outsider.call, study.id), await overview(outsider.call, 999_999)]
    expect([there.code, there.msg]).toEqual([nowhere.code, nowhere.msg])
    const blind = await person(server, 'blind9', /^study(\/project(\/index|$)|$)/)
    await added('study.member', { study: study.id, admin: blind.id, role: 'monitor' })
    expect((await overview(blind.call, study.id)).data).toMatchObject({
      sites: null,
      enrolment: [],
      gathers: null,
      scores: null,
      queries: null,
    })
  })

  test('a copy is a new draft with visits, arms and gather projects, led by whoever made it', async () => {
    const id = await demo()
    const manager = (await server.login('datamanager')).call
    const copied = await post<{ id: number }>(
      'study.project/copy',
      { ids: [id], code: 'HTN-2027', title: '第二队列', titleEn: 'Second cohort' },
      manager,
    )
    expect(copied).toMatchObject({ code: 1 })
    const count = async (table: string) =>
      (await sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE study = $1 AND deleted_at IS NULL`, [copied.data.id]))[0]?.n
    expect(await Promise.all(['study_visit', 'study_arm', 'gather_project', 'study_subject'].map(count))).toEqual([5, 2, 3, 0])
    expect(await sql('SELECT code, state, planned_n, ethics_no FROM study_project WHERE id = $1', [copied.data.id])).toEqual([
      { code: 'HTN-2027', state: 'draft', planned_n: 300, ethics_no: null },
    ])
    const same = `SELECT f.code AS form, v.code, v.normal, v.branching FROM study_variable v JOIN study_form f ON f.id = v.form
      JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = $2 ORDER BY 1, 2`
    expect(await sql(same, [copied.data.id, 'draft'])).toEqual(await sql(same, [id, 'published']))
    const gathers = `SELECT f.code AS form, (SELECT array_agg(v.code ORDER BY v.code) FROM study_visit v WHERE v.id = ANY(g.visits)) AS visits
      FROM gather_project g LEFT JOIN study_form f ON f.id = g.form AND f.study = g.study WHERE g.study = $1 ORDER BY g.id`
    expect(await sql(gathers, [copied.data.id])).toEqual(await sql(gathers, [id]))
    expect(await sql(`SELECT code, state FROM gather_project WHERE study = $1 ORDER BY id`, [copied.data.id])).toEqual([
      { code: 'HTN-2027-1', state: 'draft' },
      { code: 'HTN-2027-2', state: 'draft' },
      { code: 'HTN-2027-3', state: 'draft' },
    ])
    expect((await post('study.project/copy', { ids: [id], code: 'HTN-2027', title: 'x', titleEn: 'x' }, manager)).code).toBe(0)
  })
})
