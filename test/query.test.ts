import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hospitalDay } from '../src/server/zone.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'

/** Everything about studies, their data and queries but to see those of others and what is masked. */
const RULES = /^(study|clinical|query|finding|control|qc)(?!.*\/(all|reveal)$)(\/|$)/
type Entry = {
  kind: string
  text: string | null
  by: string | null
  category: string | null
  before: string | null
  after: string | null
  facts: { names?: string[]; isFallback?: boolean } | null
  told: { title: string; after: string | null }[]
}
type Thread = { entries: Entry[]; cell: { value: unknown; label: string } | null; may: { answer: boolean; decide: boolean } }

let server: TestServer
let manager: Person
let siteA: Person
let siteB: Person
let monitor: Person
let auditor: Person
let outsider: Person
let study: number
let visit: number
let formId: number
const departments: Record<string, number> = {}
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  for (const { id, code } of await sql<{ id: number; code: string }>('SELECT id, code FROM department')) departments[code] = id
  manager = await person(server, 'manager', RULES)
  siteA = await person(server, 'sitea', RULES)
  siteB = await person(server, 'siteb', RULES)
  monitor = await person(server, 'monitor', RULES)
  auditor = await person(server, 'inspector', RULES)
  outsider = await person(server, 'outsider', RULES)
  const made = await collecting(manager.call, 'QR-1', departments['IM-CV']!, manager.id)
  study = made.study
  visit = made.visit
  const { forms } = await publish(manager.call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [
      variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer', unit: 'mmHg' }),
      variable('vitals', 'phone', { sensitivity: 3 }),
    ],
  }))
  formId = forms[0]!.id
  const place = (admin: number, role: string, sites: number[] = []) =>
    add(manager.call, 'study.member', { study, admin, role, departments: sites })
  await place(siteA.id, 'coordinator', [departments['IM-CV']!])
  await place(siteB.id, 'coordinator', [departments['IM-RC']!])
  await place(monitor.id, 'monitor')
  await place(auditor.id, 'auditor')
})
afterAll(() => server.close())

let number = 0
/** A record of a subject of this department. */
const recordIn = async (department: string): Promise<number> => {
  const subject = await add(manager.call, 'study.subject', { study, code: `QR-${++number}`, department: departments[department] })
  const { id } = await add(manager.call, `clinical.data.f${formId}`, { subject: subject.id, visit, v1: '900', v2: '13800000000' })
  return id
}
const raise = (by: Person, body: object) => post<{ ids: number[] }>(by.call, 'query/raise', body)
const raised = async (department = 'IM-CV', field = 'v1', by = manager): Promise<number> => {
  const { code, msg, data } = await raise(by, { form: formId, record: await recordIn(department), field, text: '请核对' })
  expect([code, msg]).toEqual([1, msg])
  return data.ids[0]!
}
const act = (by: Person, action: string, id: number, body: object = {}) => post(by.call, `query/${action}`, { ids: [id], ...body })
const thread = (by: Person, id: number) => by.call<Thread>('/admin/query/thread', { query: { id: String(id) } })
const kinds = async (id: number) => (await thread(manager, id)).data.entries.map(({ kind }) => kind)
const stateOf = async (id: number) => (await read(manager.call, 'query', id)).state
const answer = (by: Person, id: number, body: object = { category: 'confirmed', note: '原始记录如此' }) => act(by, 'answer', id, body)

