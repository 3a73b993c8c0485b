import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemsOf } from '../src/study/parameter/body.ts'
import { proposing } from '../src/areas/control-parameter/server/propose/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'
import { toolsOf } from './worker.ts'

type Proposed = {
  key: number
  id: string
  check: string
  name: Record<string, string>
  body: Record<string, unknown>
  confidence: number | null
  evidence: Record<string, string> | null
  standing: string
  code: string | null
}
type Answer = { state: string; result: { list: Proposed[]; rows: number | null } | null; error: string | null }
let server: TestServer
let worker: { stop(): Promise<void> }
let manager: Person
let call: Call
let study: number
let vitals: number
let set: number
const failures: unknown[] = []
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const WORK = /^(study|clinical|control)(?!\/project\/all$|\/data\/reveal$)(\/|$)/

const ask = (wanted: object, by: Call = call) => post<{ task: number }>(by, 'control.parameter/propose', { set, ...wanted })
const look = (task: number, by: Call = call) => by<Answer>('/admin/control.parameter/proposal', { query: { task: String(task) } })
const proposed = async (wanted: object) => {
  const { code, msg, data } = await ask(wanted)
  expect([code, msg]).toEqual([1, msg])
  for (;;) {
    const { state, result, error } = (await look(data.task)).data
    if (state === 'done' && result) return { task: data.task, ...result }
    if (state !== 'waiting' && state !== 'running') throw new Error(`${state}: ${error ?? ''}`)
    await pause(50)
  }
}
const adopt = (task: number, keys: number[], by: Call = call) =>
  post<{ added: number; joined: number }>(by, 'control.parameter/adopt', { task, keys })
const members = async (): Promise<number[]> => (await read(call, 'control.set', set))['parameters'] as number[]

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [proposing],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
  const { call: root } = await server.login()
  const department = (await add(root, 'department', { name: '科室 A', code: 'A' })).id
  manager = await person(server, 'manager', WORK)
  call = manager.call
  const made = await collecting(call, 'PRO-1', department, manager.id)
  study = made.study
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征' })],
    codelists: [
      {
        code: 'sex',
        name: '性别',
        items: [
          { code: '1', label: '男', labelEn: 'M' },
          { code: '2', label: '女', labelEn: 'F' },
        ],
      },
    ],
    variables: [
      variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer', min: '60', max: '260', required: true }),
      variable('vitals', 'dbp', { type: 'integer' }),
      variable('vitals', 'pp', { type: 'integer', formula: 'sbp - dbp' }),
      variable('vitals', 'sex', { type: 'choice', codelist: 'sex' }),
      variable('vitals', 'pregnant', { type: 'yesNo', branching: "sex = '2'", required: true }),
      variable('vitals', 'phone', { sensitivity: 3 }),
    ],
  }))
  vitals = forms[0]!.id
  for (let n = 0; n < 60; n++) {
    const subject = await add(call, 'study.subject', { study, code: `S${n}`, department })
    const sex = n % 2 ? '1' : '2'
    const values = { v1: String(100 + n), v2: String(60 + (n % 20)), v4: sex, v6: `1380000${1000 + n}`, ...(n % 2 ? {} : { v5: '0' }) }
    await add(call, `clinical.data.f${vitals}`, { subject: subject.id, visit: made.visit, ...values })
  }
  const first = await add(call, 'control.parameter', {
    code: 'mine',
    name: '收缩压',
    nameEn: 'sbp',
    study,
    check: 'C02',
    body: { table: 'vitals', columns: ['sbp'], params: { max: 260, min: 60 }, severity: 'minor' },
  })
  set = (await add(call, 'control.set', { code: 'PRO', name: '随访', nameEn: 'Follow-up', study, parameters: [first.id] })).id
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

