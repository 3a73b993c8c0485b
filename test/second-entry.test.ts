import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'

const RULES = /^(study|clinical)(?!\/project\/all$|\/data\/reveal$)(\/|$)/
type Waiting = { form: number; record: number; subject: string; unread: string[] }
type Difference = { field: string; first: string | null; second: string | null; value?: string | null; isHidden: boolean }

let server: TestServer
let first: Person
let second: Person
let coordinates: Person
let outsider: Person
let study: number
let visit: number
let double: number
let single: number
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]?.id ?? 0
  first = await person(server, 'first', RULES)
  second = await person(server, 'second', RULES)
  coordinates = await person(server, 'coordinates', RULES)
  outsider = await person(server, 'outsider', RULES)
  const made = await collecting(first.call, 'SE-1', department, first.id)
  study = made.study
  visit = made.visit
  await add(first.call, 'study.member', { study, admin: second.id, role: 'dataManager' })
  await add(first.call, 'study.member', { study, admin: coordinates.id, role: 'coordinator' })
  const { forms } = await publish(first.call, study, () => ({
    forms: [form('vitals', { doubleEntry: true, nameEn: 'Vital signs' }), form('labs')],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { label: '收缩压', type: 'integer' }),
      variable('vitals', 'dbp', { label: '舒张压', type: 'integer' }),
      variable('vitals', 'pulse', { label: '脉压', type: 'integer', formula: 'sbp - dbp' }),
      variable('vitals', 'name', { label: '姓名', type: 'text', sensitivity: 3 }),
      variable('labs', 'glu', { label: '血糖', type: 'number' }),
    ],
  }))
  double = forms.find(({ code }) => code === 'vitals')?.id ?? 0
  single = forms.find(({ code }) => code === 'labs')?.id ?? 0
})
afterAll(() => server.close())

let number = 0
const FIRST = { v1: '120', v2: '80', v4: '王某' }
const record = async (values: object = FIRST, submitted = true) => {
  const subject = await add(first.call, 'study.subject', { study, code: `SE-${++number}`, department })
  const { id } = await add(first.call, `clinical.data.f${double}`, { subject: subject.id, visit, ...values })
  if (submitted) expect(await move(first.call, `clinical.data.f${double}`, id, 'submitted')).toMatchObject({ code: 1 })
  return id
}
const enter = (by: Person, id: number, values: unknown, of = double) =>
  post<{ id: number; count: number }>(by.call, 'study.secondEntry/enter', { form: of, record: id, values })
const settle = (by: Person, id: number, choices: object, reason = '已核对原始病历') =>
  post<{ corrected: number }>(by.call, 'study.secondEntry/settle', { ids: [id], choices, reason })
const waitingFor = async (by: Person) =>
  (await by.call<{ list: Waiting[] }>('/admin/study.secondEntry/waiting', { query: { study: String(study) } })).data
const differencesOf = async (by: Person, id: number) =>
  (await by.call<{ list: Difference[] }>('/admin/study.secondEntry/differences', { query: { id: String(id) } })).data.list

test('AA-04 a record waits for everybody who did not enter it; the same values agree, blanks around them aside', async () => {
  const id = await record()
  expect((await waitingFor(second)).list.map((one) => one.record)).toContain(id)
  expect((await waitingFor(first)).list.map((one) => one.record)).not.toContain(id)
  expect(JSON.stringify(await waitingFor(second))).not.toContain('王某')
  expect(await enter(second, id, { v1: ' 120', v2: '80 ', v4: '王某' })).toMatchObject({ code: 1, data: { count: 0 } })
  expect((await waitingFor(second)).list.map((one) => one.record)).not.toContain(id)
  const [entry] = await sql(`SELECT state, count, by FROM study_second_entry WHERE record = $1 AND study = $2`, [id, study])
  expect(entry).toEqual({ state: 'agreed', count: 0, by: second.id })
  const titleIn = async (language: string) => {
    const search = JSON.stringify([{ field: 'record', operator: '=', val: String(id) }])
    const asked = { query: { search }, headers: { 'think-lang': language } }
    return (await second.call<{ list: { title: string }[] }>('/admin/study.secondEntry/index', asked)).data.list[0]?.title
  }
  expect(await titleIn('zh-cn')).toBe(`SE-${number} · 基线 · vitals`)
  expect(await titleIn('en')).toBe(`SE-${number} · Baseline · Vital signs`)
})

test('AA-04 what differs stands side by side and is settled by first, second or a third value; the record follows with the grounds', async () => {
  const id = await record({ ...FIRST, v2: '8' })
  const { data } = await enter(coordinates, id, { v1: '210', v2: '80', v3: '999', v4: '王莫' })
  expect(data.count).toBe(3)
  expect(await differencesOf(first, data.id)).toEqual([
    { field: 'v1', first: '120', second: '210', isHidden: false },
    { field: 'v2', first: '8', second: '80', isHidden: false },
    { field: 'v4', first: '王某', second: '王莫', isHidden: false },
  ])
  expect(await settle(first, data.id, { v1: 'first', v2: 'second' })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('1 处没有选择'),
  })
  expect(await settle(first, data.id, { v1: 'first', v2: 'second', v4: { value: '汪某' } })).toMatchObject({
    code: 1,
    data: { corrected: 2 },
  })
  expect(await read(first.call, `clinical.data.f${double}`, id)).toMatchObject({ v1: '120', v2: '80', v3: '40', v4: '汪某' })
  const story = await sql(
    `SELECT slot, before, after, reason FROM value_change WHERE form = $1 AND record = $2 AND reason IS NOT NULL ORDER BY slot`,
    [double, id],
  )
  expect(story).toEqual([
    { slot: 2, before: '8', after: '80', reason: '已核对原始病历' },
    { slot: 3, before: '112', after: '40', reason: '已核对原始病历' },
    { slot: 4, before: '王某', after: '汪某', reason: '已核对原始病历' },
  ])
  expect(await settle(first, data.id, { v1: 'first', v2: 'second', v4: 'first' })).toMatchObject({ code: 0 })
})

