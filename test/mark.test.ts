import { afterAll, beforeAll, expect, test } from 'vitest'
import { marking } from '../src/areas/study-mark/server/many.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, secondPerson, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval)(/|$)`)
let server: TestServer
let manager: Person
let site: Person
let monitor: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  site = await person(server, 'site', RULES)
  monitor = await person(server, 'monitor', RULES)
  call = manager.call
})
afterAll(() => server.close())

let number = 0
const built = async () => {
  const code = `MK-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [department] })
  await add(call, 'study.member', { study, admin: monitor.id, role: 'monitor', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { critical: true, labelEn: 'Systolic' }),
      variable('vitals', 'dbp'),
      variable('vitals', 'person', { sensitivity: 3 }),
    ],
  }))
  const formId = forms[0]!.id
  const name = `clinical.data.f${formId}`
  const records: number[] = []
  for (const at of [1, 2, 3]) {
    const subject = await add(call, 'study.subject', { study, code: `${code}-${at}`, department })
    const record = await add(call, name, { subject: subject.id, visit, v1: '120', v2: '80' })
    records.push(record.id)
    if (at < 3) await move(call, name, record.id, 'submitted')
  }
  return { study, visit, form: formId, name, records }
}
type Built = Awaited<ReturnType<typeof built>>
const one = async (at: Built, as: Call, more: object = {}) => {
  const record = at.records[0]!
  const { version } = await read(call, at.name, record)
  return post<{ count: number }>(as, 'study.mark/markRecord', { form: at.form, record, version, kind: 'source', ...more })
}
const marksOf = async ({ study }: Built, as: Call = call) => {
  const search = JSON.stringify([{ field: 'study', operator: '=', val: String(study) }])
  return (await as<{ list: Row[] }>('/admin/study.mark/index', { query: { limit: '100', order: 'id,asc', search } })).data.list
}

test('a value and a record are marked with who, when and how; the same mark is not set twice', async () => {
  const at = await built()
  expect(await one(at, monitor.call, { field: 'v1', note: '与病历一致' })).toMatchObject({ code: 1, data: { count: 1 } })
  expect(await one(at, monitor.call)).toMatchObject({ code: 1, data: { count: 1 } })
  expect(await one(at, monitor.call)).toMatchObject({ code: 1, data: { count: 0 } })
  expect(await one(at, call, { kind: 'review' })).toMatchObject({ code: 1, data: { count: 1 } })
  expect(await marksOf(at)).toMatchObject([
    { field: 'v1', kind: 'source', state: 'valid', by: monitor.id, note: '与病历一致', title: `MK-${number}-1 · 基线 · vitals · sbp` },
    { field: null, kind: 'source', state: 'valid', by: monitor.id },
    { field: null, kind: 'review', state: 'valid', by: manager.id },
  ])
  const [first] = await marksOf(at)
  const english = await call<{ row: Row }>('/admin/study.mark/read', { query: { id: String(first?.id) }, headers: { 'think-lang': 'en' } })
  expect(english.data.row['title']).toBe(`MK-${number}-1 · Baseline · vitals · Systolic`)
  expect(
    await sql(`SELECT action, actor_name FROM audit_entry WHERE resource = 'study.mark' AND record_id = $1`, [String(first?.id)]),
  ).toEqual([{ action: 'add', actor_name: 'monitor' }])
})

test('who is not told of a variable neither marks it nor reads of its marks', async () => {
  const at = await built()
  expect(await one(at, monitor.call, { field: 'v3' })).toEqual(
    expect.objectContaining({ code: 0, msg: (await one(at, monitor.call, { field: 'v9' })).msg }),
  )
  expect(await one(at, call, { field: 'v3' })).toMatchObject({ code: 1 })
  expect((await marksOf(at)).map(({ title }) => title)).toEqual([`MK-${number}-1 · 基线 · vitals · person`])
  expect(await marksOf(at, monitor.call)).toEqual([])
})

test('the list of the records shows what was verified, asked, answered and locked, to whoever may read that', async () => {
  const at = await built()
  const asker = await person(server, 'asker', new RegExp(`${RULES.source}|^query(/|$)`))
  await add(call, 'study.member', { study: at.study, admin: asker.id, role: 'dataManager', departments: [department] })
  const [first, second, third] = at.records as [number, number, number]
  await one(at, monitor.call, { field: 'v1' })
  await post(monitor.call, 'study.mark/markRecord', {
    form: at.form,
    record: second,
    version: (await read(call, at.name, second)).version,
    kind: 'review',
  })
  await add(call, 'study.lock', { study: at.study, scope: 'record', form: at.form, record: third, reason: '核对完毕' })
  const ask = (record: number, field: string, state: string) =>
    sql(`INSERT INTO query (title, study, form, record, field, text, state) VALUES ('q', $1, $2, $3, $4, 'x', $5)`, [
      at.study,
      at.form,
      record,
      field,
      state,
    ])
  await ask(first, 'v1', 'open')
  await ask(first, 'v2', 'answered')
  await ask(first, 'v2', 'closed')
  const shown = async (as: Call) => (await as<{ marks: object }>(`/admin/${at.name}/index`)).data.marks
  const [asManager, asBare] = [await shown(asker.call), await shown(site.call)]
  expect(asManager).toEqual({
    [first]: { v1: ['query', 'verified'], v2: ['answered'] },
    [second]: { subject: ['verified'] },
    [third]: { subject: ['locked'] },
  })
  // Queries are not theirs to read.
  expect(asBare).toEqual({ [first]: { v1: ['verified'] }, [second]: { subject: ['verified'] }, [third]: { subject: ['locked'] } })
})

test('all submitted records of a form or a visit are marked at once, drafts are not', async () => {
  const at = await built()
  const { form: id, visit } = at
  expect(await post(monitor.call, 'study.mark/mark', { form: id, visit, kind: 'source' })).toMatchObject({ code: 1, data: { count: 2 } })
  expect(await post(monitor.call, 'study.mark/mark', { form: id, kind: 'source' })).toMatchObject({
    code: 1,
    data: { count: 0, before: 2 },
  })
  expect((await marksOf(at)).map((row) => row['record'])).toEqual(at.records.slice(0, 2))
})

test('all records of a subject are marked at once, whichever form they are of; something must be named, all of one study', async () => {
  const at = await built()
  const { forms } = await publish(
    call,
    at.study,
    (before) => ({
      ...before,
      forms: [...before.forms, form('lab')],
      variables: [...before.variables, variable('lab', 'crp')],
    }),
    await secondPerson(server),
  )
  const lab = `clinical.data.f${forms.find(({ code }) => code === 'lab')!.id}`
  const { subject } = await read(call, at.name, at.records[0]!)
  const { id } = await add(call, lab, { subject, visit: at.visit, v1: '5' })
  expect((await move(call, lab, id, 'submitted')).code).toBe(1)
  const all = { form: null, visit: null, subject: null, kind: 'review', note: null }
  const mark = (more: object) => post<{ count: number; before: number }>(monitor.call, 'study.mark/mark', { ...all, ...more })
  expect(await mark({ subject })).toMatchObject({ code: 1, data: { count: 2, before: 0 } })
  expect((await marksOf(at)).map((row) => [row['form'], row['record']])).toEqual([
    [at.form, at.records[0]],
    [forms.find(({ code }) => code === 'lab')!.id, id],
  ])
  // The visit has the other submitted record as well.
  expect(await mark({ visit: at.visit })).toMatchObject({ code: 1, data: { count: 1, before: 2 } })
  expect((await mark({})).msg).toContain('至少选择')
  const other = await built()
  expect((await mark({ form: at.form, visit: other.visit })).msg).toContain('不属于同一项研究')
  expect((await post(site.call, 'study.mark/mark', { ...all, subject })).code).toBe(0)
})

test('more than a thousand are verified by a task, with its progress; what is locked is told and holds nothing else back', async () => {
  const at = await built()
  await sql(
    `INSERT INTO record.t${at.form} (subject, visit, instance, state, department, v1) SELECT subject, visit, n, 'submitted', department, n::text
      FROM record.t${at.form}, generate_series(2, 1201) n WHERE id = $1`,
    [at.records[0]],
  )
  await add(call, 'study.lock', {
    study: at.study,
    scope: 'record',
    form: at.form,
    record: at.records[1],
    level: 'lock',
    reason: '核对完毕',
  })
  const { data } = await post<{ task: number }>(monitor.call, 'study.mark/mark', {
    form: null,
    visit: at.visit,
    subject: null,
    kind: 'source',
    note: '抽查',
  })
  expect(data.task).toEqual(expect.any(Number))
  expect(await marksOf(at)).toEqual([])
  const worker = await workBeside(server.backend, [marking])
  const task = async () => (await sql('SELECT state, result, progress FROM task WHERE id = $1', [data.task]))[0]
  await expect.poll(async () => (await task())?.['state'], { timeout: 120_000 }).toMatch(/done|failed/)
  await worker.stop()
  expect(await task()).toEqual({ state: 'done', result: { all: 1202, count: 1201, before: 0, refused: 1 }, progress: 1 })
  expect(await sql('SELECT DISTINCT by, note FROM study_mark WHERE form = $1', [at.form])).toEqual([{ by: monitor.id, note: '抽查' }])
  const told = await sql<{ line: string }>(`SELECT data::text AS line FROM task_event WHERE task = $1 AND data::text LIKE '%锁定%'`, [
    data.task,
  ])
  expect(told[0]?.line).toContain(`#${at.records[1]}`)
  type Told = { input: { title: string; shown: object }[]; result: { title: string; shown: { value: number } }[] }
  const said = (await (await server.login()).call<Told>('/admin/task/told', { query: { id: String(data.task) } })).data
  expect(said.input.find(({ title }) => title === '范围')).toMatchObject({
    shown: {
      lines: expect.arrayContaining([expect.objectContaining({ title: '访视', shown: expect.objectContaining({ as: 'records' }) })]),
    },
  })
  expect(said.result.map(({ title, shown }) => [title, shown.value])).toEqual([
    ['记录', 1202],
    ['已核查', 1201],
    ['此前已核查', 0],
    ['未通过', 1],
  ])
  // Asked for again, it finds them so.
  expect(
    (await post(monitor.call, 'study.mark/mark', { form: null, visit: at.visit, subject: null, kind: 'source', note: null })).code,
  ).toBe(1)
})