describe('a query by hand', () => {
  test('is about a cell, goes to the coordinators of its department, and says so', async () => {
    const id = await raised()
    const row = await read(manager.call, 'query', id)
    expect(row).toMatchObject({
      state: 'open',
      title: `QR-${number} · 基线 · 收缩压`,
      assignees: [siteA.id],
      author: manager.id,
      field: 'v1',
    })
    expect(row['due']).toBe(hospitalDay(Date.now() + 14 * 86_400_000))
    const { data } = await thread(siteA, id)
    expect(data.entries).toMatchObject([
      { kind: 'raised', by: 'manager', text: '请核对', before: '900' },
      {
        kind: 'assigned',
        by: null,
        facts: { names: ['sitea'], isFallback: false },
        told: [{ title: '交给', after: 'sitea（记录所在科室的协调员）' }],
      },
    ])
    expect(data.cell).toMatchObject({ value: '900', label: '收缩压', unit: 'mmHg' })
    expect(data.may).toEqual({ answer: true, decide: false })
  })

  test('and a rule are called by what the study calls its forms and variables, in the language of who reads, also in the trail', async () => {
    const id = await raised()
    const { call } = await server.login()
    const rule = await add(call, 'control.parameter', {
      code: 'SAID',
      check: 'range',
      name: '收缩压范围',
      nameEn: 'Range of systolic',
      study,
      body: { table: 'vitals', columns: ['sbp', 'subject'], params: { min: 60, max: 260 } },
    })
    const told = async (resource: string, record: number, lang: string) => {
      const search = JSON.stringify([
        { field: 'resource', operator: '=', val: resource },
        { field: 'record', operator: '=', val: String(record) },
      ])
      const { data } = await call<{ list: Row[] }>('/admin/auth.log/index', { query: { search }, headers: { 'think-lang': lang } })
      return JSON.stringify(data.list.map(({ label, _labels }) => [label, Reflect.get(Object(_labels), 'changes')]))
    }
    const readIn = async (name: string, record: number, lang: string) =>
      (await call<{ row: Row }>(`/admin/${name}/read`, { query: { id: String(record) }, headers: { 'think-lang': lang } })).data.row
    const { label, labelEn } = { label: 'vitals：收缩压、受试者', labelEn: 'vitals: Systolic, Subject' }
    expect((await readIn('control.parameter', rule.id, 'zh-cn'))['target']).toBe(label)
    expect((await readIn('control.parameter', rule.id, 'en'))['target']).toBe(labelEn)
    expect((await readIn('query', id, 'en'))['title']).toBe(`QR-${number} · Baseline · Systolic`)
    // Whatever refers to it calls it so too.
    const { data: entries } = await call<{ list: Row[] }>('/admin/query.entry/index', {
      query: { search: JSON.stringify([{ field: 'query', operator: '=', val: String(id) }]) },
      headers: { 'think-lang': 'en' },
    })
    expect(entries.list[0]?.['_labels']).toMatchObject({ query: `QR-${number} · Baseline · Systolic` })
    expect(await told('control.parameter', rule.id, 'zh-cn')).toContain(label)
    expect(await told('control.parameter', rule.id, 'en')).toContain(labelEn)
    expect(await told('query', id, 'zh-cn')).toContain(`QR-${number} · 基线 · 收缩压`)
    expect(await told('query', id, 'en')).toContain(`QR-${number} · Baseline · Systolic`)
    expect(await told('query', id, 'en')).not.toContain('· sbp')
  })

  test('goes to those who manage the data where the site has nobody, and says so', async () => {
    const id = await raised('IM-EN')
    // Whoever begins a study and leads it is its investigator; there is no data manager in this team.
    const team = await sql<{ role: string }>('SELECT role FROM study_member WHERE study = $1 AND admin = $2', [study, manager.id])
    expect(team.map(({ role }) => role)).toContain('pi')
    expect(await read(manager.call, 'query', id)).toMatchObject({ assignees: [manager.id] })
    expect((await thread(manager, id)).data.entries[1]).toMatchObject({ kind: 'assigned', facts: { isFallback: true } })
  })

  test('says before it is sent whom it goes to and by what rule, and by what rule it went there', async () => {
    const asked = async (department: string, lang: string) =>
      manager.call<{ to: { people: string }[] }>('/admin/query/asked', {
        query: { form: String(formId), record: String(await recordIn(department)), field: 'v1' },
        headers: { 'think-lang': lang },
      })
    expect((await asked('IM-CV', 'zh-cn')).data.to).toEqual([{ people: 'sitea（记录所在科室的协调员）', count: 1 }])
    expect((await asked('IM-RC', 'en')).data.to).toEqual([{ people: 'siteb (coordinators of the department)', count: 1 }])
    expect((await asked('IM-EN', 'zh-cn')).data.to).toEqual([{ people: 'manager（该科室没有协调员，改由数据管理员答复）', count: 1 }])
    const id = await raised('IM-CV')
    await act(manager, 'assign', id, { assignees: [monitor.id] })
    const { data } = await thread(siteA, id)
    expect(data.entries.map(({ told }) => told[0]?.after)).toEqual([undefined, 'sitea（记录所在科室的协调员）', 'monitor（由人指定）'])
  })

  test('is refused without a place, without a text, about what is no variable, due yesterday', async () => {
    const record = await recordIn('IM-CV')
    const cell = { form: formId, record, field: 'v1', text: '?' }
    expect(await raise(manager, { text: '?' })).toMatchObject({ code: 0, msg: '请指明质疑的记录、文件或问题' })
    expect(await raise(manager, { ...cell, text: ' ' })).toMatchObject({ code: 0, msg: '请写明质疑的内容' })
    expect(await raise(manager, { ...cell, field: 'state' })).toMatchObject({ code: 0 })
    expect(await raise(manager, { ...cell, due: '2020-01-01' })).toMatchObject({ code: 0, msg: '答复期限应在今天或以后' })
    expect(await raise(manager, { ...cell, record: 999_999 })).toMatchObject({ code: 0 })
    expect(await raise(manager, { ...cell, field: null })).toMatchObject({ code: 1 })
  })
})

