import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { person } from './person.ts'
import { SEED } from './seed.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, secondPerson, STUDY_RULES, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

vi.setConfig({ testTimeout: 600_000 })
const CHANGES = 100

let server: TestServer
let manager: Person
let analyst: Person
let second: Call
let study: number
let formId: number
const records: number[] = []

/** mulberry32: the same numbers for the same seed. */
let turn = SEED
const chance = (): number => {
  turn = (turn + 0x6d2b79f5) | 0
  let t = Math.imul(turn ^ (turn >>> 15), 1 | turn)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
const upTo = (n: number): number => Math.floor(chance() * n)
const oneOf = <T>(list: readonly T[]): T => {
  const found = list[upTo(list.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

type Variable = ReturnType<typeof variable> & Record<string, unknown>
type Codelist = { code: string; name: string; items: { code: string; label: string; labelEn: string }[] }
type Draft = { forms: object[]; codelists: Codelist[]; variables: Variable[] }
let number = 0
const fresh = (): Variable => variable('vitals', `x${++number}`, { type: 'text', sensitivity: number % 5 === 0 ? 3 : 0 })

/** Each takes the draft and answers another one; what no longer fits a new type goes with it. */
const plain = { unit: '', units: '', codelist: '', min: '', max: '', branching: '', formula: '' }
const at = (draft: Draft, which: number, change: object): Draft => ({
  ...draft,
  variables: draft.variables.map((one, i) => (i === which ? { ...one, ...change } : one)),
})
const CHANGE: Readonly<Record<string, (draft: Draft, which: number) => Draft>> = {
  rename: (draft, which) => at(draft, which, { code: `y${++number}`, label: `名称 ${number}` }),
  retype: (draft, which) =>
    at(draft, which, { ...plain, type: oneOf(['text', 'longText', 'integer', 'number', 'date', 'dateTime', 'time', 'yesNo']) }),
  choice: (draft, which) => at(draft, which, { ...plain, type: oneOf(['choice', 'choices']), codelist: 'list' }),
  codes: (draft) => ({
    ...draft,
    codelists: [
      {
        code: 'list',
        name: 'list',
        items: Array.from({ length: 1 + upTo(4) }, () => ({ code: `c${++number}`, label: '甲', labelEn: 'A' })),
      },
    ],
  }),
  units: (draft, which) => at(draft, which, { ...plain, type: 'number', unit: 'mmol/L', units: `mg/dL = 0.0${1 + upTo(9)}` }),
  reorder: (draft) => ({
    ...draft,
    variables: draft.variables
      .map((one) => ({ one, by: chance() }))
      .toSorted((a, b) => a.by - b.by)
      .map(({ one }) => one),
  }),
  retire: (draft, which) => (draft.variables.length > 3 ? { ...draft, variables: draft.variables.filter((_, i) => i !== which) } : draft),
  add: (draft) => ({ ...draft, variables: [...draft.variables, fresh()] }),
  branch: (draft, which) => {
    const other = draft.variables[(which + 1) % draft.variables.length]
    return at(draft, which, { branching: other && other !== draft.variables[which] ? `${other.code} = '1'` : '' })
  },
}
/** A condition names variables by their code: whoever renames or retires one mends the conditions too, or cannot publish. */
const mended = (draft: Draft): Draft => {
  const codes = new Set(draft.variables.map(({ code, type }) => (['text', 'choice', 'yesNo'].includes(String(type)) ? code : '')))
  return {
    ...draft,
    variables: draft.variables.map((one) => (codes.has(one.branching.split(' ')[0] ?? '') ? one : { ...one, branching: '' })),
  }
}

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  const { call: root } = await server.login()
  const department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  manager = await person(server, 'manager', STUDY_RULES)
  second = await secondPerson(server)
  analyst = await person(server, 'analyst', STUDY_RULES)
  const made = await collecting(manager.call, 'DC-1', department, manager.id)
  study = made.study
  await add(manager.call, 'study.member', { study, admin: analyst.id, role: 'analyst' })
  const { forms } = await publish(manager.call, study, () => ({
    forms: [form('vitals')],
    codelists: [{ code: 'list', name: 'list', items: [{ code: '1', label: '甲', labelEn: 'A' }] }],
    variables: [fresh(), fresh(), fresh(), fresh(), fresh()],
  }))
  formId = forms[0]?.id ?? 0
  for (const code of ['S1', 'S2']) {
    const subject = await add(manager.call, 'study.subject', { study, code, department })
    records.push((await add(manager.call, `clinical.data.f${formId}`, { subject: subject.id, visit: made.visit })).id)
  }
})
afterAll(() => server.close())

type Story = { list: { before: string | null; after: string | null; entered: string | null }[] }
const storyOf = (by: Person, id: number, field: string) =>
  by.call<Story>('/admin/clinical.data/story', { query: { form: String(formId), id: String(id), field } })

test(`AA-01 ${CHANGES} random changes of a dictionary: every value ever entered is readable in its history (SEED=${SEED})`, async () => {
  const entered: { record: number; field: string; value: string }[] = []
  for (let change = 1; change <= CHANGES; change++) {
    const kind = oneOf(Object.keys(CHANGE))
    const stored = await publish(
      manager.call,
      study,
      (before) => {
        const draft = before as unknown as Draft
        const next = mended(CHANGE[kind]?.(draft, upTo(draft.variables.length)) ?? draft)
        return { ...next, codelists: next.codelists.length ? next.codelists : [] }
      },
      second,
    ).catch((error: unknown) => {
      throw new Error(`SEED=${SEED}, change ${change} (${kind}): ${String(error)}`)
    })
    const target = oneOf(stored.variables)
    const [record, field, value] = [oneOf(records), `v${String(target['slot'])}`, `value-${change}`]
    const { version } = await read(manager.call, `clinical.data.f${formId}`, record)
    const { code, msg } = await post(manager.call, `clinical.data.f${formId}/edit`, { id: record, version, [field]: value }, '核对')
    expect([code, msg], `SEED=${SEED}, entry ${change}`).toEqual([1, msg])
    entered.push({ record, field, value })
  }
  const secret = new Set(
    (
      await server.backend.database.query<{ slot: number }>(
        'SELECT DISTINCT slot FROM study_variable WHERE form = $1 AND sensitivity = 3',
        [formId],
      )
    ).map(({ slot }) => `v${slot}`),
  )
  expect(new Set(entered.map(({ field }) => field)).size).toBeGreaterThan(5)
  const cells = [...Map.groupBy(entered, ({ record, field }) => `${record} ${field}`).values()]
  for (const values of cells) {
    const [first] = values
    if (!first) continue
    const { record, field } = first
    const where = `SEED=${SEED}, ${field} of ${record}`
    const { code, data } = await storyOf(manager, record, field)
    const told = data?.list.map(({ after }) => after)
    expect([code, told], where).toEqual([1, expect.arrayContaining(values.map(({ value }) => value))])
    // What was sensitive when it was retired stays so.
    const story = JSON.stringify((await storyOf(analyst, record, field)).data)
    for (const { value } of values) expect(story.includes(`"${value}"`), `${where} for the analyst`).toBe(!secret.has(field))
  }
  // Those that have no field any more are named beside the record.
  const published = await server.backend.database.query<{ slot: number }>(
    `SELECT v.slot FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE v.form = $1 AND d.state = 'published'`,
    [formId],
  )
  const current = new Set(published.map(({ slot }) => `v${slot}`))
  for (const record of records) {
    const { data } = await manager.call<{ list: { field: string; label: string }[] }>('/admin/clinical.data/former', {
      query: { form: String(formId), id: String(record) },
    })
    const left = new Set(entered.filter((one) => one.record === record && !current.has(one.field)).map(({ field }) => field))
    expect(new Set(data.list.map(({ field }) => field))).toEqual(left)
    expect(data.list.every(({ label }) => label !== '')).toBe(true)
  }
  // The history of the record has them too, with the same masks.
  const historyOf = async (by: Person, id: number): Promise<string> => {
    const pages = []
    for (let page = 1; ; page++) {
      const query = { id: String(id), page: String(page), limit: '100' }
      const { data } = await by.call<{ list: object[]; total: number }>(`/admin/clinical.data.f${formId}/history`, { query })
      pages.push(JSON.stringify(data.list))
      if (data.list.length === 0) return pages.join('')
    }
  }
  for (const id of records) {
    const [clear, masked] = [await historyOf(manager, id), await historyOf(analyst, id)]
    for (const { record, field, value } of entered) {
      if (record !== id) continue
      expect(clear.includes(`"${value}"`), `SEED=${SEED}, ${value}`).toBe(true)
      expect(masked.includes(`"${value}"`), `SEED=${SEED}, ${field} ${value} for the analyst`).toBe(!secret.has(field))
    }
  }
  // What the tables hold is what the trail tells.
  const held = await server.backend.database.query<{ n: number }>('SELECT count(*) AS n FROM value_change WHERE form = $1', [formId])
  expect(held[0]?.n).toBe(entered.length)
})