test('AA-07 a dictionary becomes rules: type, range, choices, required, hidden, computed; what the set has is marked', async () => {
  const { list } = await proposed({ source: 'dictionary', form: null, datafile: null })
  const byId = Object.fromEntries(list.map((one) => [one.id, one]))
  expect(byId['B.sbp']).toMatchObject({ check: 'A01', name: { 'zh-cn': '必填项为空：收缩压', en: 'Required field blank: Systolic' } })
  expect(byId['D.sbp']).toMatchObject({ standing: 'in', code: 'mine', body: { params: { min: 60, max: 260 } } })
  expect(byId['G.sex']).toMatchObject({ body: { columns: ['sex'], params: { values: ['1', '2'] } } })
  expect(byId['B.pregnant']).toMatchObject({ body: { params: { condition: "sex = '2'" } } })
  expect(byId['F.pregnant']).toMatchObject({ body: { table: 'vitals', params: { condition: "sex = '2'" } } })
  expect(byId['H.pp']).toMatchObject({ body: { params: { formula: 'sbp - dbp' } } })
  // Each of them can be entered as it is.
  expect(list.flatMap(({ id, check, body }) => problemsOf({ id, check, ...body }))).toEqual([])
})

test('proposals become drafts of the set, once, and remember where they came from', async () => {
  const before = await members()
  const { task, list } = await proposed({ source: 'dictionary', form: vitals, datafile: null })
  const keys = list.filter(({ id }) => ['B.sbp', 'D.sbp', 'G.sex'].includes(id)).map(({ key }) => key)
  expect(await adopt(task, keys)).toMatchObject({ code: 1, data: { added: 2, joined: 0 } })
  expect(await adopt(task, keys)).toMatchObject({ code: 1, data: { added: 0, joined: 0 } })
  const after = await members()
  expect(after).toHaveLength(before.length + 2)
  const [row] = await sql<{ id: number }>(`SELECT id FROM control_parameter WHERE code = 'PRO.vitals.G.sex'`)
  expect(await read(call, 'control.parameter', row!.id)).toMatchObject({
    study,
    state: 'draft',
    origin: 'dictionary',
    evidence: { form: vitals },
    check: 'C04',
  })
  // Taken out of the set, the rule is still there: it is joined again, not made twice.
  const { version } = await read(call, 'control.set', set)
  expect(await post(call, 'control.set/edit', { id: set, version, parameters: before })).toMatchObject({ code: 1 })
  const again = await proposed({ source: 'dictionary', form: vitals, datafile: null })
  expect(again.list.find(({ id }) => id === 'G.sex')).toMatchObject({ standing: 'known', code: 'PRO.vitals.G.sex' })
  expect(await adopt(again.task, keys)).toMatchObject({ data: { added: 0, joined: 2 } })
  expect(await sql(`SELECT 1 FROM control_parameter WHERE code LIKE 'PRO.vitals.G.sex%'`)).toHaveLength(1)
})

test('data suggest rules with evidence and confidence, and tell nothing of what is sensitive', async () => {
  const { list, rows } = await proposed({ source: 'profile', form: vitals, datafile: null })
  expect(rows).toBe(60)
  expect(list.length).toBeGreaterThan(3)
  for (const { evidence, confidence, body } of list) {
    expect(evidence?.['zh-cn']).toMatch(/\d/)
    expect(confidence).toBeGreaterThan(0)
    expect(body).toMatchObject({ table: 'vitals' })
    expect(body).not.toHaveProperty('keyFields')
  }
  expect(JSON.stringify(list)).not.toMatch(/phone|1380000/)
  const starter = await proposed({ source: 'starter', form: vitals, datafile: null })
  expect(starter.list.map(({ id }) => id)).toEqual(expect.arrayContaining(['vitals.row_count_between', 'vitals.duplicate_row']))
  expect(starter.list.map(({ id }) => id)).not.toContain('vitals.ragged_row')
})

