import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assessQuestion, assessing } from '../src/areas/analysis-project/server/assess.ts'
import { expiring } from '../src/areas/analysis-project/server/expire.ts'
import { releasing } from '../src/areas/analysis-project/server/release.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { openBeside } from './lane-kit.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { unzip } from './unzip.ts'
import { toolsOf } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(analysis|approval)(/|$)`)
let server: TestServer
let worker: { stop(): Promise<void> }
let lead: Person
let pi: Person
let analyst: Person
let study: number
let forms: { demography: number; vitals: number }
const failures: unknown[] = []
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  const admin = await server.login()
  const department = (await add(admin.call, 'department', { code: 'SITE-A', name: 'SITE-A' })).id
  lead = await person(server, 'lead', RULES)
  pi = await person(server, 'investigator', RULES)
  analyst = await person(server, 'analyst', RULES)
  const built = await collecting(lead.call, 'AN-1', department, pi.id)
  study = built.study
  await add(lead.call, 'study.member', { study, admin: analyst.id, role: 'analyst' })
  const published = await publish(lead.call, study, () => ({
    forms: [form('demography'), form('vitals')],
    codelists: [],
    variables: [
      variable('demography', 'name', { sensitivity: 3 }),
      variable('demography', 'birth', { type: 'date', sensitivity: 2 }),
      variable('demography', 'smoker', { type: 'yesNo' }),
      variable('vitals', 'measured', { type: 'date' }),
      variable('vitals', 'sbp', { type: 'integer' }),
    ],
  }))
  const idOf = (code: string) => published.forms.find((one) => one.code === code)!.id
  forms = { demography: idOf('demography'), vitals: idOf('vitals') }
  for (let i = 1; i <= 12; i++) {
    const subject = (await add(lead.call, 'study.subject', { study, code: `AN-${i}`, department })).id
    const head = { subject, visit: built.visit }
    await add(lead.call, `clinical.data.f${forms.demography}`, { ...head, v1: `赵某${i}`, v2: `19${50 + i}-02-03`, v3: String(i % 2) })
    await add(lead.call, `clinical.data.f${forms.vitals}`, { ...head, v1: `2026-03-${10 + i}`, v2: String(110 + 5 * i) })
  }
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [assessing, releasing, expiring],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const NAME = 'analysis.project'
const planOf = () => ({
  site: 'drop',
  format: 'csv',
  k: 5,
  l: 1,
  sensitive: null,
  variables: [
    { form: forms.demography, slot: 1, treatment: { kind: 'drop' }, quasi: false },
    { form: forms.demography, slot: 3, treatment: { kind: 'keep' }, quasi: true },
    { form: forms.vitals, slot: 1, treatment: { kind: 'shift' }, quasi: false },
    { form: forms.vitals, slot: 2, treatment: { kind: 'keep' }, quasi: false },
  ],
})
let number = 0
const request = (by: Call = analyst.call, more: object = {}) =>
  add(by, NAME, { study, code: `A-${++number}`, title: '血压控制', purpose: '随访期血压', validUntil: '2099-12-31', ...more })
const arranged = async (wanted: object = {}, more: object = {}): Promise<Row> => {
  const row = await request(analyst.call, more)
  expect(await post(analyst.call, `${NAME}/arrange`, { ids: [row.id], plan: planOf(), ...wanted })).toMatchObject({ code: 1 })
  return row
}
const approved = async (more: object = {}): Promise<Row> => {
  const row = await arranged({}, more)
  expect(await move(analyst.call, NAME, row.id, 'submitted')).toMatchObject({ code: 1 })
  expect(await move(pi.call, NAME, row.id, 'approved')).toMatchObject({ code: 1 })
  return read(lead.call, NAME, row.id)
}
const ended = async (id: number) => {
  const state = async () => (await sql<{ state: string }>(`SELECT state FROM task WHERE id = ${id}`))[0]?.state
  await expect.poll(state, { timeout: 60_000 }).toMatch(/done|failed|parked/)
  return state()
}
const released = async (more: object = {}): Promise<Row> => {
  const row = await approved(more)
  const asked = await post<{ task: number }>(lead.call, `${NAME}/release`, { ids: [row.id] })
  expect(asked).toMatchObject({ code: 1 })
  expect(await ended(asked.data.task)).toBe('done')
  return read(lead.call, NAME, row.id)
}
const take = async (by: Person, id: number) => {
  const { data } = await by.call<{ ticket: string }>('/admin/index/ticket', { body: {} })
  return fetch(`${server.address}/admin/${NAME}/package?id=${id}&server=1&batoken=${data.ticket}`)
}
const bytesOf = async (id: number) => Buffer.from(await (await take(analyst, id)).arrayBuffer())
type Trial = { state: string; result: { before: { subjects: number | null }; sample: { before: string[][] }[] } | null }
const trial = async (wanted: object) => {
  const row = await arranged()
  const { data } = await post<{ task: number }>(analyst.call, `${NAME}/assess`, { ids: [row.id], plan: planOf(), ...wanted })
  await ended(data.task)
  const query = { id: String(row.id), task: String(data.task) }
  return (await analyst.call<Trial>(`/admin/${NAME}/trial`, { query })).data
}

describe('AA-03 a request', () => {
  test('is made by analysts and leads of the team, seen by the team, and says what still stands in the way', async () => {
    const stranger = await person(server, 'stranger', RULES)
    const seen = await stranger.call<{ total: number }>(`/admin/${NAME}/index`)
    expect(seen.data.total).toBe(0)
    const row = await request()
    expect(row).toMatchObject({ state: 'draft', requester: analyst.id })
    const stopped = await move(analyst.call, NAME, row.id, 'submitted')
    expect(stopped).toMatchObject({ code: 0, data: { blockers: [{ text: '还没有选择变量' }] } })
    const monitor = await person(server, 'monitor', RULES)
    await add(lead.call, 'study.member', { study, admin: monitor.id, role: 'monitor' })
    const body = { study, code: 'A-M', title: 't', purpose: 'p', validUntil: '2099-01-01' }
    expect((await post(monitor.call, `${NAME}/add`, body)).msg).toBe('只有研究团队中的分析员、主要研究者和数据管理员可以申请')
  })

  test('refuses plans and cohorts that cannot be read', async () => {
    const row = await request()
    const arrange = (wanted: object) => post(analyst.call, `${NAME}/arrange`, { ids: [row.id], ...wanted })
    expect((await arrange({ plan: { k: 1 } })).msg).toBe('去标识方案无法识别')
    expect((await arrange({ plan: planOf(), cohort: 'sbp >' })).msg).toBe('请选择队列条件所说的表单')
    expect((await arrange({ plan: planOf(), cohort: 'sbp >', cohortForm: forms.vitals })).msg).toContain('队列条件有误')
    const kept = planOf()
    kept.variables[0]!.treatment = { kind: 'keep' }
    expect(await arrange({ plan: kept })).toMatchObject({ code: 1 })
    const stopped = await move(analyst.call, NAME, row.id, 'submitted')
    // Who it is is no analyst's to ask for, by its number neither.
    expect(stopped).toMatchObject({ data: { blockers: [{ text: '所选变量不在已发布的数据字典中' }] } })
  })

  test('tells counts of five and more before approval, and nobody’s values', async () => {
    const all = await trial({})
    expect(all.result?.before.subjects).toBe(12)
    expect(JSON.stringify(all)).not.toMatch(/赵某|AN-\d/)
    const few = await trial({ cohort: 'sbp >= 155', cohortForm: forms.vitals })
    expect(few.result?.before.subjects).toBeNull()
  })

  test('is approved by a second person who leads the study, and stays as it was approved', async () => {
    const own = await add(lead.call, NAME, { study, code: 'A-OWN', title: '自己的', purpose: '用途', validUntil: '2099-12-31' })
    const arrange = (by: Call) => post(by, `${NAME}/arrange`, { ids: [own.id], plan: planOf() })
    expect((await arrange(pi.call)).msg).toBe('只有申请人可以改动队列与变量，其他人可以退回并说明原因')
    expect(await arrange(lead.call)).toMatchObject({ code: 1 })
    expect(await move(lead.call, NAME, own.id, 'submitted')).toMatchObject({ code: 1 })
    expect((await move(lead.call, NAME, own.id, 'approved')).msg).toBe('不能批准自己的申请')
    expect(await move(pi.call, NAME, own.id, 'approved')).toMatchObject({ code: 1 })
    const row = await approved()
    expect(row).toMatchObject({ state: 'approved', approvedBy: pi.id })
    const { version } = row
    const changed = await post(lead.call, `${NAME}/edit`, { id: row.id, version, validUntil: '2199-01-01' }, '延长')
    expect(changed.msg).toBe('已批准的申请不能再改')
    expect((await post(analyst.call, `${NAME}/release`, { ids: [row.id] })).msg).toBe('只有主要研究者或数据管理员可以批准和发布')
  })
})

describe('AA-03 a release', () => {
  test('is a package with its evidence and sums, without names, and every download is written down', async () => {
    const row = await released()
    expect(row).toMatchObject({ state: 'released', subjects: 12 })
    const bytes = await bytesOf(row.id)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row['sha256'])
    const files = unzip(bytes)
    const names = 'data/demography.csv data/vitals.csv dictionary.csv dictionary.xml report.html evidence.json SHA256SUMS'
    expect([...files.keys()].join(' ')).toBe(names)
    const texts = new Map([...files].map(([name, content]) => [name, content.toString()]))
    expect([...texts.values()].join()).not.toMatch(/赵某|AN-\d+,/)
    for (const line of texts.get('SHA256SUMS')!.trim().split('\n')) {
      const [sum, name] = line.split('  ')
      expect(createHash('sha256').update(files.get(name!)!).digest('hex')).toBe(sum)
    }
    expect(JSON.parse(texts.get('evidence.json')!)).toMatchObject({ study: 'AN-1', deidentification: { k: { wanted: 5, reached: 6 } } })
    const query = { id: String(row.id) }
    expect((await lead.call<{ downloads: object[] }>(`/admin/${NAME}/delivered`, { query })).data.downloads).toHaveLength(1)
  })

  test('holds nothing of whoever has withdrawn, and says how many have', async () => {
    await sql(`WITH gone AS (INSERT INTO study_subject (study, code, department, state) SELECT study, 'GONE-' || code, department, 'withdrawn'
      FROM study_subject WHERE study = ${study} ORDER BY id LIMIT 5 RETURNING id, department)
      INSERT INTO record.t${forms.vitals} (subject, department, v2) SELECT id, department, '999' FROM gone`)
    const { id, ...facts } = await released()
    expect(facts).toMatchObject({ subjects: 12, evidence: { withdrawnSubjects: 5 } })
    // A pseudonym may hold these digits.
    expect(String(unzip(await bytesOf(id)).get('data/vitals.csv'))).not.toMatch(/\b999\b/)
  })

  test('is for the requester and the leads, ends with its withdrawal, and its key goes with it', async () => {
    const row = await released()
    const auditor = await person(server, 'auditor', RULES)
    await add(lead.call, 'study.member', { study, admin: auditor.id, role: 'auditor' })
    expect(await (await take(auditor, row.id)).json()).toMatchObject({ msg: '只有申请人、主要研究者和数据管理员可以下载' })
    const keys = () => sql(`SELECT 1 FROM setting WHERE key = $1`, [`secret:analysis:${row.id}`])
    expect(await keys()).toHaveLength(1)
    expect((await move(lead.call, NAME, row.id, 'withdrawn')).code).toBe(0)
    expect(await move(lead.call, NAME, row.id, 'withdrawn', '受试者撤回同意')).toMatchObject({ code: 1 })
    expect(await keys()).toHaveLength(0)
    expect((await read(lead.call, NAME, row.id))['keyDestroyedAt']).not.toBeNull()
    expect(await (await take(analyst, row.id)).json()).toMatchObject({ msg: '没有可下载的数据包' })
  })

  test('expires on its day, and before it the key can be destroyed alone', async () => {
    const row = await released()
    const destroy = () => post(lead.call, `${NAME}/destroyKey`, { ids: [row.id], reason: '分析结束' })
    expect(await destroy()).toMatchObject({ code: 1 })
    expect((await destroy()).msg).toBe('没有可销毁的密钥')
    expect((await take(analyst, row.id)).status).toBe(200)
    await sql(`UPDATE analysis_project SET valid_until = '2020-01-01' WHERE id = $1`, [row.id])
    expect(await (await take(analyst, row.id)).json()).toMatchObject({ msg: '有效期已过' })
    await ended((await enqueue(server.backend.database, expiring, {}, { title: '' }))!)
    expect((await read(lead.call, NAME, row.id)).state).toBe('expired')
  })

  test('is not made of too few', async () => {
    const row = await arranged({ cohort: 'sbp >= 155', cohortForm: forms.vitals })
    await sql(`UPDATE analysis_project SET state = 'approved' WHERE id = $1`, [row.id])
    const { data } = await post<{ task: number }>(lead.call, `${NAME}/release`, { ids: [row.id] })
    expect(await ended(data.task)).toBe('failed')
    const delivered = await lead.call<{ error: string }>(`/admin/${NAME}/delivered`, { query: { id: String(row.id) } })
    expect(delivered.data.error).toContain('剩下的受试者太少')
  })
})

describe('AA-03 a request by a member', () => {
  const signedIn = async (username: string) => {
    const { call } = await server.login()
    const [group] = await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
    const { id } = await add(call, 'user.user', { username, nickname: username, group: group!.id, password: PASSWORD })
    const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
      body: { tab: 'login', username, password: PASSWORD },
    })
    const headers = { 'ba-user-token': data.userInfo.token }
    const path = (action: string) => `/api/study/analysis/${action}`
    return {
      id,
      get: <T = Record<string, unknown>>(action: string, query: Record<string, string | number> = {}) =>
        server.call<T>(path(action), { headers, query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) }),
      post: <T = Record<string, unknown>>(action: string, body: object) => server.call<T>(path(action), { headers, body }),
      take: (request: number) => fetch(`${server.address}${path('package')}?id=${request}`, { headers: { server: '1', ...headers } }),
      news: async () =>
        (await server.call<{ list: { text: string; address: string }[] }>('/api/notification/index', { headers })).data.list,
    }
  }
  type Member = Awaited<ReturnType<typeof signedIn>>
  type Own = {
    version: number
    state: string
    said: { state: string; by: string; reason: string | null }[]
    offer: { variables: object[] }
  }
  const analystOf = async (username: string, role = 'analyst'): Promise<Member> => {
    const made = await signedIn(username)
    await add(lead.call, 'study.member', { study, user: made.id, role })
    return made
  }
  const ASKED = { title: '协作者的申请', purpose: '随访期血压', validUntil: '2099-12-31' }
  const drafted = async (by: Member): Promise<number> => {
    const { code, msg, data } = await by.post<{ id: number }>('add', { study, ...ASKED })
    expect({ code, msg }).toMatchObject({ code: 1 })
    return data.id
  }
  const own = async (by: Member, id: number): Promise<Own> => (await by.get<Own>('read', { id })).data
  const saved = async (by: Member, id: number, more: object = {}) => {
    const { version } = await own(by, id)
    return by.post('save', { id, version, ...ASKED, cohortForm: null, cohort: '', plan: planOf(), ...more })
  }
  const submitted = async (by: Member): Promise<number> => {
    const id = await drafted(by)
    expect(await saved(by, id)).toMatchObject({ code: 1 })
    expect(await by.post('submit', { id, version: (await own(by, id)).version })).toMatchObject({ code: 1, data: { state: 'submitted' } })
    return id
  }

  test('goes from the purpose to the package: data only after approval, every download written down, nothing after the withdrawal', async () => {
    const member = await analystOf('m_whole')
    expect((await member.get('index')).data).toMatchObject({ studies: [{ id: study, title: '研究 AN-1', isReady: true }], list: [] })
    const id = await drafted(member)
    expect(await read(lead.call, NAME, id)).toMatchObject({ state: 'draft', requester: null, member: member.id })
    expect((await member.post('submit', { id, version: 1 })).data).toMatchObject({ blockers: [{ text: '还没有选择变量' }] })
    expect((await saved(member, id, { cohort: 'sbp >', cohortForm: forms.vitals })).msg).toContain('队列条件有误')
    expect(await saved(member, id)).toMatchObject({ code: 1 })
    expect((await member.post('save', { id, version: 1, ...ASKED, plan: planOf() })).code).toBe(0)

    const counted = async (wanted: object) => {
      const { data } = await member.post<{ task: number }>('assess', { id, plan: planOf(), ...wanted })
      await ended(data.task)
      return (await member.get<Trial>('trial', { id, task: data.task })).data
    }
    const all = await counted({})
    expect(all.result?.before.subjects).toBe(12)
    expect(JSON.stringify(all)).not.toMatch(/赵某|AN-\d/)
    expect((await counted({ cohort: 'sbp >= 155', cohortForm: forms.vitals })).result?.before.subjects).toBeNull()
    const door = await openBeside(server, [assessQuestion])
    const now = await member.post<Trial['result']>('trial', { id, plan: planOf() })
    await door.close()
    expect(now.data?.before).toEqual(all.result?.before)

    expect(await member.post('submit', { id, version: (await own(member, id)).version })).toMatchObject({ code: 1 })
    expect((await lead.call<{ list: { text: string }[] }>('/admin/notification/index')).data.list[0]?.text).toBe(
      '数据申请“协作者的申请”等待批准',
    )
    expect((await saved(member, id)).msg).toBe('只有草稿可以改动队列与变量')
    expect(await (await member.take(id)).json()).toMatchObject({ msg: '没有可下载的数据包' })
    expect(await move(pi.call, NAME, id, 'draft', '请说明为什么需要出生日期')).toMatchObject({ code: 1 })
    expect((await own(member, id)).said[0]).toMatchObject({ state: 'draft', by: 'investigator', reason: '请说明为什么需要出生日期' })
    expect((await member.news())[0]).toMatchObject({ address: `/user/study/analysis?id=${id}`, text: expect.stringContaining('被退回') })
    expect(await member.post('submit', { id, version: (await own(member, id)).version })).toMatchObject({ code: 1 })
    expect(await move(pi.call, NAME, id, 'approved')).toMatchObject({ code: 1 })
    expect(await (await member.take(id)).json()).toMatchObject({ msg: '没有可下载的数据包' })
    const { data } = await post<{ task: number }>(lead.call, `${NAME}/release`, { ids: [id] })
    expect(await ended(data.task)).toBe('done')
    expect((await member.news())[0]?.text).toContain('可以下载了')

    const answer = await member.take(id)
    expect(answer.status).toBe(200)
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    expect([...files.keys()]).toContain('evidence.json')
    expect((await member.get('read', { id })).data).toMatchObject({ state: 'released', subjects: 12, downloads: [{ by: 'm_whole' }] })
    const seen = await lead.call<{ downloads: object[] }>(`/admin/${NAME}/delivered`, { query: { id: String(id) } })
    expect(seen.data.downloads).toHaveLength(1)

    await sql(`UPDATE analysis_project SET valid_until = '2020-01-01' WHERE id = $1`, [id])
    expect(await (await member.take(id)).json()).toMatchObject({ msg: '有效期已过' })
    await sql(`UPDATE analysis_project SET valid_until = '2099-12-31' WHERE id = $1`, [id])
    expect(await move(lead.call, NAME, id, 'withdrawn', '受试者撤回同意')).toMatchObject({ code: 1 })
    expect(await (await member.take(id)).json()).toMatchObject({ msg: '没有可下载的数据包' })
    expect((await own(member, id)).said[0]).toMatchObject({ state: 'withdrawn', reason: '受试者撤回同意' })
  })

  test('is taken back as long as nobody has decided about it', async () => {
    const member = await analystOf('m_recall')
    const id = await submitted(member)
    expect(await member.post('recall', { id })).toMatchObject({ code: 1, data: { state: 'draft' } })
    expect((await member.post('recall', { id })).msg).toBe('只有还没有决定的申请可以收回')
  })

  test('every call × everybody else of the study and outside: what is said of one that does not exist', async () => {
    const member = await analystOf('m_owner')
    const id = await submitted(member)
    const colleague = await analystOf('m_colleague')
    const coordinator = await analystOf('m_coordinator', 'coordinator')
    const outsider = await signedIn('m_outsider')
    const former = await analystOf('m_former')
    const past = await submitted(former)
    await sql(`UPDATE study_member SET "to" = now() - interval '1 minute' WHERE "user" = $1`, [former.id])
    const tried: [Member, number][] = [
      [colleague, id],
      [coordinator, id],
      [outsider, id],
      [former, past],
    ]
    for (const [by, request] of tried) {
      const calls = (one: number) => [
        by.get('read', { id: one }),
        by.get('trial', { id: one, task: 1 }),
        by.get('package', { id: one }),
        by.post('save', { id: one, version: 1, ...ASKED, plan: planOf() }),
        by.post('assess', { id: one, plan: planOf() }),
        by.post('trial', { id: one, plan: planOf() }),
        by.post('submit', { id: one, version: 1 }),
        by.post('recall', { id: one }),
      ]
      const told = (await Promise.all(calls(request))).map(({ code, msg }) => ({ code, msg }))
      const nothing = (await Promise.all(calls(999_999))).map(({ code, msg }) => ({ code, msg }))
      expect(told).toEqual(nothing)
      expect(told.every(({ code }) => code === 0)).toBe(true)
      expect((await by.get('index')).data).toMatchObject({ list: [] })
    }
    for (const by of [coordinator, outsider, former]) {
      const asked = await by.post('add', { study, ...ASKED })
      expect(asked).toMatchObject({ code: 0, msg: (await by.post('add', { study: 999_999, ...ASKED })).msg })
      expect((await by.get('index')).data).toMatchObject({ studies: [] })
    }
  })
})
