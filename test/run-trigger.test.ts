import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scheduled } from '../src/areas/qc-run/server/scheduled.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { fireDue } from '../src/server/task/schedule.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { accept, built, call, deliver, departments, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { add, collecting, move, post, read } from './study-kit.ts'
import type { Row } from './study-kit.ts'
import { toolsOf } from './worker.ts'

withDeliveries()
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
const TASKS = [running, scheduled]
const startWork = async () => {
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: TASKS,
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
}
beforeAll(async () => {
  await startWork()
  // Runs are asked for by the tests: one that begins by itself after an edit would be there first.
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
})
afterAll(async () => {
  await worker.stop()
  expect(failures).toEqual([])
})

const RULES = [{ id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } }]
/** A set of the study with one rule in force. */
const setOf = async (study: number, more: object = {}): Promise<number> => {
  const parameters = RULES.map((rule) => ({ ...rule, id: `${rule.id}.${study}.${randomUUID().slice(0, 8)}` }))
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active' WHERE state = 'draft'`)
  const [rule] = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 ORDER BY id DESC LIMIT 1', [study])
  const names = { code: `set-${study}-${rule!.id}`, name: `随访 ${study}`, nameEn: `Follow-up ${study}` }
  return (await add(call, 'control.set', { ...names, study, parameters: [rule!.id], ...more })).id
}
const runsOf = (study: number) => sql<Row>('SELECT * FROM qc_run WHERE study = $1 ORDER BY id', [study])
const settled = async (study: number, count: number): Promise<Row[]> => {
  const states = async () => (await runsOf(study)).map(({ state }) => state)
  await expect.poll(states, { timeout: 60_000 }).toEqual(Array.from({ length: count }, () => 'done'))
  return runsOf(study)
}
const filled = async (): Promise<Built> => {
  const all = await built()
  await accept(await deliver(all.gather, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS2,V1,130,85\n'))
  return all
}

describe('a stored delivery', () => {
  test('is judged by the set of its gather project, and the run names it', async () => {
    const { study, gather, form } = await built()
    const set = await setOf(study)
    expect(await post(call, 'gather.project/edit', { id: gather, version: 2, controlSet: set })).toMatchObject({ code: 1 })
    const delivery = await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS2,V1,130,85\n')
    expect(await runsOf(study)).toEqual([])
    expect(await accept(delivery)).toMatchObject({ state: 'accepted' })
    const [run] = await settled(study, 1)
    expect(run).toMatchObject({ trigger: 'intake', delivery: delivery.id, form, set, appeared: 1, rows: 2 })
    const { data } = await call<{ list: Row[] }>('/admin/qc.run/index', {
      query: { search: JSON.stringify([{ field: 'delivery', operator: '=', val: String(delivery.id) }]) },
    })
    expect(data.list.map(({ id }) => id)).toEqual([run!.id])
  })
  test('is stored also where its set can judge nothing; the task says why', async () => {
    const { study, gather } = await built()
    const set = await setOf(study, { status: false })
    expect(await post(call, 'gather.project/edit', { id: gather, version: 2, controlSet: set })).toMatchObject({ code: 1 })
    const delivery = await accept(await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,120,80\n'))
    expect(delivery).toMatchObject({ state: 'accepted', rowsStored: 1 })
    expect(await runsOf(study)).toEqual([])
    const said = await sql<{ data: unknown }>(
      `SELECT e.data FROM task_event e JOIN task t ON t.id = e.task WHERE t.kind = 'delivery.store' AND t.record = $1 AND e.kind = 'log'`,
      [String(delivery.id)],
    )
    expect(JSON.stringify(said)).toMatch(/已停用|is disabled/)
  })
  test('takes no set of another study, and a set no rule of another', async () => {
    const { gather, study: own } = await built()
    const { study } = await collecting(call, 'OTHER-SET', departments[0], 1)
    const set = await setOf(study)
    const { parameters } = (await read(call, 'control.set', set)) as unknown as { parameters: number[] }
    for (const of of [{ study: own }, {}]) {
      const mixed = await post(call, 'control.set/add', { code: 'mixed', name: '混合', nameEn: 'mixed', parameters, ...of })
      expect([mixed.code, mixed.msg]).toEqual([0, expect.stringMatching(/属于另一项研究|another study/)])
    }
    const answer = await post(call, 'gather.project/edit', { id: gather, version: 2, controlSet: set })
    expect([answer.code, answer.msg]).toEqual([0, expect.stringMatching(/不属于这项研究|another study/)])
  })
})

describe('the clock of a control set', () => {
  const clockOf = async (set: number) => (await sql('SELECT cron, zone, kind FROM schedule WHERE name = $1', [`control.set.${set}`]))[0]
  test.each([
    [{ cron: '61 2 * * *' }, /“61 2 \* \* \*”/],
    [{ cron: '0 0 2 * * *' }, /“0 0 2 \* \* \*”/],
    [{ cron: '0 2 31 2 *' }, /永远不会|never comes/],
    [{ cron: '*/5 * * * *' }, /15/],
    [{ cron: '0 2 * * *', zone: 'Asia/Nowhere' }, /Asia\/Nowhere/],
  ])('%j is refused with a sentence', async (clock, sentence) => {
    const { study } = await collecting(call, `CLOCK-${randomUUID().slice(0, 8)}`, departments[0], 1)
    const set = await setOf(study)
    const { version } = await read(call, 'control.set', set)
    const answer = await post(call, 'control.set/edit', { id: set, version, ...clock })
    expect([answer.code, answer.msg]).toEqual([0, expect.stringMatching(sentence)])
    expect(await clockOf(set)).toBeUndefined()
  })
  test('goes with the set: changed, switched off and back on', async () => {
    const { study } = await collecting(call, 'CLOCK-WITH', departments[0], 1)
    const set = await setOf(study, { cron: '0 2 * * *' })
    expect(await clockOf(set)).toEqual({ cron: '0 2 * * *', zone: 'Asia/Shanghai', kind: 'qc.schedule' })
    const change = async (body: object) => {
      const { version } = await read(call, 'control.set', set)
      expect(await post(call, 'control.set/edit', { id: set, version, ...body })).toMatchObject({ code: 1 })
    }
    await change({ cron: '30 3 * * 1', zone: 'Europe/Berlin' })
    expect(await clockOf(set)).toMatchObject({ cron: '30 3 * * 1', zone: 'Europe/Berlin' })
    await change({ status: false })
    expect(await clockOf(set)).toBeUndefined()
    await change({ status: true })
    expect(await clockOf(set)).toMatchObject({ cron: '30 3 * * 1' })
    await change({ cron: '' })
    expect(await clockOf(set)).toBeUndefined()
  })
  test('fires once over many processes, and not for a study that nobody works on', async () => {
    const { study } = await filled()
    const set = await setOf(study, { cron: '0 2 * * *' })
    const due = () => sql(`UPDATE schedule SET next_at = now() - interval '1 minute' WHERE name = $1`, [`control.set.${set}`])
    const tasks = new Map(TASKS.map((task) => [task.kind, task]))
    const fired = async () =>
      Number((await sql<{ n: number }>(`SELECT count(*) AS n FROM task WHERE schedule = $1`, [`control.set.${set}`]))[0]!.n)
    await due()
    await Promise.all(Array.from({ length: 8 }, () => fireDue(server.backend.database, tasks, (error) => expect.fail(String(error)))))
    expect(await fired()).toBe(1)
    const [run] = await settled(study, 1)
    expect(run).toMatchObject({ trigger: 'schedule', set, form: null, delivery: null })
    await sql(`UPDATE study_project SET state = 'archived' WHERE id = $1`, [study])
    await due()
    await fireDue(server.backend.database, tasks, (error) => expect.fail(String(error)))
    const ended = () => sql(`SELECT 1 FROM task WHERE schedule = $1 AND state = 'done'`, [`control.set.${set}`])
    await expect.poll(ended, { timeout: 60_000 }).toHaveLength(2)
    expect(await runsOf(study)).toHaveLength(1)
  })
})

describe('before a study is frozen', () => {
  type Next = { next: { to: string; blockers: { text: string; start: { resource: string; action: string; input: object } | null }[] } }
  const blockers = async (study: number) => {
    const { data } = await call<Next>('/admin/study.project/overview', { query: { id: String(study) } })
    return data.next.blockers.filter(({ start }) => start !== null)
  }
  test('its sets must have judged the data as they are; the blocker starts the run', async () => {
    const { study, form } = await filled()
    await move(call, 'study.project', study, 'cleaning')
    expect(await blockers(study)).toEqual([])
    const set = await setOf(study)
    const [blocker] = await blockers(study)
    expect(blocker).toMatchObject({ text: expect.stringMatching(/随访|Follow-up/) })
    expect((await move(call, 'study.project', study, 'frozen', '收尾')).code).toBe(0)
    const { resource, action, input } = blocker!.start!
    expect(await post(call, `${resource}/${action}`, input)).toMatchObject({ code: 1 })
    const [run] = await settled(study, 1)
    expect(run).toMatchObject({ trigger: 'gate', set, form: null })
    expect(await blockers(study)).toEqual([])

    const [record] = await sql<{ id: number; version: number }>(`SELECT id, version FROM "record"."t${form}" ORDER BY id LIMIT 1`)
    // Who looked at it changes no value.
    await sql(`UPDATE "record"."t${form}" SET state = 'verified', version = version + 1 WHERE id = $1`, [record!.id])
    expect(await blockers(study)).toEqual([])
    const { version } = await read(call, `clinical.data.f${form}`, record!.id)
    const edited = await post(call, `clinical.data.f${form}/edit`, { id: record!.id, version, v2: '128' }, '核对原始记录')
    expect(edited).toMatchObject({ code: 1 })
    expect(await blockers(study)).toHaveLength(1)
    expect(await post(call, 'qc.run/gate', { study, set })).toMatchObject({ code: 1 })
    await settled(study, 2)
    expect(await blockers(study)).toEqual([])
    expect(
      await call(`/admin/clinical.data.f${form}/del`, {
        method: 'DELETE',
        query: { ids: String(record!.id) },
        headers: { 'x-reason': encodeURIComponent('重复') },
      }),
    ).toMatchObject({ code: 1 })
    expect(await blockers(study)).toHaveLength(1)
  })
})

describe('a run whose task ends undone', () => {
  test('has failed in words, and nothing joins it or waits for it', async () => {
    const { study, form } = await filled()
    const set = await setOf(study)
    const [rule] = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [study])
    const [subject] = await sql<{ id: number }>('SELECT id FROM study_subject WHERE study = $1', [study])
    const asked = { study, parameters: [rule!.id], pairs: [{ form, subject: subject!.id }] }
    const ask = async () => (await post<{ id: number; task: number }>(call, 'qc.run/recheck', asked)).data
    const stateOf = async (id: number) => (await sql<Row>('SELECT state, error FROM qc_run WHERE id = $1', [id]))[0]!
    const ends = (id: number, state: string) => expect.poll(async () => (await stateOf(id))['state'], { timeout: 60_000 }).toBe(state)
    const { call: root } = await server.login()
    await worker.stop()
    const cancelled = await ask()
    expect((await ask()).id).toBe(cancelled.id)
    expect(await post(root, 'task/cancel', { ids: [cancelled.task] })).toMatchObject({ code: 1 })
    expect(await stateOf(cancelled.id)).toMatchObject({ state: 'failed', error: { 'zh-cn': expect.stringContaining('取消') } })
    const parked = await ask()
    expect(parked.id).not.toBe(cancelled.id)
    expect(await post(root, 'task/park', { ids: [parked.task] })).toMatchObject({ code: 1 })
    expect(await stateOf(parked.id)).toMatchObject({ state: 'failed', error: { en: expect.stringContaining('parked') } })
    // As such runs were left before there was anybody to end them: their task is gone all the same.
    await sql(`UPDATE qc_run SET state = 'waiting' WHERE id = $1`, [cancelled.id])
    const next = await ask()
    expect([cancelled.id, parked.id]).not.toContain(next.id)
    await sql(`UPDATE qc_run SET state = 'failed' WHERE id = $1`, [cancelled.id])
    await startWork()
    await ends(next.id, 'done')
    // What was parked may still be told to go on, and its run goes on with it.
    expect(await post(root, 'task/retry', { ids: [parked.task] })).toMatchObject({ code: 1 })
    await ends(parked.id, 'done')
    expect(await stateOf(parked.id)).toMatchObject({ error: null })
    // What can never be judged fails at once, in its own words.
    await sql(`UPDATE study_dictionary SET state = 'retired' WHERE study = $1 AND state = 'published'`, [study])
    const hopeless = await ask()
    await ends(hopeless.id, 'failed')
    expect(await stateOf(hopeless.id)).toMatchObject({ error: { en: expect.stringContaining('no published dictionary') } })
    await sql(`UPDATE study_dictionary SET state = 'published' WHERE study = $1 AND state = 'retired'`, [study])
    expect(await post(call, 'qc.run/judge', { study, set, form: null })).toMatchObject({ code: 1 })
  })
})
