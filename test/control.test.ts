import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#kernel'
import { CHECKS, DIMENSIONS, SEVERITIES } from '#qc'
import { controlParameter } from '../src/areas/control-parameter/index.ts'
import locale from '../src/areas/control-parameter/locale.ts'
import { trying } from '../src/areas/control-parameter/server/trial/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { problemsOf } from '../src/study/parameter/body.ts'
import type { CatalogueEntry } from '../src/study/parameter/catalogue.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { tried } from './trial-kit.ts'
import { toolsOf } from './worker.ts'

type Row = Record<string, unknown> & { id: number; version: number; number: number; state: string; parameter: number }
type Call = TestServer['call']
const failures: unknown[] = []
let server: TestServer
let call: Call
let worker: { stop(): Promise<void> }
let second: Awaited<ReturnType<typeof person>>
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [trying],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
  second = await person(server, 'second', /^(control|approval|study(?!\/project\/all))(\/|$)/)
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const post = <T = { row: Row }>(path: string, body: object, by: Call = call, reason?: string) =>
  by<T>(`/admin/${path}`, { body, ...(reason ? { headers: { 'x-reason': encodeURIComponent(reason) } } : {}) })
const add = async (code: string, check: string, body: object, more: object = {}) => {
  const {
    code: ok,
    msg,
    data,
  } = await post('control.parameter/add', { code, name: `规则 ${code}`, nameEn: `Rule ${code}`, check, body, ...more })
  expect([ok, msg]).toEqual([1, msg])
  return data.row
}
const versions = async (parameter: number): Promise<Row[]> => {
  const search = JSON.stringify([{ field: 'parameter', operator: '=', val: String(parameter) }])
  const { data } = await call<{ list: Row[] }>('/admin/control.version/index', { query: { search, limit: '100', order: 'number,asc' } })
  return data.list
}
const versionOf = async (parameter: number, number = 1): Promise<Row> => (await versions(parameter)).find((v) => v.number === number)!
const move = (row: Row, to: string, by: Call = call, reason?: string) =>
  post<{ row: Row; asked?: number }>('control.version/move', { id: row.id, version: row.version, to }, by, reason)
/** A rule of the library is tried on the vital signs of the demo study. */
const tryOut = async ({ check, body }: Row) => {
  const [vitals] = await server.backend.database.query<{ id: number; study: number }>(
    `SELECT id, study FROM study_form WHERE code = 'vitals'`,
  )
  return tried(call, { check, body, study: vitals!.study, form: vitals!.id })
}
/** From a draft to the version in force: tried and tested, agreed to by somebody else, activated. */
const activate = async (parameter: number, number = 1): Promise<Row> => {
  await tryOut(await versionOf(parameter, number))
  expect(await move(await versionOf(parameter, number), 'tested')).toMatchObject({ code: 1 })
  const tested = await versionOf(parameter, number)
  expect(await move(tested, 'approved', call, '已在样例上核对')).toMatchObject({ code: 1, data: { asked: 1 } })
  const { data } = await second.call<{ list: Row[] }>('/admin/approval/index', { query: { limit: '100' } })
  const asked = data.list.find((r) => r['record'] === tested.id && r.state === 'requested')!
  expect(await post('approval/approve', { ids: [asked.id] }, second.call)).toMatchObject({ code: 1, data: { count: 1 } })
  expect(await move(await versionOf(parameter, number), 'active')).toMatchObject({ code: 1 })
  return versionOf(parameter, number)
}
const read = async (id: number) => (await call<{ row: Row }>('/admin/control.parameter/read', { query: { id: String(id) } })).data.row

