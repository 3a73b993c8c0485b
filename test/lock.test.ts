import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsOf } from '../src/server/http/resource-routes.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import type { Ctx } from '../src/server/model/context.ts'
import { Engine } from '../src/server/resource/engine.ts'
import { SCOPES } from '../src/study/lock/held.ts'
import type { Scope } from '../src/study/lock/held.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { signed } from './signing.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval)(/|$)`)
let server: TestServer
let manager: Person
let second: Person
let call: Call
let ctx: Ctx
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  second = await person(server, 'second', RULES)
  call = manager.call
  ctx = systemContext(server.backend)
})
afterAll(() => server.close())

type Built = Record<Scope, number> & { name: string; table: string; other: number; gone: number }
let number = 0
/** A study with a subject, a visit and a form; a record of them that a gather project brought, and one more in the bin. */
const built = async (): Promise<Built> => {
  const code = `LK-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  await add(call, 'study.member', { study, admin: second.id, role: 'dataManager' })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { repeats: true })],
    codelists: [],
    variables: [variable('vitals', 'sbp')],
  }))
  const formId = forms[0]!.id
  const [name, table] = [`clinical.data.f${formId}`, `"record"."t${formId}"`]
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const other = await add(call, 'study.subject', { study, code: `${code}-002`, department })
  const gather = await add(call, 'gather.project', { study, code: `${code}-G`, name: '上传', nameEn: 'Upload', channel: 'upload' })
  const record = await add(call, name, { subject: subject.id, visit, instance: 1, v1: '120' })
  expect((await move(call, name, record.id, 'submitted')).code).toBe(1)
  const gone = await add(call, name, { subject: subject.id, visit, instance: 2, v1: '130' })
  await call(`/admin/${name}/del`, { method: 'DELETE', query: { ids: String(gone.id) } })
  const [delivery] = await sql<{ id: number }>(
    `INSERT INTO gather_delivery (study, gather, number, name, state) VALUES ($1, $2, 1, 'd', 'accepted') RETURNING id`,
    [study, gather.id],
  )
  await sql(`UPDATE ${table} SET delivery_id = $1`, [delivery!.id])
  return {
    study,
    gather: gather.id,
    form: formId,
    visit,
    subject: subject.id,
    record: record.id,
    name,
    table,
    other: other.id,
    gone: gone.id,
  }
}
const lockOf = (at: Built, scope: Scope, level: string) => ({
  study: at.study,
  scope,
  level,
  reason: '核对完毕',
  ...(scope === 'study' ? {} : { [scope]: at[scope] }),
  ...(scope === 'record' ? { form: at.form } : {}),
})
/** The whole study goes by its own moves, everything smaller by a lock. */
const close = async (at: Built, scope: Scope, level: string): Promise<void> => {
  if (scope !== 'study') {
    await add(call, 'study.lock', lockOf(at, scope, level))
    return
  }
  for (const to of ['cleaning', 'frozen'])
    expect(await move(call, 'study.project', at.study, to, '核对完毕'), to).toMatchObject({ code: 1 })
  if (level === 'freeze') return
  await signed(server, call, at.study)
  expect(await move(call, 'study.project', at.study, 'locked', '核对完毕')).toMatchObject({ code: 1 })
}
const rowsOf = async ({ table }: Built) => JSON.stringify(await sql(`SELECT * FROM ${table} ORDER BY id`))
const guards = ({ table }: Built) =>
  sql(`SELECT tgname FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND tgname LIKE 'guard%' ORDER BY 1`)
const SAID = /已由manager于 \d{4}-\d\d-\d\d \d\d:\d\d (冻结|锁定)，其中的数据不能修改$/

type Shown = { id: number; _held?: { why: string; isFinal: boolean } }
const READS = new Set(['index', 'history', 'recycle', 'exportExcel', 'read'])
const IN_BIN = new Set(['restore', 'delete'])
/** A new record of the one that is locked is outside its lock. */
const isOutside = (scope: Scope, action: string) => action === 'add' && (scope === 'record' || scope === 'gather')

