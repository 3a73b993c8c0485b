import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval|query|finding|qc)(/|$)`)
let server: TestServer
let manager: Person
let second: Person
let monitor: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  second = await person(server, 'second', RULES)
  monitor = await person(server, 'monitor', RULES)
  call = manager.call
})
afterAll(() => server.close())

let number = 0
type Place = { study: number; visit: number; name: string }
const subjectOf = async ({ study }: Place, code: string) => (await add(call, 'study.subject', { study, code, department })).id
const enter = async ({ visit, name }: Place, subject: number, values: object = { v1: '120', v2: '80' }) => {
  const record = await add(call, name, { subject, visit, ...values })
  await move(call, name, record.id, 'submitted')
  return record.id
}
const enrol = async (at: Place, code: string, values?: object) => enter(at, await subjectOf(at, code), values)
const built = async () => {
  const code = `VP-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  await add(call, 'study.member', { study, admin: second.id, role: 'dataManager' })
  await add(call, 'study.member', { study, admin: monitor.id, role: 'monitor', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'sbp', { critical: true, label: '收缩压' }), variable('vitals', 'dbp')],
  }))
  const formId = forms[0]!.id
  return { code, study, visit, form: formId, name: `clinical.data.f${formId}` }
}
type Built = Awaited<ReturnType<typeof built>>
type Progress = { plan: { drawn: number; subjects: number; seed: string } | null; sites: Record<string, unknown>[] }
type Left = { list: { record: number; code: string; drawn: boolean; lacking: string[] }[] }
const progressOf = async ({ study }: Built, as: Call = call) =>
  (await as<Progress>('/admin/study.mark/progress', { query: { study: String(study) } })).data
const leftOf = async ({ study }: Built, as: Call = call) =>
  (await as<Left>('/admin/study.mark/left', { query: { study: String(study) } })).data.list
const mark = async (at: Built, record: number, field: string | null = null, kind = 'source') => {
  const { version } = await read(call, at.name, record)
  expect(await post(monitor.call, 'study.mark/markRecord', { form: at.form, record, version, field, kind })).toMatchObject({ code: 1 })
}
/** As anybody can compute it by hand. */
const draws = (seed: string, code: string, percent: number) =>
  Number.parseInt(createHash('sha256').update(`${seed}:${code}`).digest('hex').slice(0, 8), 16) / 2 ** 32 < percent / 100

describe('the plan of verification', () => {
  test('draws by seed and code alone: who comes later changes nothing, a greater share only adds', async () => {
    const at = await built()
    const codes = Array.from({ length: 30 }, (_, i) => `${at.code}-${i}`)
    const drawn = async () => (await leftOf(at)).filter((row) => row.drawn).map(({ code }) => code)
    const expected = (percent: number, of = codes) => of.filter((code) => draws('seed-7', code, percent)).toSorted()
    for (const code of codes.slice(0, 20)) await enrol(at, code)
    const plan = await add(call, 'study.verification', { study: at.study, critical: false, percent: 30, seed: 'seed-7' })
    const first = await drawn()
    expect(first.toSorted()).toEqual(expected(30, codes.slice(0, 20)))
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThan(20)
    for (const code of codes.slice(20)) await enrol(at, code)
    expect((await drawn()).toSorted()).toEqual(expected(30))
    expect(await drawn()).toEqual(expect.arrayContaining(first))
    expect((await progressOf(at)).plan).toMatchObject({ subjects: 30, drawn: expected(30).length, seed: 'seed-7' })
    const edit = { id: plan.id, percent: 60 }
    expect(await post(call, 'study.verification/edit', edit)).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
    expect(await post(call, 'study.verification/edit', edit, '监查发现偏多')).toMatchObject({ code: 1 })
    expect(await drawn()).toEqual(expect.arrayContaining(expected(30)))
    expect((await drawn()).toSorted()).toEqual(expected(60))
    expect((await post(call, 'study.verification/edit', { id: plan.id, seed: 'other' }, '换一个')).code).toBe(0)
  })

  test('counts what is expected, done and left: of the drawn the whole record, of others the critical values', async () => {
    const at = await built()
    const [whole, value, none] = [await enrol(at, `${at.code}-1`), await enrol(at, `${at.code}-2`), await enrol(at, `${at.code}-3`)]
    const empty = await enrol(at, `${at.code}-4`, { v2: '80' })
    expect(await progressOf(at)).toMatchObject({ plan: null, sites: [{ planned: 0, verified: 0, records: 4 }] })
    expect(await leftOf(at)).toEqual([])
    await add(call, 'study.verification', { study: at.study, percent: 0 })
    expect(await progressOf(at, monitor.call)).toMatchObject({ sites: [{ id: department, planned: 3, verified: 0 }] })
    await mark(at, whole)
    await mark(at, value, 'v1')
    await mark(at, none, 'v2')
    await mark(at, none, null, 'review')
    expect((await progressOf(at)).sites).toMatchObject([{ planned: 3, verified: 2 }])
    expect(await leftOf(at, monitor.call)).toMatchObject([{ record: none, drawn: false, lacking: ['收缩压'] }])
    // Everybody is drawn: one value of a record is not enough, and a record without a critical value is looked at too.
    const [plan] = await sql<{ id: number }>('SELECT id FROM study_verification WHERE study = $1', [at.study])
    await post(call, 'study.verification/edit', { id: plan!.id, percent: 100 }, '全部核查')
    expect((await leftOf(at)).map(({ record }) => record)).toEqual([value, none, empty])
    // What changes is left again.
    await post(call, `${at.name}/edit`, { id: whole, v1: '121' }, '抄错')
    expect((await leftOf(at)).map(({ record }) => record)).toEqual([whole, value, none, empty])
  })

  test('is made by those who lead the study, once, and holds something', async () => {
    const at = await built()
    expect((await post(monitor.call, 'study.verification/add', { study: at.study, percent: 10 })).msg).toBe(
      '只有主要研究者和数据管理员可以制定核查计划',
    )
    expect((await post(call, 'study.verification/add', { study: at.study, critical: false, percent: 0 })).code).toBe(0)
    expect((await post(call, 'study.verification/add', { study: at.study, percent: 101 })).code).toBe(0)
    expect((await post(call, 'study.verification/add', { study: at.study, percent: 5, seed: "a'; --" })).code).toBe(0)
    expect((await add(call, 'study.verification', { study: at.study, percent: 10 }))['seed']).toMatch(/^[0-9a-f]{12}$/)
    expect((await post(call, 'study.verification/add', { study: at.study, percent: 10 })).code).toBe(0)
    const outsider = await person(server, `outsider${number}`, RULES)
    expect((await outsider.call('/admin/study.mark/left', { query: { study: String(at.study) } })).code).toBe(0)
  })
})