describe('AA-07 the catalogue', () => {
  test('every check type has its form, in both languages, and its worked example', async () => {
    const { data } = await call<{ dimensions: Record<string, Record<string, string>>; checks: CatalogueEntry[] }>(
      '/admin/control.catalogue/index',
    )
    expect(data.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id))
    expect(Object.keys(data.dimensions)).toEqual(Object.keys(DIMENSIONS))
    for (const { id, title, counts, help, settings, example } of data.checks) {
      const check = CHECKS.find((one) => one.id === id)!
      expect(
        settings.params.map(({ path }) => path),
        id,
      ).toEqual(Object.keys(check.params).map((name) => ['params', name]))
      expect(JSON.stringify(example), id).toBe(JSON.stringify(check.example))
      const said = [title, counts, help, ...[...settings.target, ...settings.params, ...settings.common].map(({ label }) => label)]
      for (const words of said) for (const language of LANGUAGES) expect(words[language].trim(), `${id} ${language}`).not.toBe('')
    }
    const { checks } = (await call<{ checks: CatalogueEntry[] }>('/admin/control.parameter/catalogue')).data
    expect(checks).toHaveLength(CHECKS.length)
    // Whoever reads a rule of a finding reads it in words, and need not write rules.
    const site = await server.login('cardiology')
    expect(await site.call('/admin/control.parameter/catalogue')).toMatchObject({ code: 1, data: { checks: { length: CHECKS.length } } })
    // A switch that nobody touched shows what the check will take.
    expect(checks.find((c) => c.slug === 'range')?.settings.params).toContainEqual(
      expect.objectContaining({ path: ['params', 'inclusive'], initial: true }),
    )
  })

  test('the definition names the dimensions and severities of the engine, in its words', () => {
    expect(controlParameter.fields.dimension.options).toEqual(Object.keys(DIMENSIONS))
    expect(controlParameter.fields.severity.options).toEqual(SEVERITIES)
    const words = Object.entries(DIMENSIONS).map(([name, { zh, en }]) => [name, { zh, en }])
    const { 'zh-cn': zh, en } = locale
    const shown = controlParameter.fields.dimension.options.map((name) => [
      name,
      { zh: zh.options.dimension[name], en: en.options.dimension[name] },
    ])
    expect(shown).toEqual(words)
  })

  test('the example of every check is a parameter that can be entered, and its settings stand the test', async () => {
    const parameters = CHECKS.map(({ id, example }) => ({ id: `example.${id}`, check: id, ...example.parameter }))
    expect(parameters.flatMap((parameter) => problemsOf(parameter))).toEqual([])
    const { data } = await post<{ count: number }>('control.parameter/take', { file: JSON.stringify({ parameters }) })
    expect(data.count).toBe(CHECKS.length)
    const rows = await server.backend.database.query<{ check: string; dimension: string; state: string; number: number }>(
      `SELECT "check", dimension, state, number FROM control_parameter WHERE code LIKE 'example.%' ORDER BY id`,
    )
    expect(rows).toEqual(CHECKS.map(({ id, dimension }) => ({ check: id, dimension, state: 'draft', number: 1 })))
  })
})