describe.each(SCOPES.flatMap((scope) => (['freeze', 'lock'] as const).map((level) => ({ scope, level }))))(
  '$scope $level',
  ({ scope, level }) => {
    test('refuses every call, every method of the engine and every statement, and says who closed what', async () => {
      const at = await built()
      const shown = async () => {
        const { list } = (await call<{ list: Shown[] }>(`/admin/${at.name}/index`)).data
        const read = (await call<{ row: Shown }>(`/admin/${at.name}/read`, { query: { id: String(at.record) } })).data.row
        return [read, list.find(({ id }) => id === at.record)].map((row) => row?._held)
      }
      expect(await shown()).toEqual([undefined, undefined])
      await close(at, scope, level)
      // Whoever reads it is told before they try.
      const held = { why: expect.stringMatching(/已由manager于 .+ (冻结|锁定)$/), isFinal: level === 'lock' }
      expect(await shown()).toEqual([held, held])
      const before = await rowsOf(at)
      const model = await server.backend.engine.open({ ...ctx, language: 'zh-cn' }, at.name)
      const calls = callsOf(model).filter(({ action }) => !READS.has(action) && !isOutside(scope, action))
      expect(calls.map((c) => c.action)).toEqual(expect.arrayContaining(['edit', 'set', 'del', 'restore', 'delete', 'move']))
      for (const { action, methods } of calls) {
        const id = IN_BIN.has(action) && scope !== 'record' ? at.gone : at.record
        if (IN_BIN.has(action) && scope === 'record') continue
        const set = { field: 'v1', rows: [{ id, version: 1, value: '9' }] }
        const born = { subject: at.subject, visit: at.visit, instance: 7 }
        const body = action === 'add' ? { ...born, v1: '9' } : { ...set, ids: [id], id, version: 1, v1: '9', to: 'submitted' }
        const method = methods.find((m) => m !== 'GET') ?? 'GET'
        const why = { headers: { 'x-reason': encodeURIComponent('改') } }
        const answer = await call(
          `/admin/${at.name}/${action}`,
          method === 'POST' ? { body, ...why } : { method, query: { ids: String(id) }, ...why },
        )
        expect(answer, action).toMatchObject({ code: 0, msg: expect.stringMatching(SAID) })
      }
      const { engine } = server.backend
      const gone = scope === 'record' ? null : at.gone
      const entries: Record<string, (() => Promise<unknown>) | null> = {
        ...Object.fromEntries(
          ['constructor', 'write', 'once', 'list', 'get', 'changed', 'history', 'open', 'carryOut', 'attempt', 'rehearse', 'lock'].map(
            (m) => [m, null],
          ),
        ),
        add: isOutside(scope, 'add')
          ? null
          : () => engine.add(ctx, at.name, { subject: at.subject, visit: at.visit, instance: 8, v1: '9' }),
        addAll: isOutside(scope, 'add')
          ? null
          : () => engine.addAll(ctx, at.name, [{ subject: at.subject, visit: at.visit, instance: 9, v1: '9' }]),
        edit: () => engine.edit(ctx, at.name, { id: at.record, v1: '9' }),
        del: () => engine.del(ctx, at.name, [at.record]),
        move: () => engine.move(ctx, at.name, { id: at.record, to: 'submitted' }),
        moveAll: () => engine.moveAll(ctx, at.name, [at.record], 'submitted'),
        restore: gone === null ? null : () => engine.restore(ctx, at.name, [gone]),
        purge: gone === null ? null : () => engine.purge(ctx, at.name, [gone]),
        askPurge: gone === null ? null : () => engine.askPurge(ctx, at.name, [gone]),
        // Forms are neither sorted nor have verbs of their own.
        place: null,
        act: null,
      }
      expect(Object.getOwnPropertyNames(Engine.prototype).toSorted()).toEqual(Object.keys(entries).toSorted())
      for (const [name, run] of Object.entries(entries))
        if (run) await expect(run(), name).rejects.toMatchObject({ key: 'record.scopeLocked' })
      const statements = [
        ...(isOutside(scope, 'add')
          ? []
          : [`INSERT INTO ${at.table} (subject, visit, instance, department) VALUES (${at.subject}, ${at.visit}, 9, ${department})`]),
        `UPDATE ${at.table} SET v1 = '9' WHERE id = ${at.record}`,
        `DELETE FROM ${at.table} WHERE id = ${at.record}`,
        `TRUNCATE ${at.table}`,
      ]
      for (const statement of statements) await expect(sql(statement), statement).rejects.toMatchObject({ code: 'LK001' })
      // In the words of the engine, from whichever wall.
      await expect(engine.write(ctx, (tx) => tx.db.query(`DELETE FROM ${at.table} WHERE id = ${at.record}`))).rejects.toMatchObject({
        key: 'record.scopeLocked',
        message: expect.stringContaining('已由manager于'),
      })
      expect(await rowsOf(at)).toBe(before)
    })
  },
)