test('progress is counted by site for whoever sees the study', async () => {
  const at = await built()
  await post(monitor.call, 'study.mark/mark', { form: at.form, kind: 'source' })
  await one(at, call, { kind: 'review' })
  const query = { study: String(at.study) }
  const { data } = await monitor.call<{ sites: object[] }>('/admin/study.mark/progress', { query })
  expect(data.sites).toMatchObject([{ id: department, records: 2, source: 2, review: 1 }])
  const outsider = await person(server, 'outsider', RULES)
  expect((await outsider.call('/admin/study.mark/progress', { query })).code).toBe(0)
  expect((await call('/admin/study.mark/progress', { query: { study: 'x' } })).code).toBe(0)
})

test('a mark is lost when what was looked at changes, and only then', async () => {
  const at = await built()
  await one(at, monitor.call, { field: 'v1' })
  await one(at, monitor.call, { field: 'v2' })
  await one(at, monitor.call)
  expect(await post(call, `${at.name}/edit`, { id: at.records[0], v1: '121' }, '抄错')).toMatchObject({ code: 1 })
  expect((await marksOf(at)).map(({ state }) => state)).toEqual(['lost', 'valid', 'lost'])
  // Looked at again, it is marked again.
  expect(await one(at, monitor.call, { field: 'v1' })).toMatchObject({ data: { count: 1 } })
})