type Blocked = { blockers: { text: string; address?: string; waiver?: string }[] }
const blockersOf = async (study: number) => {
  const answer = await move(call, 'study.project', study, 'frozen', '清理完毕')
  return answer.code === 1 ? [] : (answer.data as unknown as Blocked).blockers
}
const waiversOf = (study: number) => sql<Row>('SELECT id, state, by, granted_by FROM study_waiver WHERE study = $1 ORDER BY id', [study])
const decide = async (as: Call, verb: 'approve' | 'reject') => {
  const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE state = 'requested' ORDER BY id DESC LIMIT 1`)
  return post<{ count: number }>(as, `approval/${verb}`, { ids: [asked!.id], ...(verb === 'reject' ? { answer: '先核查' } : {}) })
}

describe('before a study is frozen', () => {
  const cleaning = async () => {
    const at = await built()
    const record = await enrol(at, `${at.code}-1`)
    const later = await subjectOf(at, `${at.code}-2`)
    await add(call, 'study.verification', { study: at.study, percent: 0 })
    await move(call, 'study.project', at.study, 'cleaning')
    return { ...at, record, later }
  }

  test('what is planned and not verified stands in the way, with a door; verified, it does not', async () => {
    const at = await cleaning()
    expect(await blockersOf(at.study)).toMatchObject([
      {
        text: '核查计划中还有 1 条记录没有核查',
        address: `/admin/study/project/${at.study}?tab=marks&left=all`,
        waiver: expect.any(String),
      },
    ])
    await mark(at, at.record)
    expect(await blockersOf(at.study)).toEqual([])
    expect((await read(call, 'study.project', at.study)).state).toBe('frozen')
  })

  test('a waiver needs a reason and a second person, and covers exactly what stood there', async () => {
    const at = await cleaning()
    const [blocker] = await blockersOf(at.study)
    const asked = { study: at.study, blocker: blocker!.waiver, reason: '源文件已封存，抽查覆盖' }
    expect((await post(call, 'study.waiver/add', { ...asked, reason: '' })).code).toBe(0)
    expect((await post(call, 'study.waiver/add', { ...asked, blocker: 'verification:x' })).msg).toMatch(/^要豁免的事项已有变化/)
    expect((await post(monitor.call, 'study.waiver/add', asked)).msg).toBe('只有主要研究者和数据管理员可以申请和同意豁免')
    await add(call, 'study.waiver', asked)
    expect((await post(call, 'study.waiver/add', asked)).code).toBe(0)
    expect(await blockersOf(at.study)).toHaveLength(1)
    expect((await decide(call, 'approve')).code).toBe(0)
    expect(await waiversOf(at.study)).toMatchObject([{ state: 'requested', granted_by: null }])
    expect(await decide(second.call, 'approve')).toMatchObject({ code: 1 })
    expect(await waiversOf(at.study)).toMatchObject([{ state: 'granted', by: manager.id, granted_by: second.id }])
    // One more record is another question.
    const more = await enter(at, at.later)
    expect(await blockersOf(at.study)).toMatchObject([{ text: '核查计划中还有 2 条记录没有核查' }])
    await mark(at, more)
    expect(await blockersOf(at.study)).toEqual([])
    // Opened again, it is asked for again.
    expect(await move(call, 'study.project', at.study, 'cleaning', '补数据')).toMatchObject({ code: 1 })
    expect(await waiversOf(at.study)).toMatchObject([{ state: 'ended' }])
    expect(await blockersOf(at.study)).toHaveLength(1)
  })

  test('a waiver that was not agreed to lets nothing pass, nor one for what has changed meanwhile', async () => {
    const at = await cleaning()
    const [blocker] = await blockersOf(at.study)
    const asked = { study: at.study, blocker: blocker!.waiver, reason: '来不及' }
    const waiver = await add(call, 'study.waiver', asked)
    expect(await decide(second.call, 'reject')).toMatchObject({ code: 1 })
    expect(await blockersOf(at.study)).toHaveLength(1)
    expect(await move(call, 'study.waiver', waiver.id, 'withdrawn')).toMatchObject({ code: 1 })
    await add(call, 'study.waiver', asked)
    await enter(at, at.later)
    expect((await decide(second.call, 'approve')).msg).toMatch(/^要豁免的事项已有变化/)
    expect(await blockersOf(at.study)).toHaveLength(1)
  })

  test('drafts and rules that were not run cannot be waived', async () => {
    const at = await cleaning()
    await mark(at, at.record)
    await add(call, at.name, { subject: at.later, visit: at.visit, v1: '1' })
    const [draft] = await blockersOf(at.study)
    expect(draft?.text).toBe('还有 1 条记录没有提交')
    expect(draft && 'waiver' in draft).toBe(false)
  })
})
