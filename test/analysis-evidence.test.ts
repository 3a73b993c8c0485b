import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parameter } from '#qc'
import { assessQuestion } from '../src/areas/analysis-project/server/assess.ts'
import { releasing } from '../src/areas/analysis-project/server/release.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import type { Assessment } from '../src/study/release/assess.ts'
import type { Evidence } from '../src/study/release/package.ts'
import { openBeside, proveLane } from './lane-kit.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { signed } from './signing.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { unzip } from './unzip.ts'
import { workBeside } from './worker.ts'

const RULES = /^(study|clinical|query|finding|control|qc|analysis|approval)(?!.*\/(all|reveal)$)(\/|$)/
const NAME = 'analysis.project'
/** Systolic pressures: the last two are out of range, and those two are explained. */
const PRESSURES = ['118', '121', '125', '130', '128', '133', '142', '119', '300', '310']
const NAMED = '已电话 13800000008 核实'
const EXPLAINED = '设备量程之外，原始记录一致'

let server: TestServer
let worker: { stop(): Promise<void> }
let lead: Person
let pi: Person
let study: number
let forms: { id: number; code: string }[]
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const okay = async (answer: Promise<{ code: number; msg: string }>) => {
  const { code, msg } = await answer
  expect([code, msg]).toEqual([1, msg])
}

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [running, releasing])
  const { call: root } = await server.login()
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  const department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  lead = await person(server, 'lead', RULES)
  pi = await person(server, 'investigator', RULES)
  const built = await collecting(lead.call, 'EV-1', department, pi.id)
  study = built.study
  ;({ forms } = await publish(lead.call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [
      variable('vitals', 'name', { sensitivity: 3 }),
      variable('vitals', 'sbp', { type: 'integer' }),
      variable('vitals', 'smoking_now'),
    ],
  })))
  const table = `clinical.data.f${formId()}`
  for (const [i, sbp] of PRESSURES.entries()) {
    const subject = await add(lead.call, 'study.subject', { study, code: `EV-00${i}`, department })
    const record = await add(lead.call, table, { subject: subject.id, visit: built.visit, v1: `钱某${i}`, v2: sbp, v3: '0' })
    await okay(move(lead.call, table, record.id, 'submitted'))
  }
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})
const formId = (): number => forms[0]!.id