describe('AA-07 versions of a parameter', () => {
  const RANGE = { columns: ['sbp'], params: { min: 60, max: 260 } }

  test('a draft with something wrong is kept, and told all of it before it counts as tested', async () => {
    const row = await add('wrong', 'range', { columns: ['sbp'], params: { min: 'low', most: 3 }, filter: '' })
    expect(await read(row.id)).toMatchObject({
      check: 'C02',
      severity: 'major',
      body: { columns: ['sbp'], params: { min: 'low', most: 3 } },
    })
    const { code, data } = await move(await versionOf(row.id), 'tested')
    expect(code).toBe(0)
    const { blockers } = data as unknown as { blockers: { text: string; address: string }[] }
    expect(blockers.map(({ text }) => text).join()).toMatch(/params\.min.*params\.most|params\.most.*params\.min/)
    expect(await post('control.parameter/add', { code: 'x', name: 'x', nameEn: 'x', check: 'rnage' })).toMatchObject({
      code: 0,
      msg: '没有检查类型“rnage”，请从目录中选择',
    })
  })

  test('draft → tested → approved by a second person → active; the next one retires it, and nothing of it is changed any more', async () => {
    const row = await add('sbp', 'range', RANGE)
    const first = await versionOf(row.id)
    expect(await move(first, 'active')).toMatchObject({ code: 0 })
    const active = await activate(row.id)
    expect(active).toMatchObject({ state: 'active', approvedBy: second.id, number: 1 })
    expect(active['effectiveFrom']).not.toBeNull()
    expect(await post('control.version/edit', { id: active.id, version: active.version, body: {} })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('不能修改'),
    })
    expect(await post('control.parameter/revise', { ids: [row.id] })).toMatchObject({ code: 1 })
    expect(await post('control.parameter/revise', { ids: [row.id] })).toMatchObject({ code: 0, msg: expect.stringContaining('版本 2') })
    const draft = await versionOf(row.id, 2)
    const edit = (body: object, more = {}) => post('control.version/edit', { id: draft.id, version: draft.version, body, ...more })
    expect(await edit({ ...RANGE, columns: ['dbp'] })).toMatchObject({ code: 0, msg: expect.stringContaining('另建参数') })
    const said = { messageEn: 'Look at the cuff', gates: ['freeze'], autoQuery: true }
    expect(await edit({ ...RANGE, params: { min: 60, max: 250 }, severity: 'blocking' }, said)).toMatchObject({ code: 1 })
    // Until the draft is in force the parameter shows what is.
    expect(await read(row.id)).toMatchObject({ number: 1, state: 'active', body: RANGE, target: 'sbp' })
    const compared = await post<{ differences: unknown[] }>('control.version/difference', { ids: [draft.id] })
    expect(compared.data).toEqual({
      before: 1,
      after: 2,
      check: 'C02',
      differences: [
        { path: 'autoQuery', after: true },
        { path: 'gates', after: ['freeze'] },
        { path: 'messageEn', after: 'Look at the cuff' },
        { path: 'params.max', before: 260, after: 250 },
        { path: 'severity', after: 'blocking' },
      ],
    })
    // The story of the draft says the same in the words of its check type.
    type Story = { list: { action: string; changes: { field: string; parts?: unknown }[] }[] }
    const { data: story } = await call<Story>('/admin/control.version/history', {
      query: { id: String(draft.id) },
      headers: { 'think-lang': 'en' },
    })
    const edited = story.list.find(({ action }) => action === 'edit')?.changes.find(({ field }) => field === 'body')
    expect(edited?.parts).toEqual([
      { name: 'Upper limit', before: '260', after: '250' },
      { name: 'Severity', before: null, after: 'blocking' },
    ])
    await activate(row.id, 2)
    expect((await versions(row.id)).map(({ number, state }) => [number, state])).toEqual([
      [1, 'retired'],
      [2, 'active'],
    ])
    expect(await read(row.id)).toMatchObject({ number: 2, state: 'active', severity: 'blocking' })
  })

  test('a file of the qc command comes in, and goes out as it came', async () => {
    const parameters = [
      {
        id: 'range.收缩压',
        check: 'range',
        columns: ['收缩压'],
        params: { min: 60 },
        name: { zh: '收缩压', en: 'Pressure' },
        warn: { metric: 'ratio', op: '>', value: 0.01 },
      },
      {
        id: 'both',
        check: 'E02',
        params: { must: 'a > b' },
        severity: 'minor',
        keyFields: ['id'],
        message: { zh: 'a 应大于 b', en: 'a must exceed b' },
      },
    ]
    const uses = { both: { gates: ['submit', 'lock'], autoQuery: true } }
    const take = (all: object[], more: object = { uses }) =>
      post<object>('control.parameter/take', { file: JSON.stringify({ parameters: all, ...more }) })
    expect(await take(parameters)).toMatchObject({ code: 1, data: { count: 2, added: 2, drafts: 0, same: 0 } })
    const { data } = await call<{ list: Row[] }>('/admin/control.parameter/index', {
      query: { limit: '2', order: 'id,asc', quick_search: 'range.收缩压' },
    })
    const [both] = (await call<{ list: Row[] }>('/admin/control.parameter/index', { query: { quick_search: 'both' } })).data.list
    const given = await post<{ parameters: unknown[]; uses: unknown }>('control.parameter/give', { ids: [data.list[0]!.id, both!.id] })
    expect(given.data.uses).toEqual(uses)
    expect(given.data.parameters).toEqual([
      { ...parameters[0], check: 'C02' },
      { ...parameters[1], name: { zh: 'both', en: 'both' } },
    ])
    // What was edited at the command line comes back: as a draft of what it says now, or not at all.
    const outcome = async (all: object[], more?: object) => (await take(all, more)).data
    expect(await outcome(given.data.parameters.map((one) => Object(one)))).toEqual({ count: 2, added: 0, drafts: 0, same: 2 })
    const [range, second] = parameters
    await sql(`UPDATE control_version SET state = 'active' WHERE parameter = ANY($1)`, [[data.list[0]!.id, both!.id]])
    const edited = [
      { ...range, params: { min: 70 } },
      { ...second, message: { zh: '另一句话', en: 'other words' } },
    ]
    const fresh = { id: 'fresh', check: 'not_null', columns: ['id'] }
    expect(await outcome([...edited, fresh])).toEqual({ count: 3, added: 1, drafts: 2, same: 0 })
    const kept = await sql(
      `SELECT v.number, v.state, v.body -> 'params' ->> 'min' AS min, v.message_en AS message, v.gates FROM control_version v
        WHERE v.parameter = ANY($1) ORDER BY v.parameter, v.number`,
      [[data.list[0]!.id, both!.id]],
    )
    expect(kept).toMatchObject([
      { number: 1, state: 'active', min: '60' },
      { number: 2, state: 'draft', min: '70' },
      { number: 1, state: 'active', message: 'a must exceed b' },
      { number: 2, state: 'draft', message: 'other words', gates: ['submit', 'lock'] },
    ])
    // An open draft says what the file says; nothing of a file is taken where one rule of it cannot be.
    expect(await outcome([{ ...range, params: { min: 71 } }])).toMatchObject({ drafts: 1 })
    expect(
      await take([
        { ...fresh, id: 'newer' },
        { ...range, columns: ['other'] },
      ]),
    ).toMatchObject({
      code: 0,
      msg: expect.stringContaining('range.收缩压'),
    })
    expect(await take([{ ...range, check: 'not_null', params: {} }])).toMatchObject({ code: 0, msg: expect.stringContaining('C02') })
    expect(await take([fresh], { uses: { fresh: { gates: ['leap'] } } })).toMatchObject({ code: 0, msg: expect.stringContaining('uses') })
    expect(await sql(`SELECT 1 FROM control_parameter WHERE code = 'newer'`)).toEqual([])
    expect(await post('control.parameter/take', { file: '{"parameters":' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('JSON'),
    })
    expect(await post('control.parameter/take', { file: '[{"check":"rnage"}]' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('rnage'),
    })
    expect(await post('control.parameter/take', { file: '{}' })).toMatchObject({ code: 0, msg: expect.stringContaining('parameters') })
  })

  test('the library is for everybody; what belongs to a study, its team alone sees', async () => {
    const [department] = await server.backend.database.query<{ id: number }>('SELECT id FROM department ORDER BY id LIMIT 1')
    const study = await post('study.project/add', { code: 'CTRL', title: '控制', titleEn: 'Control', department: department!.id })
    const own = await add('of-study', 'not_null', { columns: ['id'] }, { study: study.data.row.id })
    const seen = await second.call<{ list: Row[] }>('/admin/control.parameter/index', { query: { limit: '200' } })
    const codes = seen.data.list.map((r) => r['code'])
    expect(codes).toContain('sbp')
    expect(codes).not.toContain('of-study')
    expect(await second.call('/admin/control.parameter/read', { query: { id: String(own.id) } })).toMatchObject({ code: 0 })
    const draft = await versionOf(own.id)
    expect(await second.call('/admin/control.version/read', { query: { id: String(draft.id) } })).toMatchObject({ code: 0 })
    await post('study.member/add', { study: study.data.row.id, admin: second.id, role: 'monitor' })
    expect(await second.call('/admin/control.parameter/read', { query: { id: String(own.id) } })).toMatchObject({ code: 1 })
  })
})