describe('who may', () => {
  test('raise: investigator, data manager and monitor, not coordinators, auditors or strangers', async () => {
    const record = await recordIn('IM-CV')
    const code = async (by: Person) => (await raise(by, { form: formId, record, field: 'v1', text: '?' })).code
    expect([
      await code(manager),
      await code(monitor),
      await code(siteA),
      await code(siteB),
      await code(auditor),
      await code(outsider),
    ]).toEqual([1, 1, 0, 0, 0, 0])
  })

  test('see: those of the study, each the departments of their place', async () => {
    const [a, b] = [await raised('IM-CV'), await raised('IM-RC')]
    const sees = async (by: Person, id: number) => (await thread(by, id)).code
    expect([await sees(siteA, a), await sees(siteA, b), await sees(siteB, a), await sees(siteB, b)]).toEqual([1, 0, 0, 1])
    expect([await sees(auditor, a), await sees(outsider, a), await sees(monitor, b)]).toEqual([1, 0, 1])
    const entries = async (by: Person) =>
      (await by.call<{ list: Row[] }>('/admin/query.entry/index', { query: { limit: '1000' } })).data.list
    expect((await entries(siteB)).some((entry) => entry['query'] === a)).toBe(false)
    expect((await entries(siteA)).some((entry) => entry['query'] === a)).toBe(true)
    expect(await entries(outsider)).toEqual([])
  })

  test('answer: those it is assigned to and who manage the data; decide: who manage the data; cancel: also whoever raised it', async () => {
    const id = await raised('IM-CV', 'v1', monitor)
    expect(await answer(monitor, id)).toMatchObject({ code: 0, msg: expect.stringContaining('答复') })
    expect(await answer(auditor, id)).toMatchObject({ code: 0, msg: '您在这项研究中是稽查员，只能查看，不能改动' })
    expect((await answer(siteB, id)).code).toBe(0)
    expect(await act(siteA, 'cancel', id, { reason: '误提' })).toMatchObject({ code: 0, msg: expect.stringContaining('撤销') })
    expect((await answer(siteA, id)).code).toBe(1)
    for (const [action, body] of [
      ['close', {}],
      ['sendBack', { note: '?' }],
      ['assign', {}],
    ] as const)
      expect(await act(siteA, action, id, body), action).toMatchObject({
        code: 0,
        msg: '只有这项研究的主要研究者或数据管理员可以这样处理质疑',
      })
    expect((await act(manager, 'close', id)).code).toBe(1)
    expect((await act(monitor, 'reopen', id, { reason: '?' })).code).toBe(0)
    const other = await raised('IM-CV', 'v1', monitor)
    expect((await act(monitor, 'cancel', other, { reason: '误提' })).code).toBe(1)
  })

  test('read a value: who reads it in the record', async () => {
    const id = await raised('IM-CV', 'v2')
    expect((await thread(siteA, id)).data.entries[0]?.before).toBe('13800000000')
    expect((await thread(auditor, id)).data).toMatchObject({ entries: [{ before: '••••••' }, {}], cell: { value: '••••••' } })
    const told = JSON.stringify((await auditor.call('/admin/query.entry/index', { query: { limit: '1000' } })).data)
    expect(told).not.toContain('13800000000')
    const history = await auditor.call('/admin/query/history', { query: { id: String(id) } })
    expect(JSON.stringify(history)).not.toContain('13800000000')
  })
})

