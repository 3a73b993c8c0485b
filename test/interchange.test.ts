import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REDCAP_PROJECT } from '../src/study/exchange/testing/redcap-project.ts'
import { gathered } from '../src/study/exchange/testing/gathered.ts'
import { readOdm } from '../src/study/exchange/odm/read.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'
import { unzipSync } from './unzip.ts'

let server: TestServer
let manager: Person
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]?.id ?? 0
  manager = await person(server, 'exchanger', STUDY_RULES)
})
afterAll(() => server.close())

const own = (code: string) => ({ code, title: '导入的研究', titleEn: 'Imported study', department })
type Foretold = {
  title: string
  forms: { code: string; variables: number; repeats: boolean }[]
  visits: object[]
  held: object
  notes: { variable: string }[]
  problems: object[]
}

describe('AA-01 a study of REDCap', () => {
  test('is foretold with its counts and with what is not taken over, and nothing is stored', async () => {
    const before = await sql('SELECT count(*) AS n FROM study_project')
    const { code, data } = await post<Foretold>(manager.call, 'study.project/foretell', { text: REDCAP_PROJECT })
    expect(code).toBe(1)
    expect(data).toMatchObject({
      title: 'Demo 研究',
      forms: [
        { code: 'demographics', variables: 18, repeats: false },
        { code: 'drugs', variables: 2, repeats: true },
      ],
      held: { subjects: 2, records: 6, audited: 0 },
      problems: [],
    })
    expect(data.visits).toHaveLength(3)
    expect(data.notes.map((note) => note.variable)).toContain('scan')
    expect(await sql('SELECT count(*) AS n FROM study_project')).toEqual(before)
  })

  test('becomes a draft with visits, arms and a dictionary that can be published', async () => {
    const made = await post<{ id: number; dictionary: number }>(manager.call, 'study.project/take', {
      text: REDCAP_PROJECT,
      ...own('RC-1'),
    })
    expect(made).toMatchObject({ code: 1 })
    const { id, dictionary } = made.data
    expect(await sql('SELECT code, state, department FROM study_project WHERE id = $1', [id])).toEqual([
      { code: 'RC-1', state: 'draft', department },
    ])
    expect(await sql('SELECT code, day, before, after FROM study_visit WHERE study = $1 ORDER BY id', [id])).toEqual([
      { code: 'start_arm_1', day: 1, before: 2, after: 3 },
      { code: 'week_4_arm_1', day: 28, before: 2, after: 3 },
      { code: 'start_arm_2', day: 1, before: 2, after: 3 },
    ])
    expect(await sql('SELECT name FROM study_arm WHERE study = $1 ORDER BY id', [id])).toEqual([{ name: 'Drug' }, { name: 'Placebo' }])
    expect(await sql('SELECT count(*) AS n FROM study_variable WHERE dictionary = $1', [dictionary])).toEqual([{ n: 20 }])
    expect(await move(manager.call, 'study.dictionary', dictionary, 'published', '导入')).toMatchObject({ code: 1 })
  })

  test('whose number is taken leaves nothing behind', async () => {
    await post(manager.call, 'study.project/take', { text: REDCAP_PROJECT, ...own('RC-2') })
    const before = await sql('SELECT count(*) AS n FROM study_visit')
    expect(await post(manager.call, 'study.project/take', { text: REDCAP_PROJECT, ...own('RC-2') })).toMatchObject({ code: 0 })
    expect(await sql('SELECT count(*) AS n FROM study_visit')).toEqual(before)
  })

  test('that is none, or hostile, is refused with a sentence', async () => {
    const said = async (text: string) => (await post(manager.call, 'study.project/foretell', { text })).msg
    expect(await said('name,type')).toBe('第 1 行：不是 XML 文件')
    expect(await said('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBe('第 1 行：不接受含文档类型定义（DTD）的文件')
    expect(await said('<ODM/>')).toBe('文件中没有研究定义')
  })

  test('is brought only by those who may', async () => {
    const reader = await person(server, 'bringer', /^study(\/project(\/index|$)|$)/)
    for (const action of ['foretell', 'take'])
      expect(await post(reader.call, `study.project/${action}`, { text: REDCAP_PROJECT, ...own('RC-9') })).toMatchObject({ code: 401 })
  })
})

const fetched = (token: string, id: number, format: string) =>
  fetch(`${server.address}/admin/study.project/package?server=1&id=${id}&format=${format}`, { headers: { batoken: token } })

let number = 0
const filled = async () => {
  const code = `EX-${++number}`
  const { study, visit } = await collecting(manager.call, code, department, manager.id)
  const { forms } = await publish(manager.call, study, () => ({
    forms: [form('vs', { name: '生命体征', nameEn: 'Vital signs' })],
    codelists: [],
    variables: [
      variable('vs', 'sbp', { labelEn: 'Systolic', type: 'integer' }),
      variable('vs', 'crp', { labelEn: 'CRP', type: 'number' }),
      variable('vs', 'name', { labelEn: 'Name', sensitivity: 3 }),
    ],
  }))
  const subject = await add(manager.call, 'study.subject', { study, code: `${code}-001`, department })
  const name = `clinical.data.f${forms[0]?.id ?? 0}`
  await add(manager.call, name, { subject: subject.id, visit, v1: '120', v2: '0.5', v3: 'Li & Co' })
  await add(manager.call, name, { subject: subject.id, v1: '130' })
  return { study, code, name, subject: subject.id, visit }
}

describe('AA-01 an export of a study', () => {
  test('as ODM holds the dictionary and the records, and is in the trail', async () => {
    const { study, code } = await filled()
    const answer = await fetched(manager.token, study, 'odm')
    expect(answer.status).toBe(200)
    const parts = await gathered(readOdm([new Uint8Array(await answer.arrayBuffer())]))
    const [subject] = parts.flatMap((part) => (part.kind === 'subject' ? [part.subject] : []))
    expect(subject?.key).toBe(`${code}-001`)
    expect(subject?.records.map(({ event, values }) => [event, ...values.map(({ item, value }) => `${item}=${value ?? ''}`)])).toEqual([
      ['SE.V1', 'I.vs.sbp=120', 'I.vs.crp=0.5', 'I.vs.name=Li & Co'],
      ['SE_none', 'I.vs.sbp=130'],
    ])
    const [entry] = await sql(`SELECT changes FROM audit_entry WHERE resource = 'study.project' AND record_id = $1 AND action = 'give'`, [
      String(study),
    ])
    expect(entry).toMatchObject({ changes: { format: [null, 'odm'], records: [null, { vs: 2 }] } })
  })

  test('as Dataset-JSON has a file for each form and their description', async () => {
    const { study, code } = await filled()
    const bytes = Buffer.from(await (await fetched(manager.token, study, 'json')).arrayBuffer())
    for (const name of ['define.xml', 'vs.ndjson']) expect(bytes.includes(name)).toBe(true)
    const lines = unzipSync(bytes).split('\n')
    const [head, ...rows] = lines.filter((line) => /^[[{]/.test(line)).map((line): unknown => JSON.parse(line))
    expect(head).toMatchObject({ datasetJSONVersion: '1.1.0', records: 2, name: 'vs' })
    expect(rows).toEqual([
      [`${code}-001`, 'V1', 1, 120, 0.5, 'Li & Co'],
      [`${code}-001`, null, 1, 130, null, null],
    ])
  })

  test('as SAS transport is refused where something would be cut, and says what', async () => {
    const { study, code, name } = await filled()
    expect(await post(manager.call, 'study.project/give', { ids: [study], format: 'xpt' })).toMatchObject({
      code: 1,
      data: { misfits: [] },
    })
    expect((await fetched(manager.token, study, 'xpt')).headers.get('content-type')).toBe('application/zip')
    const second = await add(manager.call, 'study.subject', { study, code: `${code}-002`, department })
    await add(manager.call, name, { subject: second.id, v3: '李' })
    expect(await post(manager.call, 'study.project/give', { ids: [study], format: 'xpt' })).toMatchObject({
      data: { misfits: [{ form: 'vs', variable: 'name', words: { en: 'Record 3: the text is not ASCII' } }] },
    })
    expect(await (await fetched(manager.token, study, 'xpt')).json()).toMatchObject({
      code: 0,
      msg: '有 1 处放不进 SAS 传输文件，请先查看导出说明',
    })
  })

  test('leaves out what is masked for whoever asks, and says so', async () => {
    const { study } = await filled()
    const monitor = await person(server, 'monitorx', STUDY_RULES)
    await add(manager.call, 'study.member', { study, admin: monitor.id, role: 'monitor' })
    expect(await post(monitor.call, 'study.project/give', { ids: [study], format: 'odm' })).toMatchObject({
      data: { forms: [{ code: 'vs', variables: 2, records: 2 }], masked: [{ form: 'vs', code: 'name' }] },
    })
    expect(await (await fetched(monitor.token, study, 'odm')).text()).not.toContain('Li &amp; Co')
    const text = unzipSync(Buffer.from(await (await fetched(monitor.token, study, 'json')).arrayBuffer()))
    expect(text).toContain('vs.name')
    expect(text).not.toContain('Li & Co')
  })

  test('is only for the team, and only with both rights', async () => {
    const { study } = await filled()
    const outsider = await person(server, 'outsiderx', STUDY_RULES)
    expect(await (await fetched(outsider.token, study, 'odm')).json()).toMatchObject({ code: 0 })
    const half = await person(server, 'halfx', /^(study(?!\/project\/all$)|clinical(?!\/data\/exportExcel))(\/|$)/)
    await add(manager.call, 'study.member', { study, admin: half.id, role: 'dataManager' })
    expect(await (await fetched(half.token, study, 'odm')).json()).toMatchObject({ code: 401 })
    expect(await (await fetched('', study, 'odm')).json()).toMatchObject({ data: { type: 'need login' } })
  })
})