test('what was changed after somebody looked is not marked, nor what the form does not have', async () => {
  const at = await built()
  const { version } = await read(call, at.name, at.records[0]!)
  expect(await post(call, `${at.name}/edit`, { id: at.records[0], v1: '121' }, '抄错')).toMatchObject({ code: 1 })
  expect((await one(at, monitor.call, { version })).msg).toBe('记录在您查看之后有改动，请重新查看后再标记')
  expect((await one(at, monitor.call, { field: 'v9' })).msg).toBe('表单中没有这个变量')
  expect((await one(at, monitor.call, { field: 'state' })).msg).toBe('表单中没有这个变量')
  expect(await marksOf(at)).toEqual([])
})

test('a coordinator does not verify their own data; outside the study nobody sees marks or sets them', async () => {
  const at = await built()
  expect((await one(at, site.call)).msg).toBe('只有主要研究者、数据管理员和监查员可以核查其科室的数据')
  await one(at, monitor.call)
  const stranger = await person(server, `stranger${number}`, RULES)
  expect(await marksOf(at, stranger.call)).toEqual([])
  expect((await one(at, stranger.call)).code).toBe(0)
  expect(await marksOf(at)).toHaveLength(1)
})

test('a mark is withdrawn with a reason', async () => {
  const at = await built()
  await one(at, monitor.call)
  const [mark] = await marksOf(at)
  expect(await move(monitor.call, 'study.mark', mark!.id, 'withdrawn')).toMatchObject({
    code: 0,
    data: { problems: [{ field: '_reason' }] },
  })
  expect(await move(monitor.call, 'study.mark', mark!.id, 'withdrawn', '看错了病历')).toMatchObject({ code: 1 })
  expect(await marksOf(at)).toMatchObject([{ state: 'withdrawn' }])
})

test('a freeze lets people verify, a lock lets nobody mark or withdraw', async () => {
  const at = await built()
  const lock = (level: string) => add(call, 'study.lock', { study: at.study, scope: 'form', form: at.form, level, reason: '核对' })
  const frozen = await lock('freeze')
  expect(await one(at, monitor.call)).toMatchObject({ code: 1 })
  await move(call, 'study.lock', frozen.id, 'lifted', '继续')
  // What nobody has submitted is not locked away.
  expect((await move(call, at.name, at.records[2]!, 'submitted')).code).toBe(1)
  await lock('lock')
  const held = { code: 0, msg: expect.stringMatching(/锁定，其中的数据不能修改$/) }
  expect(await one(at, monitor.call, { kind: 'review' })).toMatchObject(held)
  expect(await post(monitor.call, 'study.mark/mark', { form: at.form, kind: 'review' })).toMatchObject(held)
  const [mark] = await marksOf(at)
  expect(await move(monitor.call, 'study.mark', mark!.id, 'withdrawn', '看错')).toMatchObject(held)
})
