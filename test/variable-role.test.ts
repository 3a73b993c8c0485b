import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, post, publish, read, secondPerson, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { unzipSync } from './unzip.ts'

const FOUND_RULES = /^(study|clinical|finding)(?!\/project\/all$|\/data\/reveal$)(\/|$)/
let server: TestServer
let call: Call
let manager: Person
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' }, ['--empty'])
  const { call: root } = await server.login()
  department = (await add(root, 'department', { code: 'SITE', name: 'SITE' })).id
  const parameters = [{ id: 'any', check: 'not_null', columns: ['x'] }]
  expect(await post(root, 'control.parameter/take', { file: JSON.stringify({ parameters }) })).toMatchObject({ code: 1 })
  manager = await person(server, 'manager', STUDY_RULES)
  call = manager.call
})
afterAll(() => server.close())

const VITALS = [
  variable('vitals', 'name', { label: '姓名', sensitivity: 3 }),
  variable('vitals', 'sex', { label: '性别' }),
  variable('vitals', 'sbp', { label: '收缩压', type: 'integer' }),
  variable('vitals', 'preg', { label: '妊娠', type: 'yesNo', branching: "sex = '2'" }),
  variable('vitals', 'ward', { label: '病区', sensitivity: 1 }),
  variable('vitals', 'kin', { label: '联系人', branching: "name = '张三'" }),
]
type Built = { study: number; visit: number; subject: number; formId: number; name: string }
let number = 0
const built = async (): Promise<Built> => {
  const code = `SV-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  const { forms } = await publish(call, study, () => ({ forms: [form('vitals')], codelists: [], variables: VITALS }))
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const formId = forms[0]!.id
  return { study, visit, subject: subject.id, formId, name: `clinical.data.f${formId}` }
}
type List = { list: Row[]; marks?: Record<string, unknown> }
const listed = async (by: Call, name: string, query: Record<string, string> = {}) =>
  (await by<List>(`/admin/${name}/index`, { query })).data
const where = (field: string, operator: string, val: string) => ({ search: JSON.stringify([{ field, operator, val }]) })
type Story = { list: { before: string | null; after: string | null }[] }
const story = async (by: Call, formId: number, id: number, field: string) =>
  by<Story>('/admin/clinical.data/story', { query: { form: String(formId), id: String(id), field } })

/** What a run found in a cell of a record, and what became of it. */
const found = async ({ study, visit, subject, formId }: Omit<Built, 'name'>, id: number, slot: string, value: string | null) => {
  const [run] = await sql<{ id: number }>(`INSERT INTO qc_run (title, title_en, study) VALUES ('r', 'r', $1) RETURNING id`, [study])
  const [row] = await sql<{ id: number }>(
    `INSERT INTO finding (name, fingerprint, parameter, field, value, study, form, subject, visit, department, record, slot, hash, first_run, state_run)
     SELECT 'x', concat_ws(' ', $3::text, $1::text, $2::text), min(id), $2, $8, $4, $3::bigint, $5, $6, $7, $1::bigint, $2, '', $9, $9 FROM control_parameter RETURNING id`,
    [id, slot, formId, study, subject, visit, department, value, run!.id],
  )
  await sql(`INSERT INTO finding_event (finding, run, "to", value) VALUES ($1, $2, 'new', $3)`, [row!.id, run!.id, value])
}

test('AA-04 a variable is read in clear, masked or absent, by the role in the team', async () => {
  const { study, visit, subject, name, formId } = await built()
  const { id } = await add(call, name, { subject, visit, v1: '张三', v2: '1', v5: '心内科' })
  const roles = ['coordinator', 'monitor', 'dataManager', 'analyst'] as const
  const people = await Promise.all(roles.map((role) => person(server, `${role}${formId}`, FOUND_RULES)))
  for (const [i, role] of roles.entries()) await add(call, 'study.member', { study, admin: people[i]!.id, role })
  const [coordinator, monitor, manages, analyst] = people.map((p) => p.call)
  // Something is wrong with the name: whoever does not read it is not told.
  await found({ study, visit, subject, formId }, id, 'v1', null)
  const seen = async (by: Call) => {
    const shape = await by<{ definition: object }>('/admin/index/resource', { query: { name } })
    const { list, marks } = await listed(by, name)
    const history = await by('/admin/' + name + '/history', { query: { id: String(id) } })
    const former = await by('/admin/clinical.data/former', { query: { form: String(formId), id: String(id) } })
    const search = await by(`/admin/${name}/index`, { query: where('v1', 'LIKE', '张') })
    const order = await by(`/admin/${name}/index`, { query: { order: 'v1,asc' } })
    const chosen = await by(`/admin/${name}/exportExcel`, { query: { columns: 'v1' } }).then(
      ({ code, msg }) => ({ code, msg }),
      () => null,
    )
    const judged = await post(by, 'clinical.data/judge', { form: formId, values: {} })
    return { shape, list, marks, history, former, told: await story(by, formId, id, 'v1'), search, order, chosen, judged }
  }
  const [clear, absent, masked] = [await seen(coordinator!), await seen(monitor!), await seen(manages!)]
  expect((await read(coordinator!, name, id))['v1']).toBe('张三')
  expect(clear.told.data.list).toMatchObject([{ after: '张三' }])
  expect((await read(manages!, name, id))['v1']).toBe('••••••')
  expect(masked.list[0]!['v1']).toBe('••••••')
  expect(masked.told.data.list).toMatchObject([{ before: null, after: '••••••' }])
  for (const { search, order } of [absent, masked]) expect([search.code, order.code]).toEqual([0, 0])
  for (const one of [absent, masked]) expect(JSON.stringify(one)).not.toContain('张三')
  expect(JSON.stringify(masked.shape)).toContain('姓名')
  expect(clear.marks).toMatchObject({ [id]: { v1: ['finding'] } })
  expect(JSON.stringify([absent.marks, masked.marks])).not.toContain('v1')
  for (const [by, value] of [
    [monitor!, '心内科'],
    [analyst!, '••••••'],
  ] as const)
    expect(await read(by, name, id)).toMatchObject({ v5: value })
  expect(await read(analyst!, name, id)).not.toHaveProperty('v1')
  // A question that depends on the name is asked of whoever does not read it, too.
  for (const by of [monitor!, manages!]) {
    const { _labels: _, ...values } = await read(by, name, id)
    expect((await post<{ hidden: string[] }>(by, 'clinical.data/judge', { form: formId, values })).data.hidden).toEqual(['v4'])
  }
  // To the monitor there is no such variable, whatever is asked for: it is told of like one that the form never had.
  expect(await read(monitor!, name, id)).not.toHaveProperty('v1')
  expect(JSON.stringify([absent.shape, absent.list, absent.history, absent.former, absent.judged])).not.toMatch(/姓名|"v1"/)
  const unheard = await monitor!(`/admin/${name}/index`, { query: where('v99', 'LIKE', '张') })
  expect(absent.search.msg.replace('v1', 'v99')).toBe(unheard.msg)
  const unasked = await story(monitor!, formId, id, 'v99')
  expect([absent.told.code, absent.told.msg.replace('v1', 'v99')]).toEqual([unasked.code, unasked.msg])
  expect(absent.chosen?.code).toBe(0)
  const file = async (who: Person) => {
    const response = await fetch(`${server.address}/admin/${name}/exportExcel`, { headers: { server: '1', batoken: who.token } })
    return unzipSync(Buffer.from(await response.arrayBuffer()))
  }
  expect(await file(people[0]!)).toContain('张三')
  expect(await file(people[1]!)).not.toContain('张三')
  expect(await file(people[1]!)).not.toContain('姓名')
  // The mask that a form was shown comes back: it is no new name.
  expect(await post(monitor!, `${name}/edit`, { id, v1: '••••••', v3: '100' })).toMatchObject({ code: 1 })
  expect(await read(coordinator!, name, id)).toMatchObject({ v1: '张三', v3: '100' })
})

test('AA-04 whoever is not told of a variable is not told of it where rules are written and data are asked for, nor gets it by its number', async () => {
  const { study, formId } = await built()
  const rules = /^(study|control\/parameter|analysis)(?!\/project\/all$)(\/|$)/
  const [manages, monitor, analyst] = await Promise.all(
    (['dataManager', 'monitor', 'analyst'] as const).map(async (role) => {
      const one = await person(server, `off${role.slice(0, 4)}${study}`, rules)
      await add(call, 'study.member', { study, admin: one.id, role })
      return one.call
    }),
  )
  type Tables = { tables: { columns: { name: string; label: object }[] }[] }
  const named = async (by: Call) =>
    (await by<Tables>('/admin/control.parameter/variables', { query: { study: String(study) } })).data.tables.flatMap(
      ({ columns }) => columns,
    )
  expect(JSON.stringify(await named(manages!))).toContain('姓名')
  for (const by of [monitor!, analyst!]) {
    const columns = await named(by)
    expect(JSON.stringify(columns)).not.toContain('姓名')
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['sex', 'ward']))
    expect(columns.map(({ name }) => name)).not.toContain('name')
  }
  type Offered = { variables: { code: string }[]; problems: { slot: number; text: string }[] }
  const asks = { study, code: `OF-${study}`, title: '血压', purpose: '血压', validUntil: '2099-12-31' }
  const { id } = await add(analyst!, 'analysis.project', asks)
  const offered = async (by: Call) => (await by<Offered>('/admin/analysis.project/offer', { query: { id: String(id) } })).data
  expect((await offered(manages!)).variables.map(({ code }) => code)).toContain('name')
  expect((await offered(analyst!)).variables.map(({ code }) => code)).toEqual(['sex', 'sbp', 'preg', 'ward', 'kin'])
  // By its number it is one that there is not, and so it is in the condition of a cohort.
  const one = (slot: number, kind: string) => ({ form: formId, slot, treatment: { kind }, quasi: false })
  const plan = (slot: number) => ({
    site: 'drop',
    format: 'csv',
    k: 5,
    l: 1,
    sensitive: null,
    variables: [one(3, 'keep'), one(slot, 'pseudonym')],
  })
  const arrange = (given: object) => post(analyst!, 'analysis.project/arrange', { ids: [id], cohortForm: null, cohort: null, ...given })
  for (const slot of [1, 99]) {
    expect(await arrange({ plan: plan(slot) })).toMatchObject({ code: 1 })
    expect((await offered(analyst!)).problems.map((problem) => [problem.slot, problem.text])).toMatchObject([
      [slot, expect.stringMatching(/字典/)],
    ])
  }
  const [hidden, none] = [
    await arrange({ plan: plan(3), cohortForm: formId, cohort: `name = '张三'` }),
    await arrange({ plan: plan(3), cohortForm: formId, cohort: `nome = '张三'` }),
  ]
  expect([hidden.code, hidden.msg.replaceAll('name', 'nome')]).toEqual([0, none.msg])
})

test('AA-04 records are found by an open finding, an open query and a change of their data since a day; export and bulk obey', async () => {
  const made = await built()
  const { study, subject, name, formId } = made
  const visits = [made.visit, (await add(call, 'study.visit', { study, code: 'V2', name: '随访', nameEn: 'Follow-up', day: 30 })).id]
  const ids = []
  for (const visit of visits) ids.push((await add(call, name, { subject, visit, v1: '张三', v2: '1' })).id)
  const [first, second] = ids
  await found(made, first!, 'v1', null)
  const question = `INSERT INTO query (study, subject, department, form, record, field, title, text, state) VALUES ($1, $2, $3, $4, $5, $6, 'Q', '?', 'answered')`
  await sql(question, [study, subject, department, formId, second, 'v2'])
  const people = await Promise.all(
    (['coordinator', 'monitor', 'dataManager'] as const).map(async (role) => {
      const one = await person(
        server,
        `asks${role.slice(0, 4)}${study}`,
        /^(study|clinical|finding|query|bulk)(?!\/project\/all$|\/data\/reveal$)(\/|$)/,
      )
      await add(call, 'study.member', { study, admin: one.id, role })
      return one
    }),
  )
  const [coordinator, monitor, manages] = people
  const by = async (who: Person, field: string, val: string, operator = '=') =>
    (await listed(who.call, name, where(field, operator, val))).list.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await by(coordinator!, 'hasFinding', '1')).toEqual([first])
  expect(await by(coordinator!, 'hasFinding', '0')).toEqual([second])
  expect(await by(coordinator!, 'hasQuery', '1')).toEqual([second])
  // What is wrong with a value that somebody does not read is not told by a filter either.
  for (const who of [monitor!, manages!]) {
    expect(await by(who, 'hasFinding', '1')).toEqual([])
    expect(await by(who, 'hasFinding', '0')).toEqual(ids)
  }
  await sql(`UPDATE query SET field = 'v1' WHERE form = $1`, [formId])
  expect([await by(coordinator!, 'hasQuery', '1'), await by(monitor!, 'hasQuery', '1')]).toEqual([[second], []])
  const [{ now } = { now: '' }] = await sql<{ now: string }>(`SELECT to_json(clock_timestamp()) #>> '{}' AS now`)
  expect(await by(coordinator!, 'changedSince', '2020-06-01', '>=')).toEqual(ids)
  expect(await by(coordinator!, 'changedSince', now, '>=')).toEqual([])
  expect(await post(coordinator!.call, `${name}/edit`, { id: second, v3: '120' })).toMatchObject({ code: 1 })
  expect(await by(coordinator!, 'changedSince', now, '>=')).toEqual([second])
  const search = where('hasFinding', '=', '1')
  const sheet = await fetch(
    `${server.address}/admin/${name}/exportExcel?${new URLSearchParams({ ...search, columns: 'id,visit' }).toString()}`,
    {
      headers: { server: '1', batoken: coordinator!.token },
    },
  )
  const told = unzipSync(Buffer.from(await sheet.arrayBuffer()))
  expect([told.includes('基线'), told.includes('随访')]).toEqual([true, false])
  const act = { resource: name, act: { verb: 'set', field: 'v3', value: '1' }, params: search }
  expect(await post(coordinator!.call, 'bulk/ask', { ...act, count: 2 })).toMatchObject({ code: 0, msg: expect.stringContaining('1') })
  expect(await post(coordinator!.call, 'bulk/ask', { ...act, count: 1 })).toMatchObject({ code: 1 })
  // It is a question and no column: nothing is sorted, shown or written by it, and by no other operator is it asked.
  expect((await coordinator!.call(`/admin/${name}/index`, { query: { order: 'hasFinding,asc' } })).code).toBe(0)
  expect((await coordinator!.call(`/admin/${name}/index`, { query: where('changedSince', '<', '2020-01-01') })).code).toBe(0)
  // Whoever reads no findings is not told that one can ask for them.
  const shape = async (who: Person) =>
    (await who.call<{ definition: { asks: object } }>('/admin/index/resource', { query: { name } })).data.definition
  expect(Object.keys((await shape(coordinator!)).asks)).toEqual(['hasFinding', 'hasQuery', 'changedSince'])
  expect(Object.keys((await shape(manager)).asks)).toEqual(['changedSince'])
  const refused = await call(`/admin/${name}/index`, { query: where('hasFinding', '=', '1') })
  expect(refused.msg).toBe(
    (await call(`/admin/${name}/index`, { query: where('hasNothing', '=', '1') })).msg.replace('hasNothing', 'hasFinding'),
  )
})