describe('a lock', () => {
  test('leaves alone what is outside it, and stops what would be moved into it', async () => {
    const at = await built()
    await close(at, 'subject', 'freeze')
    const free = await add(call, at.name, { subject: at.other, visit: at.visit, instance: 5, v1: '1' })
    expect((await post(call, `${at.name}/edit`, { id: free.id, v1: '2' })).code).toBe(1)
    expect((await post(call, 'study.subject/edit', { id: at.subject, code: 'LK-other' })).msg).toMatch(SAID)
    await expect(sql(`UPDATE ${at.table} SET subject = $1 WHERE id = $2`, [at.subject, free.id])).rejects.toMatchObject({ code: 'LK001' })
    await sql(`UPDATE ${at.table} SET v1 = '3' WHERE id = -1`)
  })

  test('has guards from the first to the last; a form that is published meanwhile is guarded too', async () => {
    const at = await built()
    expect(await guards(at)).toEqual([])
    const first = await add(call, 'study.lock', lockOf(at, 'subject', 'freeze'))
    const other = await add(call, 'study.lock', lockOf(at, 'visit', 'freeze'))
    expect(await guards(at)).toHaveLength(5)
    const { forms } = await publish(
      call,
      at.study,
      (before) => ({
        ...before,
        forms: [...before.forms, form('lab')],
        variables: [...before.variables, variable('lab', 'crp')],
      }),
      second.call,
    )
    const lab = { ...at, table: `"record"."t${forms.find((f) => f.code === 'lab')!.id}"` }
    expect(await guards(lab)).toHaveLength(5)
    expect((await move(call, 'study.lock', first.id, 'lifted', '误锁')).code).toBe(1)
    expect(await guards(at)).toHaveLength(5)
    expect((await move(call, 'study.lock', other.id, 'lifted', '误锁')).code).toBe(1)
    expect([await guards(at), await guards(lab)]).toEqual([[], []])
    expect((await post(call, `${at.name}/edit`, { id: at.record, v1: '2' }, '更正')).code).toBe(1)
  })

  test('at its level needs a second person to be lifted, and a reason always', async () => {
    const at = await built()
    const lock = await add(call, 'study.lock', lockOf(at, 'form', 'lock'))
    expect(await read(call, 'study.lock', lock.id)).toMatchObject({ state: 'locked', level: 'lock', title: 'vitals' })
    expect(await move(call, 'study.lock', lock.id, 'lifted')).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
    expect(await move(call, 'study.lock', lock.id, 'lifted', '更正')).toMatchObject({ code: 1, data: { asked: 1 } })
    expect((await read(call, 'study.lock', lock.id)).state).toBe('locked')
    await agree(lock.id)
    expect(await read(call, 'study.lock', lock.id)).toMatchObject({ state: 'lifted', liftReason: '更正', liftedBy: second.id })
  })

  test('locks the gather project that it is on, which is closed once it is lifted', async () => {
    const at = await built()
    const state = async () => (await read(call, 'gather.project', at.gather)).state
    expect((await move(call, 'gather.project', at.gather, 'open')).code).toBe(1)
    const frozen = await add(call, 'study.lock', lockOf(at, 'gather', 'freeze'))
    expect(await state()).toBe('open')
    expect((await move(call, 'study.lock', frozen.id, 'locked')).code).toBe(1)
    expect(await state()).toBe('locked')
    // Nobody frees it beside its lock.
    expect(await move(call, 'gather.project', at.gather, 'closed')).toMatchObject({ code: 0, msg: expect.stringContaining('锁定') })
    expect((await move(call, 'study.lock', frozen.id, 'lifted', '更正')).code).toBe(1)
    await agree(frozen.id)
    expect(await state()).toBe('closed')
    expect((await move(call, 'gather.project', at.gather, 'open', '补录')).code).toBe(1)
  })

  test('is refused to people who do not lead the study, twice on the same thing, and of another study', async () => {
    const [at, other] = [await built(), await built()]
    const monitor = await person(server, `monitor${at.study}`, RULES)
    await add(call, 'study.member', { study: at.study, admin: monitor.id, role: 'monitor' })
    expect((await post(monitor.call, 'study.lock/add', lockOf(at, 'form', 'freeze'))).msg).toBe(
      '只有主要研究者和数据管理员可以冻结、锁定和解除',
    )
    expect((await post(call, 'study.lock/add', { ...lockOf(at, 'form', 'freeze'), form: other.form })).msg).toBe('它不属于这项研究')
    expect((await post(call, 'study.lock/add', { ...lockOf(at, 'record', 'freeze'), record: 999_999 })).msg).toBe('这个表单里没有这条记录')
    expect((await post(call, 'study.lock/add', lockOf(at, 'study', 'freeze'))).msg).toBe('整个研究的冻结、锁定和解除在研究页面上进行')
    const lock = await add(call, 'study.lock', lockOf(at, 'form', 'freeze'))
    expect((await post(call, 'study.lock/add', lockOf(at, 'form', 'freeze'))).msg).toBe('它已经冻结或锁定')
    expect((await move(monitor.call, 'study.lock', lock.id, 'lifted', '我要')).msg).toBe('只有主要研究者和数据管理员可以冻结、锁定和解除')
  })

  test('of what lies at more than their site is refused to whoever leads the study at one', async () => {
    const at = await built()
    const [there] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`)
    const site = await person(server, `site${at.study}`, RULES)
    await add(call, 'study.member', { study: at.study, admin: site.id, role: 'pi', departments: [department] })
    const far = await add(call, 'study.subject', { study: at.study, code: `LK-${number}-FAR`, department: there!.id })
    const partly = expect.stringMatching(/^您在团队中只负责部分科室/)
    // A gather project that names no department is of all of them.
    for (const scope of ['form', 'visit', 'gather'] as const)
      expect([scope, (await post(site.call, 'study.lock/add', lockOf(at, scope, 'freeze'))).msg]).toEqual([scope, partly])
    expect((await post(site.call, 'study.lock/add', lockOf({ ...at, subject: far.id }, 'subject', 'freeze'))).code).toBe(0)
    for (const scope of ['subject', 'record'] as const) {
      const own = await add(site.call, 'study.lock', lockOf(at, scope, 'freeze'))
      expect(await move(site.call, 'study.lock', own.id, 'lifted', '继续')).toMatchObject({ code: 1 })
    }
    const whole = await add(call, 'study.lock', lockOf(at, 'form', 'freeze'))
    for (const to of ['locked', 'lifted']) expect((await move(site.call, 'study.lock', whole.id, to, '我要')).msg, to).toEqual(partly)
    await move(call, 'study.lock', whole.id, 'lifted', '继续')
    await move(call, 'study.project', at.study, 'cleaning')
    expect((await move(site.call, 'study.project', at.study, 'frozen', '我要')).msg).toEqual(partly)
  })
})

const agree = async (record: number): Promise<void> => {
  const { data } = await second.call<{ list: { id: number; record: number; state: string }[] }>('/admin/approval/index', {
    query: { limit: '100' },
  })
  const asked = data.list.find((r) => r.record === record && r.state === 'requested')
  expect(await post(second.call, 'approval/approve', { ids: [asked!.id] })).toMatchObject({ code: 1, data: { count: 1 } })
}

describe('a study', () => {
  test('has an order of its own: rows of another one, closed or not, stay where they lie between', async () => {
    const [one, two] = [await built(), await built()]
    const mine: number[] = []
    for (const { study } of [one, two, one, two, one]) {
      const arm = await add(call, 'study.arm', { study, code: `A${mine.length}`, name: '组', nameEn: 'Arm' })
      if (study === one.study) mine.push(arm.id)
    }
    await close(two, 'study', 'freeze')
    const armsOf = (study: number) =>
      sql<{ id: number }>('SELECT id, weigh, version FROM study_arm WHERE study = $1 ORDER BY weigh DESC, id DESC', [study])
    const order = async () => (await armsOf(one.study)).map(({ id }) => mine.indexOf(id))
    const theirs = await armsOf(two.study)
    const sort = (from: number, to: number) => post(call, 'study.arm/sortable', { id: mine[from], targetId: mine[to] })
    expect(await order()).toEqual([2, 1, 0])
    expect(await sort(2, 0)).toMatchObject({ code: 1 })
    expect(await order()).toEqual([1, 0, 2])
    await sql('UPDATE study_arm SET weigh = $2 WHERE study = $1', [one.study, mine[0]])
    expect(await order()).toEqual([2, 1, 0])
    expect(await sort(0, 2)).toMatchObject({ code: 1 })
    expect(await order()).toEqual([0, 2, 1])
    expect(await armsOf(two.study)).toEqual(theirs)
    const other = await built()
    const far = await add(call, 'study.arm', { study: other.study, code: 'A', name: '组', nameEn: 'Arm' })
    expect((await post(call, 'study.arm/sortable', { id: mine[0], targetId: far.id })).msg).toBe('移动位置超出了可移动范围')
  })

  test('is closed by its own moves with a reason, and opened by a second person', async () => {
    const at = await built()
    const gather = async () => (await read(call, 'gather.project', at.gather)).state
    expect((await move(call, 'gather.project', at.gather, 'open')).code).toBe(1)
    await move(call, 'study.project', at.study, 'cleaning')
    expect(await move(call, 'study.project', at.study, 'frozen')).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
    expect(await move(call, 'study.project', at.study, 'frozen', '核对完毕')).toMatchObject({ code: 1 })
    await signed(server, call, at.study)
    expect(await move(call, 'study.project', at.study, 'locked', '核对完毕')).toMatchObject({ code: 1 })
    const [lock] = await sql<{ id: number }>('SELECT id, level, state FROM study_lock WHERE study = $1', [at.study])
    expect(lock).toMatchObject({ level: 'lock', state: 'locked' })
    expect(await gather()).toBe('locked')
    expect((await move(call, 'study.lock', lock!.id, 'lifted', '绕开')).data).toMatchObject({ asked: 1 })
    expect((await post(call, 'study.project/edit', { id: at.study, remark: 'x' }, '改')).msg).toMatch(SAID)
    expect(await move(call, 'study.project', at.study, 'cleaning', '发现错误')).toMatchObject({ code: 1, data: { asked: 1 } })
    expect((await read(call, 'study.project', at.study)).state).toBe('locked')
    await agree(at.study)
    expect((await read(call, 'study.project', at.study)).state).toBe('cleaning')
    expect(await sql('SELECT state, lift_reason FROM study_lock WHERE study = $1', [at.study])).toEqual([
      { state: 'lifted', lift_reason: '发现错误' },
    ])
    expect(await gather()).toBe('closed')
    expect(await guards(at)).toEqual([])
    expect((await post(call, `${at.name}/edit`, { id: at.record, v1: '2' }, '更正')).code).toBe(1)
  })

  test('keeps its own lock when somebody tries to lift that alone', async () => {
    const at = await built()
    await close(at, 'study', 'freeze')
    const [lock] = await sql<{ id: number }>('SELECT id FROM study_lock WHERE study = $1', [at.study])
    expect((await move(call, 'study.lock', lock!.id, 'lifted', '绕开')).msg).toBe('整个研究的冻结、锁定和解除在研究页面上进行')
  })
})
