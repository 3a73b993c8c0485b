import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, publish, read, save, variable } from './study-kit.ts'
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
  manager = await person(server, 'manager', STUDY_RULES)
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
  expect(await move(call, 'study.dictionary', draft.id, 'published', '改名')).toMatchObject({ code: 1 })
  expect(await live()).toEqual({ name: '体征', repeats: true, doubleEntry: true, title: '体征' })
  const before = await call<{ content: { forms: object[] } }>('/admin/study.dictionary/content', { query: { id: String(draft['base']) } })
  expect(before.data.content.forms).toMatchObject([{ name: '生命体征', repeats: false }])
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