describe('the states', () => {
  /** How a query comes into each state. */
  const into: Record<string, (id: number) => Promise<unknown>> = {
    open: async () => {},
    answered: (id) => answer(siteA, id),
    closed: async (id) => {
      await answer(siteA, id)
      await act(manager, 'close', id)
    },
    cancelled: (id) => act(manager, 'cancel', id, { reason: '误提' }),
  }
  const deeds: Record<string, (id: number) => Promise<{ code: number }>> = {
    answer: (id) => answer(siteA, id),
    close: (id) => act(manager, 'close', id),
    sendBack: (id) => act(manager, 'sendBack', id, { note: '请附原始记录' }),
    reopen: (id) => act(manager, 'reopen', id, { reason: '又发现不一致' }),
    cancel: (id) => act(manager, 'cancel', id, { reason: '误提' }),
  }
  const ALLOWED: Record<string, Record<string, string>> = {
    open: { answer: 'answered', cancel: 'cancelled' },
    answered: { close: 'closed', sendBack: 'open' },
    closed: { reopen: 'open' },
    cancelled: {},
  }
  for (const [state, allowed] of Object.entries(ALLOWED))
    test(`${state}: ${Object.keys(allowed).join(', ') || 'nothing'} and nothing else`, async () => {
      for (const [deed, run] of Object.entries(deeds)) {
        const id = await raised()
        await into[state]?.(id)
        expect(await stateOf(id)).toBe(state)
        const before = await kinds(id)
        expect((await run(id)).code, deed).toBe(deed in allowed ? 1 : 0)
        expect(await stateOf(id), deed).toBe(allowed[deed] ?? state)
        // What was refused was not said either.
        expect((await kinds(id)).length - before.length, deed).toBe(deed in allowed ? 1 : 0)
      }
    })

  test('no call moves one past its actions', async () => {
    const id = await raised()
    expect((await move(manager.call, 'query', id, 'closed', 'x')).code).toBe(0)
    for (const action of ['add', 'edit', 'del'])
      expect((await post(manager.call, `query/${action}`, { id, text: 'x' })).code, action).toBe(0)
    for (const action of ['add', 'edit', 'del']) expect((await post(manager.call, `query.entry/${action}`, { id, text: 'x' })).code).toBe(0)
  })

  test('sent back and reopened are counted, and each step says who, what and why', async () => {
    const id = await raised()
    await answer(siteA, id)
    await act(manager, 'sendBack', id, { note: '请附原始记录' })
    await answer(siteA, id, { category: 'notAvailable', note: '病历已遗失' })
    await act(manager, 'close', id, { note: '同意' })
    await act(manager, 'reopen', id, { reason: '病历找到' })
    expect(await read(manager.call, 'query', id)).toMatchObject({
      state: 'open',
      sentBack: 1,
      reopened: 1,
      category: 'notAvailable',
      closedAt: null,
    })
    const said = (await thread(manager, id)).data.entries.map(({ kind, by, text, category }) => [kind, by, text ?? category])
    expect(said.slice(2)).toEqual([
      ['answered', 'sitea', '原始记录如此'],
      ['sentBack', 'manager', '请附原始记录'],
      ['answered', 'sitea', '病历已遗失'],
      ['closed', 'manager', '同意'],
      ['reopened', 'manager', '病历找到'],
    ])
    expect(await answer(siteA, id, { category: 'other' })).toMatchObject({ code: 0, msg: '请说明，或填写更正后的值' })
  })
})

