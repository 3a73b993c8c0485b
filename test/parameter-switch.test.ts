import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Parameter } from '#qc'
import { MOST_QUESTIONS } from '../src/areas/qc-run/server/question.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = /^(study|clinical|query|finding|control|qc|analysis|approval)(?!.*\/(all|reveal)$)(\/|$)/
let server: TestServer
let worker: { stop(): Promise<void> }
let manager: Person
let second: Person
let site: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [running])
  const { call: root } = await server.login()
  await sql(`UPDATE routine_config SET value = '0' WHERE name = 'recheck_seconds'`)
  department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  manager = await person(server, 'manager', RULES)
  second = await person(server, 'second', RULES)
  site = await person(server, 'site', RULES)
  call = manager.call
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

type Switches = { autoQuery?: boolean; gates?: string[]; messageZh?: string; messageEn?: string }
type Built = { study: number; visit: number; form: number; set: number; name: string; sbp: number; dbp: number }
let number = 0
/** A study with two rules in force; the first has these switches. */
const built = async ({ autoQuery = false, gates = [], messageZh = '', messageEn = '' }: Switches, isSite = true): Promise<Built> => {
  const code = `SW-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  await add(call, 'study.member', { study, admin: second.id, role: 'dataManager' })
  if (isSite) await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'sbp', { type: 'integer' }), variable('vitals', 'dbp', { type: 'integer' })],
  }))
  const parameters: Parameter[] = [
    { id: `sbp.${number}`, check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 }, severity: 'minor' },
    { id: `dbp.${number}`, check: 'range', table: 'vitals', columns: ['dbp'], params: { min: 30, max: 150 }, severity: 'minor' },
  ]
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })).toMatchObject({ code: 1 })
  const ids = (await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 ORDER BY code DESC', [study])).map(
    ({ id }) => id,
  )
  await sql(
    `UPDATE control_version SET state = 'active', auto_query = $2, gates = $3, message_zh = $4, message_en = $5 WHERE parameter = $1`,
    [ids[0], autoQuery, gates, messageZh, messageEn],
  )
  await sql(`UPDATE control_version SET state = 'active' WHERE parameter = $1`, [ids[1]])
  const set = (await add(call, 'control.set', { code, name: code, nameEn: code, study, parameters: ids })).id
  const id = forms[0]!.id
  return { study, visit, form: id, set, name: `clinical.data.f${id}`, sbp: ids[0]!, dbp: ids[1]! }
}
const enter = async ({ study, visit, name }: Built, values: object): Promise<number> => {
  const subject = await add(call, 'study.subject', { study, code: `P${++number}`, department })
  return (await add(call, name, { subject: subject.id, visit, ...values })).id
}
/** Over the whole study, as a freeze wants it. */
const started = async ({ study, set }: Built): Promise<number> => {
  const { code, msg, data } = await post<{ id: number }>(call, 'qc.run/judge', { study, set })
  expect([code, msg]).toEqual([1, msg])
  return data.id
}
const judged = async (at: Built): Promise<number> => {
  const run = await started(at)
  await expect
    .poll(() => sql(`SELECT state FROM qc_run WHERE study = $1 AND state NOT IN ('done', 'failed')`, [at.study]), { timeout: 60_000 })
    .toEqual([])
  expect(await read(call, 'qc.run', run)).toMatchObject({ state: 'done' })
  return run
}
type Asked = { id: number; state: string; record: number | null; author: number | null; text: string; assignees: number[] }
const queriesOf = ({ study }: Built) =>
  sql<Asked>('SELECT id, state, record, author, text, assignees FROM query WHERE study = $1 ORDER BY id', [study])
const findingsOf = ({ form: of }: Built, record: number) =>
  sql<{ id: number; state: string; field: string; query: number | null }>(
    'SELECT id, state, field, query FROM finding WHERE form = $1 AND record = $2 ORDER BY field',
    [of, record],
  )
type Thread = { entries: { kind: string; by: string | null; text: string | null; facts: { isFallback?: boolean } | null }[] }
const threadOf = async (id: number) => (await call<Thread>('/admin/query/thread', { query: { id: String(id) } })).data.entries

describe('a parameter that asks by itself', () => {
  const MESSAGES = { messageZh: '收缩压应在 60 到 260 之间', messageEn: 'Systolic pressure lies between 60 and 260' }

  test('a new finding is asked about by the system in the words of the rule, and the re-check closes it with proof', async () => {
    const at = await built({ autoQuery: true, ...MESSAGES })
    const record = await enter(at, { v1: '900', v2: '999' })
    const run = await judged(at)
    const [query, ...more] = await queriesOf(at)
    expect(more).toEqual([])
    expect(query).toMatchObject({ state: 'open', record, author: null, assignees: [site.id] })
    expect(query!.text.split('\n')).toEqual([
      `sbp为“900”：${MESSAGES.messageZh}。`,
      '请核对原始资料：有误请更正，无误请说明原因。',
      `sbp is “900”: ${MESSAGES.messageEn}.`,
      'Please check the source: correct what is wrong, or explain why it is right.',
    ])
    // The rule beside it does not ask.
    expect(await findingsOf(at, record)).toMatchObject([
      { field: 'dbp', state: 'new', query: null },
      { field: 'sbp', state: 'queried', query: query!.id },
    ])
    const [, sbp] = await findingsOf(at, record)
    expect(await sql('SELECT "to", cause, by, run FROM finding_event WHERE finding = $1 ORDER BY id', [sbp!.id])).toEqual([
      { to: 'new', cause: 'data', by: null, run },
      { to: 'queried', cause: 'query', by: null, run },
    ])
    expect(await threadOf(query!.id)).toMatchObject([
      { kind: 'raised', by: null },
      { kind: 'assigned', by: null, facts: { isFallback: false } },
    ])
    const { data } = await site.call<{ list: { kind: string; address: string }[] }>('/admin/notification/index')
    expect(data.list).toContainEqual(expect.objectContaining({ kind: 'query.assigned', address: `/admin/query/${query!.id}` }))
    expect(await post(site.call, 'query/answer', { ids: [query!.id], category: 'corrected', value: '120' })).toMatchObject({ code: 1 })
    await expect.poll(async () => (await queriesOf(at))[0]?.state, { timeout: 60_000 }).toBe('closed')
    expect((await threadOf(query!.id)).at(-1)).toMatchObject({ kind: 'proved', by: null })
    expect((await findingsOf(at, record))[1]).toMatchObject({ state: 'resolved' })
    // What comes back is asked about by the same query.
    expect(await post(call, `${at.name}/edit`, { id: record, v1: '901' }, '再次录入')).toMatchObject({ code: 1 })
    await judged(at)
    expect(await queriesOf(at)).toMatchObject([{ id: query!.id, state: 'open' }])
  })

  test('nothing is asked twice: not by the next run, not of what somebody took back, not without the switch', async () => {
    const at = await built({ autoQuery: true })
    const record = await enter(at, { v1: '900', v2: '80' })
    await judged(at)
    await judged(at)
    const [query, ...more] = await queriesOf(at)
    expect(more).toEqual([])
    // Without a message the rule says its name; the site's manager takes the question back.
    expect(query!.text).not.toBe('')
    expect(await post(call, 'query/cancel', { ids: [query!.id], reason: '设备原因' })).toMatchObject({ code: 1 })
    expect(await findingsOf(at, record)).toMatchObject([{ state: 'new' }])
    await judged(at)
    expect(await queriesOf(at)).toMatchObject([{ state: 'cancelled' }])
    const off = await built({})
    await enter(off, { v1: '900', v2: '80' })
    await judged(off)
    expect(await queriesOf(off)).toEqual([])
  })

  test('a run that is stopped in its last moment and begun again asks once', async () => {
    const at = await built({ autoQuery: true })
    const record = await enter(at, { v1: '900', v2: '80' })
    const owner = openDatabase(server.backend.config.DATABASE_OWNER_URL ?? '', { max: 1 })
    await owner.query(`CREATE FUNCTION not_yet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not yet'; END $$`)
    await owner.query(`CREATE TRIGGER not_yet BEFORE UPDATE ON qc_run FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION not_yet()`)
    const run = await started(at)
    const task = async () =>
      (
        await sql<{ id: number; tries: number; error: unknown }>(
          `SELECT id, tries, error FROM task WHERE kind = 'qc.run' AND input ->> 'run' = $1`,
          [String(run)],
        )
      )[0]
    await expect.poll(async () => (await task())?.error ?? null, { timeout: 60_000 }).not.toBeNull()
    expect(await queriesOf(at)).toEqual([])
    expect(await findingsOf(at, record)).toEqual([])
    await owner.query('DROP TRIGGER not_yet ON qc_run')
    await owner.close()
    await sql(`UPDATE task SET run_after = now() WHERE id = $1`, [(await task())!.id])
    await expect.poll(async () => (await read(call, 'qc.run', run)).state, { timeout: 60_000 }).toBe('done')
    expect(await queriesOf(at)).toMatchObject([{ state: 'open', record }])
    expect(await findingsOf(at, record)).toMatchObject([{ state: 'queried' }])
  })

  test('a site without a coordinator: the managers of the data are asked, and the thread says so', async () => {
    const at = await built({ autoQuery: true }, false)
    await enter(at, { v1: '900', v2: '80' })
    await judged(at)
    const [query] = await queriesOf(at)
    expect(query!.assignees.toSorted((a, b) => a - b)).toEqual([manager.id, second.id].toSorted((a, b) => a - b))
    expect((await threadOf(query!.id))[1]).toMatchObject({ kind: 'assigned', facts: { isFallback: true } })
  })

  test('nobody who could answer, or far too many at once: the run is entered all the same and its task says why', async () => {
    const saying = async (run: number) =>
      JSON.stringify(
        await sql(
          `SELECT e.data FROM task_event e JOIN task t ON t.id = e.task WHERE t.kind = 'qc.run' AND t.input ->> 'run' = $1 AND e.kind = 'log'`,
          [String(run)],
        ),
      )
    const alone = await built({ autoQuery: true }, false)
    await enter(alone, { v1: '900', v2: '80' })
    await sql('UPDATE study_member SET "to" = now() WHERE study = $1 AND role <> $2', [alone.study, 'monitor'])
    const { data } = await (
      await server.login()
    ).call<{ id: number }>('/admin/qc.run/judge', {
      body: { study: alone.study, form: alone.form, set: alone.set },
    })
    const stateOf = async () => (await sql<{ state: string }>('SELECT state FROM qc_run WHERE id = $1', [data.id]))[0]?.state
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('done')
    expect(await queriesOf(alone)).toEqual([])
    expect(await saying(data.id)).toContain('研究团队中没有可以答复的人')

    const many = await built({ autoQuery: true })
    const first = await enter(many, { v1: '900', v2: '80' })
    await sql(`INSERT INTO study_subject (study, code, department) SELECT $1, 'M' || n, $2 FROM generate_series(1, $3::int) n`, [
      many.study,
      department,
      MOST_QUESTIONS,
    ])
    const columns = await sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'record' AND table_name = $1 AND column_name NOT IN ('id', 'subject')`,
      [`t${many.form}`],
    )
    const [into, from] = ['', 'r.'].map((of) => columns.map(({ name }) => `${of}"${name}"`).join(', '))
    await sql(
      `INSERT INTO record.t${many.form} (subject, ${into}) SELECT s.id, ${from} FROM study_subject s JOIN record.t${many.form} r ON r.id = $2
        WHERE s.study = $1 AND s.code LIKE 'M%'`,
      [many.study, first],
    )
    const run = await judged(many)
    expect(await read(call, 'qc.run', run)).toMatchObject({ appeared: MOST_QUESTIONS + 1 })
    expect(await queriesOf(many)).toEqual([])
    expect(await saying(run)).toContain(`超过 ${MOST_QUESTIONS} 个`)
  })
})

describe('a parameter that holds a step back', () => {
  type Blocked = { blockers: { text: string; address: string; waiver?: string }[] }
  const refusalOf = ({ code, data }: { code: number; data: unknown }) => (code === 1 ? [] : (data as Blocked).blockers)
  const freezing = async ({ study }: Built) => refusalOf(await move(call, 'study.project', study, 'frozen', '清理完毕'))
  /** The findings that a door leads to. */
  const behind = async (address: string) => {
    const search = new URL(address, 'http://localhost').searchParams.getAll('filter').map((filter) => {
      const [field, operator, val] = filter.split(':')
      return { field, operator, val }
    })
    return (await call<{ list: { id: number }[] }>('/admin/finding/index', { query: { search: JSON.stringify(search) } })).data.list.map(
      ({ id }) => id,
    )
  }
  /** Judged, with a minor finding of each rule: the first has the gate. */
  const cleaned = async (gates: string[]) => {
    const at = await built({ gates })
    const record = await enter(at, { v1: '900', v2: '999' })
    expect(await move(call, at.name, record, 'submitted')).toMatchObject({ code: 1 })
    await judged(at)
    const [, sbp] = await findingsOf(at, record)
    return { ...at, finding: sbp!.id }
  }
  const cleaning = async (gates: string[]) => {
    const at = await cleaned(gates)
    expect(await move(call, 'study.project', at.study, 'cleaning')).toMatchObject({ code: 1 })
    return at
  }

  test('freeze: a minor finding of it stands in the way with a door to exactly that, until it is settled', async () => {
    const at = await cleaning(['freeze'])
    const blockers = await freezing(at)
    expect(blockers).toMatchObject([{ text: '参数的“冻结”关卡：还有 1 个问题没有解决', waiver: expect.any(String) }])
    expect(await behind(blockers[0]!.address)).toEqual([at.finding])
    // Somebody being at it settles nothing.
    expect(await post(call, 'finding/fix', { ids: [at.finding] })).toMatchObject({ code: 1 })
    expect(await freezing(at)).toHaveLength(1)
    expect(await post(call, 'finding/accept', { ids: [at.finding], reason: '核对过原始记录' })).toMatchObject({ code: 1 })
    expect(await freezing(at)).toEqual([])
    expect(await read(call, 'study.project', at.study)).toMatchObject({ state: 'frozen' })
  })

  test('a rule that was taken out of its set holds nothing back any more, and asks for no other run; put back, it does', async () => {
    const at = await cleaning(['freeze'])
    await sql(`UPDATE finding SET severity = 'major' WHERE study = $1`, [at.study])
    expect(await freezing(at)).toMatchObject([{ text: '还有 2 个严重问题没有处理' }, { text: '参数的“冻结”关卡：还有 1 个问题没有解决' }])
    const hold = async (parameters: number[]) =>
      expect(
        await post(call, 'control.set/edit', { id: at.set, version: (await read(call, 'control.set', at.set)).version, parameters }),
      ).toMatchObject({
        code: 1,
      })
    await hold([at.dbp])
    const held = await freezing(at)
    expect(held).toMatchObject([{ text: '还有 1 个严重问题没有处理' }])
    expect(await behind(held[0]!.address)).toHaveLength(1)
    expect(await behind(held[0]!.address)).not.toContain(at.finding)
    await hold([at.sbp, at.dbp])
    expect(await freezing(at)).toHaveLength(2)
  })

  test('accepted until a day that is over, it stands in the way again, before any run says so', async () => {
    const at = await cleaning(['freeze'])
    const asked = { ids: [at.finding], reason: '等原始记录', until: '2099-12-31' }
    expect(await post(call, 'finding/accept', asked)).toMatchObject({ code: 1 })
    await sql(`UPDATE finding SET accepted_until = (now() AT TIME ZONE 'Asia/Shanghai')::date - 1 WHERE id = $1`, [at.finding])
    const [blocker] = await freezing(at)
    expect(blocker?.text).toContain('接受期限已过的问题：1 个')
    expect(await behind(blocker!.address)).toEqual([at.finding])
    // The last day is a day of it.
    await sql(`UPDATE finding SET accepted_until = (now() AT TIME ZONE 'Asia/Shanghai')::date WHERE id = $1`, [at.finding])
    expect(await freezing(at)).toEqual([])
  })

  test('what a rule found stays with its next version, and is settled with a reason when the rule is retired', async () => {
    const at = await cleaning(['freeze'])
    const stateOf = () => read(call, 'finding', at.finding)
    const { parameter } = (await stateOf()) as unknown as { parameter: number }
    const versionOf = async (number: number) =>
      (await sql<{ id: number }>('SELECT id FROM control_version WHERE parameter = $1 AND number = $2', [parameter, number]))[0]!.id
    expect(await post(call, 'control.parameter/revise', { ids: [parameter] })).toMatchObject({ code: 1 })
    await sql(`UPDATE control_version SET state = 'approved' WHERE id = $1`, [await versionOf(2)])
    expect(await move(call, 'control.version', await versionOf(2), 'active')).toMatchObject({ code: 1 })
    expect(await read(call, 'control.version', await versionOf(1))).toMatchObject({ state: 'retired' })
    expect(await stateOf()).toMatchObject({ state: 'new' })
    expect(await move(call, 'control.version', await versionOf(2), 'retired', '方案修订，不再需要')).toMatchObject({ code: 1 })
    expect(await stateOf()).toMatchObject({ state: 'resolved', cause: 'rule', reason: '方案修订，不再需要' })
    const events = await sql('SELECT "from", "to", cause, reason FROM finding_event WHERE finding = $1 ORDER BY id DESC LIMIT 1', [
      at.finding,
    ])
    expect(events).toEqual([{ from: 'new', to: 'resolved', cause: 'rule', reason: '方案修订，不再需要' }])
  })

  test('two people waive it for a freeze', async () => {
    const at = await cleaning(['freeze'])
    const [blocker] = await freezing(at)
    await add(call, 'study.waiver', { study: at.study, blocker: blocker!.waiver, reason: '原始记录已封存' })
    expect(await freezing(at)).toHaveLength(1)
    const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE state = 'requested' ORDER BY id DESC LIMIT 1`)
    expect(await post(second.call, 'approval/approve', { ids: [asked!.id] })).toMatchObject({ code: 1 })
    expect(await freezing(at)).toEqual([])
  })

  test('lock: the study freezes, and is not locked over it; nobody waives that', async () => {
    const at = await cleaning(['lock'])
    expect(await freezing(at)).toEqual([])
    const held = refusalOf(await move(call, 'study.project', at.study, 'locked', '锁库')).filter(({ text }) => text.includes('“锁库”关卡'))
    expect(held).toHaveLength(1)
    expect(held[0]).not.toHaveProperty('waiver')
    expect(await behind(held[0]!.address)).toEqual([at.finding])
  })

  test('release: the package is not made over it', async () => {
    const at = await cleaned(['release'])
    const validUntil = '2099-12-31'
    const row = await add(call, 'analysis.project', { study: at.study, code: 'G-1', title: '血压', purpose: '随访', validUntil })
    // How it came to be approved is told elsewhere.
    await sql(`UPDATE analysis_project SET state = 'approved' WHERE id = $1`, [row.id])
    const release = () => post<unknown>(call, 'analysis.project/release', { ids: [row.id] })
    const held = refusalOf(await release())
    expect(held).toMatchObject([{ text: '参数的“发布”关卡：还有 1 个问题没有解决' }])
    expect(await behind(held[0]!.address)).toEqual([at.finding])
    // The page says so before anybody asks for it.
    const ahead = async () =>
      (await call<{ blockers: unknown[] }>('/admin/analysis.project/delivered', { query: { id: String(row.id) } })).data.blockers
    expect(await ahead()).toEqual([{ text: held[0]!.text, address: held[0]!.address }])
    expect(await post(call, 'finding/accept', { ids: [at.finding], reason: '核对过原始记录' })).toMatchObject({ code: 1 })
    expect(await ahead()).toEqual([])
    await sql(`UPDATE analysis_project SET valid_until = '2020-01-01' WHERE id = $1`, [row.id])
    expect(await ahead()).toMatchObject([{ text: '有效期已过' }])
    await sql(`UPDATE analysis_project SET valid_until = $2 WHERE id = $1`, [row.id, validUntil])
    expect(await release()).toMatchObject({ code: 1 })
  })
})