test('AA-04 the second entry is refused of a draft, of one’s own, a second time, of another form, and to an outsider', async () => {
  const refusal = (msg: string) => ({ code: 0, msg: expect.stringContaining(msg) })
  expect(await enter(second, await record(FIRST, false), FIRST)).toMatchObject(refusal('没有提交'))
  const id = await record()
  expect(await enter(first, id, FIRST)).toMatchObject(refusal('另一人'))
  expect((await enter(outsider, id, FIRST)).code).not.toBe(1)
  expect(await enter(second, id, FIRST)).toMatchObject({ code: 1 })
  expect(await enter(second, id, FIRST)).toMatchObject(refusal('已经录入过'))
  const subject = await add(first.call, 'study.subject', { study, code: `SE-${++number}`, department })
  const lab = await add(first.call, `clinical.data.f${single}`, { subject: subject.id, visit, v1: '5.1' })
  await move(first.call, `clinical.data.f${single}`, lab.id, 'submitted')
  expect(await enter(second, lab.id, { v1: '5.1' }, single)).toMatchObject(refusal('不要求双录入'))
  expect(await waitingFor(outsider)).toBeNull()
})

test('AA-04 what was corrected meanwhile is not overwritten by an older comparison, and is settled by whoever has seen it', async () => {
  const id = await record()
  const { data } = await enter(second, id, { ...FIRST, v1: '121' })
  const { version } = await read(first.call, `clinical.data.f${double}`, id)
  expect(await post(first.call, `clinical.data.f${double}/edit`, { id, version, v1: '125' }, '更正')).toMatchObject({ code: 1 })
  expect(await settle(first, data.id, { v1: 'second' })).toMatchObject({ code: 0, msg: expect.stringContaining('125') })
  expect(await read(first.call, `clinical.data.f${double}`, id)).toMatchObject({ v1: '125' })
  const seen = await first.call<{ version: number; list: object[] }>('/admin/study.secondEntry/differences', {
    query: { id: String(data.id) },
  })
  expect(seen.data.list).toMatchObject([{ field: 'v1', first: '125', second: '121' }])
  const choices = { v1: 'first' }
  const body = { ids: [data.id], choices, version: seen.data.version, reason: '已核对原始病历' }
  expect(await post(first.call, 'study.secondEntry/settle', body)).toMatchObject({ code: 1 })
  expect(await read(first.call, `clinical.data.f${double}`, id)).toMatchObject({ v1: '125' })
  expect(await read(first.call, 'study.secondEntry', data.id)).toMatchObject({ state: 'settled' })
})

test('AA-04 whoever may not read a variable sees neither of its values', async () => {
  const id = await record()
  const { data } = await enter(coordinates, id, { ...FIRST, v4: '李某' })
  const monitor = await person(server, 'monitor', RULES)
  await add(first.call, 'study.member', { study, admin: monitor.id, role: 'monitor' })
  const [hidden] = await differencesOf(second, data.id)
  expect(hidden).toMatchObject({ field: 'v4', isHidden: true })
  expect(await differencesOf(monitor, data.id)).toEqual([])
  const seen = [
    hidden,
    (await monitor.call('/admin/study.secondEntry/index')).data,
    (await monitor.call('/admin/study.secondEntry/read', { query: { id: String(data.id) } })).data,
  ]
  expect(JSON.stringify(seen)).not.toMatch(/王某|李某/)
})

test('AA-04 what somebody does not read they are not asked for: left blank or guessed, it is no difference', async () => {
  for (const v4 of [undefined, '李某']) {
    const id = await record()
    const found = (await waitingFor(second)).list.find((one) => one.record === id)
    expect(found?.unread).toEqual(['v4'])
    expect(await enter(second, id, { v1: '120', v2: '80', v4 })).toMatchObject({ code: 1, data: { count: 0 } })
  }
})

test('AA-04 a record is not verified, and a study not frozen, before the second entry is made and settled', async () => {
  const name = `clinical.data.f${double}`
  const id = await record()
  expect(await move(first.call, name, id, 'verified')).toMatchObject({ code: 0, msg: expect.stringContaining('还没有录入第二遍') })
  const { data } = await enter(second, id, { ...FIRST, v1: '121' })
  expect(await move(first.call, name, id, 'verified')).toMatchObject({ code: 0, msg: expect.stringContaining('没有裁定') })
  expect(await move(first.call, 'study.project', study, 'cleaning')).toMatchObject({ code: 1 })
  const frozen = await move(first.call, 'study.project', study, 'frozen', '数据已清理')
  expect(JSON.stringify(frozen)).toContain('双录入不一致没有裁定')
  expect(await settle(first, data.id, { v1: 'first' })).toMatchObject({ code: 1, data: { corrected: 0 } })
  expect(await move(first.call, name, id, 'verified')).toMatchObject({ code: 1 })
})