describe('an answer with a corrected value', () => {
  test('enters it in the record with the query as its reason, and keeps both values', async () => {
    const id = await raised()
    const { record } = (await read(manager.call, 'query', id)) as Row & { record: number }
    expect(await answer(siteA, id, { category: 'corrected', value: '900' })).toMatchObject({ code: 0, msg: '更正后的值与现在的值相同' })
    expect(await stateOf(id)).toBe('open')
    expect((await answer(siteA, id, { category: 'corrected', value: '120' })).code).toBe(1)
    const story = await manager.call<{ list: object[] }>('/admin/clinical.data/story', {
      query: { form: String(formId), id: String(record), field: 'v1' },
    })
    expect(story.data.list[0]).toMatchObject({ before: '900', after: '120', reason: `质疑 #${id}`, by: 'sitea' })
    expect((await thread(manager, id)).data.entries.at(-1)).toMatchObject({
      kind: 'answered',
      category: 'corrected',
      before: '900',
      after: '120',
    })
    // Answered already: a second answer changes no value.
    expect((await answer(siteA, id, { category: 'corrected', value: '130' })).code).toBe(0)
    expect((await thread(manager, id)).data.cell?.value).toBe('120')
  })

  test('needs the right to edit records, and a query about one value', async () => {
    const reader = await person(server, 'reader', /^(study|query)(?!.*\/(all|reveal)$)(\/|$)|^clinical\/data(\/index|$)/)
    await add(manager.call, 'study.member', { study, admin: reader.id, role: 'coordinator', departments: [departments['IM-CV']] })
    const id = await raised()
    expect((await answer(reader, id, { category: 'corrected', value: '120' })).code).toBe(401)
    expect(await stateOf(id)).toBe('open')
    const record = await recordIn('IM-CV')
    const whole = (await raise(manager, { form: formId, record, text: '?' })).data.ids[0]!
    expect(await answer(siteA, whole, { category: 'corrected', value: '1' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('某一个值'),
    })
  })
})

describe('people', () => {
  type News = { list: { kind: string; text: string; address: string }[] }
  const news = async (by: { call: Call }, id: number) =>
    (await by.call<News>('/admin/notification/index')).data.list.filter(({ address }) => address === `/admin/query/${id}`)

  test('are told what waits for them, and not what they did themselves', async () => {
    const id = await raised('IM-RC')
    expect((await news(siteB, id)).map(({ kind }) => kind)).toEqual(['query.assigned'])
    expect(await news(manager, id)).toEqual([])
    await answer(siteB, id)
    expect((await news(manager, id))[0]).toMatchObject({ kind: 'query.answered', text: expect.stringContaining(`#${id}`) })
    await act(manager, 'sendBack', id, { note: '?' })
    expect((await news(siteB, id)).map(({ kind }) => kind)).toContain('query.sentBack')
    await answer(siteB, id)
    await act(manager, 'close', id)
    expect((await news(siteB, id)).map(({ kind }) => kind)).toContain('query.closed')
    expect((await news(siteA, id)).length).toBe(0)
  })

  test('are assigned from the team alone; nobody named means the rule again', async () => {
    const id = await raised('IM-CV')
    expect(await act(manager, 'assign', id, { assignees: [outsider.id] })).toMatchObject({ code: 0, msg: '答复人必须在研究团队中' })
    expect((await act(manager, 'assign', id, { assignees: [monitor.id], due: '2099-01-01' })).code).toBe(1)
    expect(await read(manager.call, 'query', id)).toMatchObject({ assignees: [monitor.id], due: '2099-01-01' })
    expect((await news(monitor, id)).length).toBe(1)
    expect((await answer(monitor, id)).code).toBe(1)
    await act(manager, 'sendBack', id, { note: '?' })
    expect((await act(manager, 'assign', id)).code).toBe(1)
    const { assignees } = (await read(manager.call, 'query', id)) as Row & { assignees: number[] }
    expect(assignees).toContain(siteA.id)
  })
})

test('what is attached to an answer is opened by those who see the query, and by nobody else', async () => {
  const id = await raised('IM-CV')
  const body = new FormData()
  body.append('file', new Blob([Buffer.from(`source of ${id}\nsbp,900\n`)]), `source-${id}.csv`)
  const sent = await fetch(`${server.address}/admin/ajax/upload`, { method: 'POST', headers: { server: '1', batoken: siteA.token }, body })
  const { data } = (await sent.json()) as { data: { file: { url: string } } }
  expect(await answer(siteA, id, { category: 'confirmed', note: '见附件', file: data.file.url })).toMatchObject({ code: 1 })
  expect((await thread(manager, id)).data.entries.at(-1)).toMatchObject({ kind: 'answered', file: data.file.url })
  const opened = async ({ token }: Person) => (await fetch(`${server.address}${data.file.url}`, { headers: { batoken: token } })).status
  expect(await Promise.all([siteA, manager, monitor, auditor].map(opened))).toEqual([200, 200, 200, 200])
  expect(await Promise.all([siteB, outsider].map(opened))).toEqual([404, 404])
})
