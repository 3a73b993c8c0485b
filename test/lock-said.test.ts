import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finding } from '../src/areas/finding/index.ts'
import { entering } from '../src/areas/qc-run/server/mass/task.ts'
import { query } from '../src/areas/query/index.ts'
import type { ActionSpec } from '../src/kernel/index.ts'
import { SCOPES } from '../src/study/lock/held.ts'
import type { Scope } from '../src/study/lock/held.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, post, publish, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|query|finding|qc|control)(/|$)`)
let server: TestServer
let manager: Person
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
})
afterAll(() => server.close())

type Built = Record<Scope, number> & { finding: number; query: number; name: string }
let number = 0
/** A record that a gather project brought, with a finding and a query about it. */
const built = async (): Promise<Built> => {
  const code = `LS-${++number}`
  const { call } = manager
  const { study, visit } = await collecting(call, code, department, manager.id)
  const { forms } = await publish(call, study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }))
  const formId = forms[0]!.id
  const name = `clinical.data.f${formId}`
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const gather = await add(call, 'gather.project', { study, code: `${code}-G`, name: '上传', nameEn: 'Upload', channel: 'upload' })
  const record = await add(call, name, { subject: subject.id, visit, instance: 1, v1: '120' })
  await sql(
    `WITH d AS (INSERT INTO gather_delivery (study, gather, number, name) VALUES ($1, $2, 1, 'd') RETURNING id)
     UPDATE "record"."t${formId}" SET delivery_id = d.id, state = 'submitted' FROM d`,
    [study, gather.id],
  )
  const asked = await post<{ ids: number[] }>(call, 'query/raise', { form: formId, record: record.id, field: 'v1', text: '请核对' })
  expect(asked.code, asked.msg).toBe(1)
  const [run] = await sql<{ id: number }>(`INSERT INTO qc_run (title, title_en, study) VALUES ($1, $1, $2) RETURNING id`, [code, study])
  const [found] = await sql<{ id: number }>(
    `INSERT INTO finding (name, parameter, severity, study, form, subject, visit, record, fingerprint, hash, first_run, state_run)
     SELECT $1, min(id), 'minor', $2, $3, $4, $5, $6, $1, 'h', $7, $7 FROM control_parameter RETURNING id`,
    [code, study, formId, subject.id, visit, record.id, run!.id],
  )
  return {
    study,
    gather: gather.id,
    form: formId,
    visit,
    subject: subject.id,
    record: record.id,
    finding: found!.id,
    query: asked.data.ids[0]!,
    name,
  }
}
/** The study's own moves want a signature; here only the row that they bring counts. */
const close = async (at: Built, scope: Scope, level: string): Promise<void> => {
  const own = scope === 'study' ? {} : { [scope]: at[scope], ...(scope === 'record' ? { form: at.form } : {}) }
  const columns = Object.entries({
    study: at.study,
    scope,
    level,
    title: scope,
    state: level === 'lock' ? 'locked' : 'frozen',
    reason: '核对',
    since: new Date().toISOString(),
    by: manager.id,
    ...own,
  })
  await sql(
    `INSERT INTO study_lock (${columns.map(([name]) => `"${name}"`).join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    columns.map(([, value]) => value),
  )
}
const said = (at: Built) =>
  sql(
    `SELECT (SELECT to_jsonb(q) FROM query q WHERE id = $1) AS query, (SELECT to_jsonb(f) FROM finding f WHERE id = $2) AS finding,
    (SELECT count(*)::int FROM query_entry WHERE query = $1) AS entries, (SELECT count(*)::int FROM query WHERE study = $3) AS queries`,
    [at.query, at.finding, at.study],
  )

const GIVEN = {
  note: '如原始记录',
  text: '请核对',
  reason: '核对',
  category: 'confirmed',
  assignees: [],
  members: [],
  delivery: 1,
  due: null,
  until: null,
}
/** Every verb of both areas as it is declared: a new one is tried without being named here. */
const verbs = (actions: Readonly<Record<string, ActionSpec>>) =>
  Object.entries(actions).flatMap(([action, { on, pure, beside, input = {} }]) =>
    pure || beside || on === 'list' ? [] : [{ action, input: Object.keys(input) }],
  )
const VERBS = [
  ...verbs(query.actions).map((verb) => ({ area: 'query' as const, ...verb })),
  ...verbs(finding.actions).map((verb) => ({ area: 'finding' as const, ...verb })),
]

describe.each(SCOPES)('what is said about data: %s', (scope) => {
  test('is closed with it by a lock, verb by verb', async () => {
    const at = await built()
    await close(at, scope, 'lock')
    const before = JSON.stringify(await said(at))
    expect(VERBS.length).toBeGreaterThan(10)
    for (const { area, action, input } of VERBS) {
      const given = Object.fromEntries(Object.entries(GIVEN).filter(([name]) => input.includes(name)))
      const answer = await post(manager.call, `${area}/${action}`, { ids: [at[area]], ...given })
      expect([area, action, answer.msg]).toEqual([area, action, expect.stringMatching(/已由manager于 .* 锁定，其中的数据不能修改$/)])
    }
    const raised = await post(manager.call, 'query/raise', { form: at.form, record: at.record, field: 'v1', text: '再问' })
    expect(raised.msg).toMatch(/锁定，其中的数据不能修改$/)
    const marked = await post(manager.call, 'study.mark/mark', { form: at.form, kind: 'source' })
    expect(marked.msg).toMatch(/锁定，其中的数据不能修改$/)
    expect(JSON.stringify(await said(at))).toBe(before)
  })

  test('what was asked before the lock, and nobody can answer any more, is closed with a reason by whoever decides; nothing else', async () => {
    const at = await built()
    await sql('UPDATE finding SET query = $2, state = $3 WHERE id = $1', [at.finding, at.query, 'queried'])
    await close(at, scope, 'lock')
    const shown = async () => {
      const { data } = await manager.call<{ row: { _may: object } }>('/admin/query/read', { query: { id: String(at.query) } })
      const { data: thread } = await manager.call<{ next: string | null }>('/admin/query/thread', { query: { id: String(at.query) } })
      return { may: data.row._may, next: thread.next }
    }
    // The desk counts it where something can be done about it, and the door leads to exactly those.
    const waiting = async (locked: string) => {
      const search = [
        { field: 'state', operator: 'IN', val: 'open' },
        { field: 'locked', operator: '=', val: locked },
      ]
      const { data } = await manager.call<{ list: { id: number }[] }>('/admin/query/index', {
        query: { search: JSON.stringify(search), limit: '100' },
      })
      return data.list.map(({ id }) => id).includes(at.query)
    }
    expect([await waiting('0'), await waiting('1')]).toEqual([false, true])
    expect(await shown()).toEqual({ may: { answer: false, decide: false, cancel: false, remark: false, close: true }, next: 'locked' })
    const silent = await post(manager.call, 'query/close', { ids: [at.query], note: ' ', accept: false })
    expect([silent.code, silent.msg]).toEqual([0, expect.stringMatching(/^这条质疑所问的数据已锁定.*请写明.*理由/)])
    const closed = await post(manager.call, 'query/close', { ids: [at.query], note: '与原始资料一致，不改', accept: false })
    expect([closed.code, closed.msg]).toEqual([1, expect.anything()])
    expect(await said(at)).toMatchObject([{ query: { state: 'closed', proved: false }, finding: { state: 'new' } }])
    expect(await shown()).toMatchObject({ may: { close: false }, next: null })
    const [told] = await sql(
      `SELECT actor_id AS by, reason FROM audit_entry WHERE resource = 'query' AND record_id = $1 AND changes ? 'state' ORDER BY id DESC LIMIT 1`,
      [String(at.query)],
    )
    expect(told).toEqual({ by: manager.id, reason: '与原始资料一致，不改' })
    // It is a verb of the query alone: the record behind it stays shut.
    expect((await post(manager.call, `${at.name}/edit`, { id: at.record, v1: '121' }, '试试')).msg).toMatch(/锁定/)
  })

  test('goes on while it is only frozen', async () => {
    const at = await built()
    await close(at, scope, 'freeze')
    expect(await post(manager.call, 'query/remark', { ids: [at.query], note: '说明' })).toMatchObject({ code: 1 })
    // Who can still answer is waited for.
    expect(await post(manager.call, 'query/close', { ids: [at.query], note: '说明', accept: false })).toMatchObject({ code: 0 })
    expect(await post(manager.call, 'finding/accept', { ids: [at.finding], reason: '如实' })).toMatchObject({ code: 1 })
  })
})

test('what was asked for before a lock, and has its turn after it, is refused in the same words', async () => {
  const at = await built()
  await sql('UPDATE finding SET mass_count = 60000, subject = NULL, visit = NULL, record = NULL WHERE id = $1', [at.finding])
  await sql(`UPDATE qc_run SET violations = repeat('0', 64), told = '{"hidden":{},"slots":{},"discreet":[]}' WHERE study = $1`, [at.study])
  const asked = await post<{ task: number }>(manager.call, 'finding/oneByOne', { ids: [at.finding] })
  expect(asked.code, asked.msg).toBe(1)
  await close(at, 'form', 'lock')
  const before = JSON.stringify(await said(at))
  const worker = await workBeside(server.backend, [entering])
  try {
    const task = async () =>
      (await sql<{ state: string; error: unknown }>('SELECT state, error FROM task WHERE id = $1', [asked.data.task]))[0]
    await expect.poll(async () => (await task())?.state).toMatch(/done|failed|parked/)
    expect(await task()).toMatchObject({ state: 'failed', error: { 'zh-cn': expect.stringMatching(/锁定，其中的数据不能修改$/) } })
    expect(JSON.stringify(await said(at))).toBe(before)
  } finally {
    await worker.stop()
  }
})