test('AA-04 a dictionary that makes a variable more sensitive says how many findings tell a value of it; from then on they are masked', async () => {
  const made = await built()
  const { study, visit, subject, name } = made
  const { id } = await add(call, name, { subject, visit, v2: '1', v3: '300' })
  await found(made, id, 'v3', '300')
  const monitor = await person(server, `veiled${study}`, FOUND_RULES)
  await add(call, 'study.member', { study, admin: monitor.id, role: 'monitor' })
  const told = async () => {
    const asked = { query: where('study', '=', String(study)) }
    const [list, events, search] = [
      await listed(monitor.call, 'finding', asked.query),
      await listed(monitor.call, 'finding.event'),
      await monitor.call('/admin/finding/index', { query: where('value', 'LIKE', '300') }),
    ]
    return [...list.list, ...events.list].map((row) => row['value']).concat(search.code)
  }
  expect(await told()).toEqual(['300', '300', 1])
  const raised = (before: { variables: Record<string, unknown>[] }) => ({
    ...before,
    variables: before.variables.map((v) => (v['code'] === 'sbp' ? { ...v, sensitivity: 2 } : v)),
  })
  const [base] = await sql<{ id: number }>(`SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`, [study])
  await publish(call, study, (before) => ({ ...before, ...raised(before) }), await secondPerson(server, 'raising'))
  const [now] = await sql<{ id: number }>(`SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`, [study])
  const query = { id: String(now!.id), with: String(base!.id) }
  expect((await call('/admin/study.dictionary/compare', { query })).data).toMatchObject({ effect: [{ code: 'sbp', told: 1 }] })
  expect(await told()).toEqual(['••••••', '••••••', 0])
})
