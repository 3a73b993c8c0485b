import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, agreeToAll, collecting, form, move, post, publish, read, save, secondPerson, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

let server: TestServer
let manager: Person
let call: Call
let department: number
let number = 0
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const CONTENT = {
  forms: [form('vitals', { name: '生命体征' })],
  codelists: [],
  variables: [variable('vitals', 'sbp', { type: 'integer' })],
}
const built = async () => {
  const made = await collecting(call, `DI-${++number}`, department, manager.id)
  const { forms } = await publish(call, made.study, () => CONTENT)
  return { ...made, formId: forms[0]!.id }
}
const remove = (id: number) => call('/admin/study.dictionary/del', { method: 'DELETE', query: { ids: String(id) } })

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  const { call: root } = await server.login()
  department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  manager = await person(server, 'manager', new RegExp(`${STUDY_RULES.source}|^approval(/|$)`))
  call = manager.call
})
afterAll(() => server.close())

test('what a draft says of a form holds for its records from the publication on, and the comparison tells it', async () => {
  const { study, formId } = await built()
  const live = async () => {
    const [row] = await sql(`SELECT name, repeats, double_entry AS "doubleEntry" FROM study_form WHERE id = $1`, [formId])
    const { data } = await call<{ locale: Record<string, { title: string }> }>('/admin/index/resource', {
      query: { name: `clinical.data.f${formId}` },
    })
    return { ...row, title: data.locale['zh-cn']?.title }
  }
  const was = { name: '生命体征', repeats: false, doubleEntry: false, title: '生命体征' }
  expect(await live()).toEqual(was)
  const draft = await add(call, 'study.dictionary', { study })
  const next = {
    ...CONTENT,
    forms: [form('vitals', { name: '体征', repeats: true, doubleEntry: true }), form('lab')],
    variables: [{ ...CONTENT.variables[0], slot: 1 }, variable('lab', 'alt')],
  }
  const { data } = await save(call, draft.id, next)
  expect(data.content.forms).toMatchObject([{ code: 'vitals', name: '体征', repeats: true, doubleEntry: true }, { code: 'lab' }])
  expect(await live()).toEqual(was)
  const compared = await call('/admin/study.dictionary/compare', { query: { id: String(draft.id), with: String(draft['base']) } })
  expect(compared.data).toMatchObject({
    changes: [
      {
        form: 'vitals',
        code: '',
        kind: 'changed',
        cells: [
          { field: 'name', before: '生命体征', after: '体征' },
          { field: 'repeats', before: 'false', after: 'true' },
          { field: 'doubleEntry' },
        ],
      },
      { form: 'lab', code: '', kind: 'added' },
      { form: 'lab', code: 'alt', kind: 'added' },
    ],
  })
  // Data are entered by the version that holds: a second person agrees to another one, and nobody to their own.
  expect(compared.data).toMatchObject({ second: true })
  expect(await move(call, 'study.dictionary', draft.id, 'published', '改名')).toMatchObject({ code: 1, data: { asked: 1 } })
  expect([await live(), (await read(call, 'study.dictionary', draft.id)).state]).toEqual([was, 'draft'])
  const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE resource = 'study.dictionary' AND state = 'requested'`)
  expect((await post(call, 'approval/approve', { ids: [asked?.id] })).code).toBe(0)
  await agreeToAll(await secondPerson(server))
  expect(await live()).toEqual({ name: '体征', repeats: true, doubleEntry: true, title: '体征' })
  const before = await call<{ content: { forms: object[] } }>('/admin/study.dictionary/content', { query: { id: String(draft['base']) } })
  expect(before.data.content.forms).toMatchObject([{ name: '生命体征', repeats: false }])
})

test('a gather project opens only for a form that the published dictionary has', async () => {
  const { study, formId } = await built()
  const draft = await add(call, 'study.dictionary', { study })
  await save(call, draft.id, {
    ...CONTENT,
    forms: [...CONTENT.forms, form('lab')],
    variables: [...CONTENT.variables.map((one) => ({ ...one, slot: 1 })), variable('lab', 'alt')],
  })
  const [lab] = await sql<{ id: number }>(`SELECT id FROM study_form WHERE study = $1 AND code = 'lab'`, [study])
  const { call: root } = await server.login()
  const gather = await add(root, 'gather.project', { study, code: 'DI-G', name: '检验', nameEn: 'Laboratory', form: lab?.id })
  expect(await move(root, 'gather.project', gather.id, 'open')).toMatchObject({
    code: 0,
    data: { blockers: [{ text: '发布的数据字典里没有它的表单', address: `/admin/study/project/${study}?tab=dictionaries` }] },
  })
  const { version } = await read(root, 'gather.project', gather.id)
  await post(root, 'gather.project/edit', { id: gather.id, version, form: formId })
  expect(await move(root, 'gather.project', gather.id, 'open')).toMatchObject({ code: 1 })
})

test('a draft that is deleted leaves nothing of its forms', async () => {
  const { study } = await built()
  const draft = await add(call, 'study.dictionary', { study })
  await save(call, draft.id, {
    ...CONTENT,
    forms: [form('vitals', { name: '另一名称' }), form('lab')],
    variables: [variable('lab', 'alt')],
  })
  expect(await remove(draft.id)).toMatchObject({ code: 1 })
  expect(await sql('SELECT code, name FROM study_form WHERE study = $1', [study])).toEqual([{ code: 'vitals', name: '生命体征' }])
  expect(await read(call, 'study.dictionary', (await add(call, 'study.dictionary', { study })).id)).toMatchObject({ state: 'draft' })
})

test('a value outside the normal range of whoever it is of is marked and told, and nobody is told by it what they may not read', async () => {
  const { study, visit } = await collecting(call, `DI-${++number}`, department, manager.id)
  const SEX = { code: 'sex', name: '', items: ['1', '2'].map((code) => ({ code, label: code, labelEn: code })) }
  const { forms } = await publish(call, study, () => ({
    forms: [form('demography'), form('lab')],
    codelists: [SEX],
    variables: [
      variable('demography', 'sex', { type: 'choice', codelist: 'sex' }),
      variable('demography', 'birth', { type: 'date', sensitivity: 2 }),
      variable('lab', 'hb', { type: 'number', unit: 'g/L', normal: '115~175; sex=1: 130~175; sex=2: 115~150; sex=2 age=80~: 90~150' }),
    ],
  }))
  const [demography, lab] = ['demography', 'lab'].map((code) => `clinical.data.f${forms.find((one) => one.code === code)!.id}`)
  const people = []
  for (const [i, [sex, birth]] of [
    ['1', '1980-01-01'],
    ['2', '1980-01-01'],
    ['2', '1930-01-01'],
  ].entries()) {
    const subject = (await add(call, 'study.subject', { study, code: `N-${number}-${i}`, department })).id
    await add(call, demography!, { subject, visit, v1: sex, v2: birth })
    people.push({ subject, record: (await add(call, lab!, { subject, visit, v1: i === 2 ? '100' : '120' })).id })
  }
  type List = { marks: Record<string, Record<string, string[]>> }
  const marked = async (by: Call) => (await by<List>(`/admin/${lab}/index`)).data.marks
  expect(await marked(call)).toEqual({ [people[0]!.record]: { v1: ['abnormal'] } })
  const told = async (by: Call, subject: number, v1: string) => {
    const body = { form: Number(lab!.slice(15)), values: { subject, v1 } }
    return (await by<{ rules: object[] }>('/admin/clinical.data/judge', { body })).data.rules
  }
  expect(await told(call, people[1]!.subject, '151')).toEqual([{ text: expect.stringContaining('115~150'), fields: ['v1'], stops: false }])
  expect(await told(call, people[2]!.subject, '100')).toEqual([])
  // A monitor does not read the day of birth: to them it is a woman of no known age.
  const monitor = await person(server, `monitor${number}`, STUDY_RULES)
  await add(call, 'study.member', { study, admin: monitor.id, role: 'monitor' })
  expect(await told(monitor.call, people[2]!.subject, '100')).toMatchObject([{ text: expect.stringContaining('115~150') }])
  const draft = await add(call, 'study.dictionary', { study })
  const wrong = { ...CONTENT, variables: [variable('vitals', 'sbp', { type: 'integer', normal: '90-140' })] }
  expect((await save(call, draft.id, wrong)).data.problems).toMatchObject([{ variable: 'sbp', field: 'normal' }])
})

test('the reasons of a study are offered where its data are changed, and a change of what was submitted needs one', async () => {
  const { study, visit, formId } = await built()
  const name = `clinical.data.f${formId}`
  const described = async () =>
    (await call<{ definition: { reasons?: object[] }; revision: string }>('/admin/index/resource', { query: { name } })).data
  const before = await described()
  expect(before.definition.reasons).toBeUndefined()
  const { version } = await read(call, 'study.project', study)
  const reasons = '录入错误 | Typing error\n\n源文件更正'
  expect(await post(call, 'study.project/edit', { id: study, version, reasons }, '补充')).toMatchObject({ code: 1 })
  const after = await described()
  expect(after.revision).not.toBe(before.revision)
  expect(after.definition.reasons).toEqual([
    { 'zh-cn': '录入错误', en: 'Typing error' },
    { 'zh-cn': '源文件更正', en: '源文件更正' },
  ])
  const subject = (await add(call, 'study.subject', { study, code: `R-${number}`, department })).id
  const record = await add(call, name, { subject, visit, v1: '120' })
  expect(await post(call, `${name}/edit`, { id: record.id, version: record.version, v1: '121' })).toMatchObject({ code: 1 })
  expect(await move(call, name, record.id, 'submitted')).toMatchObject({ code: 1 })
  const edit = async (reason?: string) => {
    const now = await read(call, name, record.id)
    return post(call, `${name}/edit`, { id: record.id, version: now.version, v1: '122' }, reason)
  }
  expect(await edit()).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
  expect(await edit('录入错误')).toMatchObject({ code: 1 })
})