const judge = async (set: number): Promise<Row> => {
  const { data } = await post<{ id: number }>(lead.call, 'qc.run/judge', { form: null, set, study })
  const stored = async () => (await read(lead.call, 'qc.run', data.id)).state
  await expect.poll(stored, { timeout: 60_000 }).toMatch(/done|failed/)
  return read(lead.call, 'qc.run', data.id)
}
const accept = async (subject: string, reason: string) => {
  const [found] = await sql<{ id: number }>(`SELECT f.id FROM finding f JOIN study_subject s ON s.id = f.subject WHERE s.code = $1`, [
    subject,
  ])
  await okay(post(lead.call, 'finding/accept', { ids: [found!.id], reason, until: null }))
}
type Blocked = { blockers: { text: string; waiver?: string }[] }
const grantWaiver = async () => {
  const { version } = await read(lead.call, 'study.project', study)
  const stopped = await post<Blocked>(lead.call, 'study.project/move', { id: study, version, to: 'frozen' }, '清理完毕')
  const blocker = stopped.data.blockers.find(({ waiver }) => waiver)
  await add(lead.call, 'study.waiver', { study, blocker: blocker!.waiver, reason: '源文件已封存，抽查覆盖' })
  const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE state = 'requested' ORDER BY id DESC LIMIT 1`)
  await okay(post(pi.call, 'approval/approve', { ids: [asked!.id] }))
}
const released = async (): Promise<Row> => {
  const row = await add(lead.call, NAME, { study, code: 'EV', title: '血压', purpose: '随访', validUntil: '2099-12-31' })
  const keep = (slot: number) => ({ form: formId(), slot, treatment: { kind: 'keep' }, quasi: slot === 3 })
  const variables = [{ ...keep(1), treatment: { kind: 'drop' }, quasi: false }, keep(2), keep(3)]
  const plan = { site: 'drop', format: 'csv', also: ['xpt'], k: 5, l: 1, sensitive: null, variables }
  await okay(post(lead.call, `${NAME}/arrange`, { ids: [row.id], plan }))
  await okay(move(lead.call, NAME, row.id, 'submitted'))
  await okay(move(pi.call, NAME, row.id, 'approved'))
  await okay(post(lead.call, `${NAME}/release`, { ids: [row.id] }))
  await expect.poll(async () => (await read(lead.call, NAME, row.id)).state, { timeout: 60_000 }).toBe('released')
  return read(lead.call, NAME, row.id)
}
const filesOf = async (by: { call: Call }, id: number): Promise<Map<string, string>> => {
  const { data } = await by.call<{ ticket: string }>('/admin/index/ticket', { body: {} })
  const answer = await fetch(`${server.address}/admin/${NAME}/package?id=${id}&server=1&batoken=${data.ticket}`)
  return new Map([...unzip(Buffer.from(await answer.arrayBuffer()))].map(([name, content]) => [name, content.toString()]))
}

test('the package of a closed study says what its data rest on: runs, versions, exceptions, waivers, lock and signature', async () => {
  const parameters: Parameter[] = [
    { id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 }, severity: 'minor' },
    { id: 'name.filled', check: 'not_null', table: 'vitals', columns: ['name'], severity: 'minor' },
  ]
  await okay(post(lead.call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study }))
  const ids = (await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 ORDER BY code', [study])).map(({ id }) => id)
  await sql(`UPDATE control_version SET state = 'active', number = 3 WHERE parameter = ANY($1)`, [ids])
  const set = (await add(lead.call, 'control.set', { code: 'EV-SET', name: 'EV', nameEn: 'EV', study, parameters: ids })).id
  await judge(set)
  await accept('EV-008', EXPLAINED)
  await accept('EV-009', NAMED)
  await add(lead.call, 'study.verification', { study, percent: 100 })
  await okay(move(lead.call, 'study.project', study, 'cleaning'))
  const run = await judge(set)
  expect(run.state).toBe('done')
  await grantWaiver()
  await okay(move(lead.call, 'study.project', study, 'frozen', '清理完毕'))
  await signed(server, pi.call, study)
  await okay(move(lead.call, 'study.project', study, 'locked', '锁库'))

  const row = await released()
  const files = await filesOf(lead, row.id)
  const evidence: Evidence = JSON.parse(files.get('evidence.json') ?? '{}')
  expect(evidence.quality.state).toBe('locked')
  const [judged, ...more] = evidence.quality.runs
  expect(more).toEqual([])
  const by = { engine: 'duckdb', why: { en: expect.stringContaining('50,000,000') }, engineVersion: run['engine'] }
  expect(judged).toMatchObject({ set: 'EV-SET', form: '', evidence: run['evidence'], ...by, isSameData: true })
  // The very bytes that were judged are those that were released.
  expect(judged!.read).toEqual(evidence.sources.map(({ form: name, sha256 }) => ({ form: name, sha256 })))
  expect(judged!.results).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ parameter: 'sbp.range', version: 3, check: 'C02', violated: null, judged: 10 }),
      expect.objectContaining({ parameter: 'name.filled', version: 3, status: 'passed', violated: 0, judged: 10 }),
    ]),
  )
  expect(evidence.quality.exceptions).toEqual([
    expect.objectContaining({ parameter: 'sbp.range', form: 'vitals', field: 'sbp', state: 'accepted', persons: null, by: 'lead' }),
    expect.objectContaining({ parameter: 'sbp.range' }),
  ])
  // A reason that names somebody stays in the house, the other one goes along.
  expect(evidence.quality.exceptions.map(({ reason }) => reason).toSorted()).toEqual(['[…]', EXPLAINED].toSorted())
  expect(evidence.quality.waivers).toMatchObject([{ reason: '源文件已封存，抽查覆盖', titleEn: expect.stringContaining('10') }])
  const [sheet] = await sql<{ hash: string }>('SELECT hash FROM study_signature WHERE study = $1', [study])
  expect(evidence.quality.signatures).toMatchObject([{ hash: sheet!.hash, checkedHash: sheet!.hash, meaning: '已审核' }])
  expect(evidence.quality.locks).toMatchObject([{ scope: 'study', level: 'lock' }])

  // Nobody is named in any file, and the sums are those of the files.
  expect([...files.values()].join('\n')).not.toMatch(/钱某|EV-00\d|13800000008/)
  const page = files.get('report.html') ?? ''
  for (const word of ['sbp.range', EXPLAINED, '源文件已封存，抽查覆盖', sheet!.hash, judged!.read[0]!.sha256]) expect(page).toContain(word)
  const sums = files.get('SHA256SUMS') ?? ''
  expect(sums).toContain(`${createHash('sha256').update(page).digest('hex')}  report.html\n`)
  expect(sums).toContain(
    `${createHash('sha256')
      .update(files.get('evidence.json') ?? '')
      .digest('hex')}  evidence.json\n`,
  )

  // What a format could not hold is said on the page before anybody downloads it.
  type Delivered = { leftOut: { name: string; why: string }[] }
  const delivered = await lead.call<Delivered>(`/admin/${NAME}/delivered`, { query: { id: String(row.id) } })
  expect(delivered.data.leftOut).toEqual([{ name: 'data/vitals.xpt', why: expect.stringContaining('smoking_now') }])
  const inEnglish = await lead.call<Delivered>(`/admin/${NAME}/delivered`, {
    query: { id: String(row.id) },
    headers: { 'think-lang': 'en' },
  })
  expect(inEnglish.data.leftOut[0]!.why).toContain('is not at most 8')
})

const NOW = `/admin/${NAME}/trial`
const wish = async () => {
  const { id } = await add(lead.call, NAME, { study, code: `NOW-${Date.now()}`, title: '计数', purpose: '计数', validUntil: '2099-12-31' })
  const variables = [{ form: formId(), slot: 2, treatment: { kind: 'keep' }, quasi: false }]
  return { id, plan: { site: 'drop', format: 'csv', k: 5, l: 1, sensitive: null, variables } }
}
test('AA-03 counts of a cohort are answered while one waits, to those who may ask, without a value of anybody', async () => {
  const wanted = await wish()
  const none = await lead.call(NOW, { body: wanted })
  expect(none).toMatchObject({ code: 0, msg: expect.stringContaining('没有正在运行的执行进程'), data: { instead: 'task' } })
  const door = await openBeside(server, [assessQuestion])
  try {
    const now = await lead.call<Assessment>(NOW, { body: { ...wanted, cohort: 'sbp >= 130', cohortForm: formId() } })
    expect(now.data.before).toEqual({ subjects: 5, rows: [{ form: 'vitals', rows: 5 }] })
    expect(JSON.stringify(now)).not.toMatch(/钱某|EV-00/)
    const few = await lead.call<Assessment>(NOW, { body: { ...wanted, cohort: 'sbp >= 300', cohortForm: formId() } })
    expect(few.data.before.subjects).toBeNull()
    expect((await lead.call(NOW, { body: { ...wanted, cohort: 'sbp >', cohortForm: formId() } })).msg).toContain('队列条件有误')
    expect((await lead.call(NOW, { body: { ...wanted, plan: 1 } })).code).toBe(0)
    // Of no variable there is nothing to count, with a cohort or without: said in words, not by a worker that fails.
    const nothing = { ...wanted, plan: { ...wanted.plan, variables: [] } }
    expect(await lead.call(NOW, { body: nothing })).toMatchObject({ code: 0, msg: '请先选变量，再试算' })
    expect((await lead.call(NOW, { body: { ...nothing, cohort: 'sbp >= 130', cohortForm: formId() } })).msg).toBe('请先选变量，再试算')
    expect((await lead.call(NOW, { body: nothing, headers: { 'think-lang': 'en' } })).msg).toContain('Choose variables first')
    const { id, ...given } = nothing
    expect((await post(lead.call, `${NAME}/assess`, { ids: [id], ...given })).msg).toContain('先选变量')
    const passer = await person(server, 'passer', RULES)
    expect((await passer.call(NOW, { body: wanted })).code).toBe(0)
  } finally {
    await door.close()
  }
})

test('AA-03 a count that waits has ten seconds, ends with its request, and is one of two at a time', async () => {
  await proveLane(server, formId(), assessQuestion, { path: NOW, headers: { batoken: lead.token }, body: await wish() })
})