test('packs for files need no data; what is asked for is for those who may', async () => {
  const { list, task } = await proposed({ source: 'fastq', form: null, datafile: null })
  expect(list.map(({ id }) => id)).toContain('fastq.quality')
  expect((await proposed({ source: 'vcf', form: null, datafile: null })).list.map(({ id }) => id)).toContain('vcf.syntax')
  expect(await ask({ source: 'profile', form: null, datafile: null })).toMatchObject({ code: 0, msg: '请选择要分析的表单或数据文件' })
  const stranger = await person(server, 'stranger', WORK)
  expect(await ask({ source: 'fastq', form: null, datafile: null }, stranger.call)).toMatchObject({ code: 0 })
  expect(await look(task, stranger.call)).toMatchObject({ code: 0 })
  expect(await adopt(task, [0], stranger.call)).toMatchObject({ code: 0 })
  const reader = await person(server, 'reader', /^(study(?!\/project\/all)|control\/(parameter\/(index|propose|adopt)|set\/index)$)/)
  await add(call, 'study.member', { study, admin: reader.id, role: 'dataManager' })
  const own = await ask({ source: 'vcf', form: null, datafile: null }, reader.call)
  await expect.poll(async () => (await look(own.data.task, reader.call)).data.state, { timeout: 60_000 }).toBe('done')
  // Whoever may not write rules takes none over.
  expect(await adopt(own.data.task, [0], reader.call)).toMatchObject({ code: 401 })
})

type Made = { id: number; count: number }
test('a set of the library becomes a set of a study in one action; one of another study does not', async () => {
  const { call: root } = await server.login()
  const shared = await add(root, 'control.parameter', {
    code: 'shared',
    name: '公共',
    nameEn: 'Shared',
    check: 'not_null',
    body: { table: 'vitals', columns: ['dbp'] },
  })
  const named = { code: 'LIB', name: '公共集', nameEn: 'Library set', remark: '各研究通用' }
  const library = await add(root, 'control.set', { ...named, parameters: [shared.id], cron: '', mailTo: ['pi'] })
  const copied = async () => (await post<Made>(call, 'control.set/copy', { ids: [library.id], study })).data.id
  const [first, second] = [await copied(), await copied()]
  expect(await read(call, 'control.set', first)).toMatchObject({ ...named, code: 'PRO-1.LIB', study, parameters: [shared.id], mailTo: [] })
  expect(await read(call, 'control.set', second)).toMatchObject({ code: 'PRO-1.LIB~2', study })
  expect(await read(call, 'control.set', library.id)).toMatchObject({ study: null })
  const other = await collecting(call, 'PRO-2', (await read(call, 'study.project', study))['department'] as number, manager.id)
  expect(await post(call, 'control.set/copy', { ids: [set], study: other.study })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('属于另一项研究'),
  })
})

test('a pack becomes a set of a study in one action; a second one shares its rules', async () => {
  const begun = async (origin: string) => (await post<Made>(call, 'control.set/begin', { study, origin })).data
  const first = await begun('dictionary')
  const { list } = await proposed({ source: 'dictionary', form: null, datafile: null })
  expect(first.count).toBe(list.length)
  const row = await read(call, 'control.set', first.id)
  expect(row).toMatchObject({ code: 'PRO-1.dictionary', study, origin: 'dictionary', nameEn: 'Dictionary (EDC rules)' })
  const rules = await sql<{ n: number }>('SELECT count(*)::int AS n FROM control_parameter WHERE study = $1', [study])
  const second = await begun('dictionary')
  expect((await read(call, 'control.set', second.id))['parameters']).toEqual(row['parameters'])
  expect(await sql('SELECT count(*)::int AS n FROM control_parameter WHERE study = $1', [study])).toEqual(rules)
  expect(await read(call, 'control.set', (await begun('fastq')).id)).toMatchObject({ origin: 'fastq' })
  const [draft] = await sql<{ state: string; owner: number }>(
    `SELECT v.state, p.owner FROM control_parameter p JOIN control_version v ON v.parameter = p.id WHERE p.origin = 'fastq' LIMIT 1`,
  )
  // Nobody approved it: it is judged once a second person has. Whoever took it over owns it.
  expect(draft).toEqual({ state: 'draft', owner: manager.id })
})
