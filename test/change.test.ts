import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '../src/server/model/system-context.ts'
import { callsOf } from '../src/server/http/resource-routes.ts'
import { Engine } from '../src/server/resource/engine.ts'
import type { Ctx } from '../src/server/model/context.ts'
import { shareStudy } from '../src/study/lock/held.ts'
import { onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let call: TestServer['call']
let ctx: Ctx
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
  ctx = systemContext(server.backend)
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: number; version: number }
const KIND = 'test.everyKind'
const add = async (body: object) => (await call<{ row: Row }>(`/admin/${KIND}/add`, { body })).data.row
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const lock = (id: number) => sql('UPDATE test_every_kind SET locked_at = now() WHERE id = $1', [id])
const stateOf = async (id: number) => JSON.stringify(await sql('SELECT * FROM test_every_kind WHERE id = $1', [id]))

describe('a locked record', () => {
  /** What makes records and what opens the lock itself. */
  const OPEN = new Set(['add', 'import', 'lock', 'unlock'])
  const IN_BIN = new Set(['restore', 'delete'])
  const READS = new Set(['index', 'history', 'recycle', 'exportExcel', 'read'])

  test('is refused by every call that could change it, those of the area among them', async () => {
    const calls = callsOf(server.backend.engine.registry.need(KIND)).filter(({ action }) => !OPEN.has(action) && !READS.has(action))
    expect(calls.map((c) => c.action)).toEqual(expect.arrayContaining(['edit', 'move', 'del', 'sortable', 'restore', 'delete', 'approve']))
    for (const { action, methods } of calls) {
      const [row, other] = [await add({ string: `locked ${action}` }), await add({ string: `beside ${action}` })]
      if (IN_BIN.has(action)) await call(`/admin/${KIND}/del`, { method: 'DELETE', query: { ids: String(row.id) } })
      await lock(row.id)
      const before = await stateOf(row.id)
      const set = { field: 'string', rows: [{ id: row.id, version: 1, value: 'changed' }] }
      const body = { ...set, ids: [row.id], id: row.id, targetId: other.id, version: 1, string: 'changed', to: 'submitted' }
      const method = methods.find((m) => m !== 'GET') ?? 'GET'
      const query = { ids: String(row.id) }
      const answer = await call(`/admin/${KIND}/${action}`, method === 'POST' ? { body } : { method, query })
      expect(answer, action).toMatchObject({ code: 0, msg: '记录已锁定，不能修改' })
      expect(await stateOf(row.id), action).toBe(before)
    }
  })

  test('is refused by every method of the engine, also for the process itself', async () => {
    const { engine } = server.backend
    const [row, other] = [await add({ string: 'held' }), await add({ string: 'near' })]
    const gone = await add({ string: 'gone' })
    await call(`/admin/${KIND}/del`, { method: 'DELETE', query: { ids: String(gone.id) } })
    for (const { id } of [row, gone]) await lock(id)
    const entries: Record<string, (() => Promise<unknown>) | null> = {
      constructor: null,
      write: null,
      once: null,
      list: null,
      get: null,
      changed: null,
      history: null,
      open: null,
      // Each of what they do is one of the others.
      carryOut: null,
      attempt: null,
      rehearse: null,
      add: null,
      addAll: null,
      lock: null,
      edit: () => engine.edit(ctx, KIND, { id: row.id, integer: 1 }),
      del: () => engine.del(ctx, KIND, [row.id]),
      restore: () => engine.restore(ctx, KIND, [gone.id]),
      move: () => engine.move(ctx, KIND, { id: row.id, to: 'submitted' }),
      moveAll: () => engine.moveAll(ctx, KIND, [other.id, row.id], 'submitted'),
      askPurge: () => engine.askPurge(ctx, KIND, [gone.id]),
      purge: () => engine.purge(ctx, KIND, [gone.id]),
      place: () => engine.place(ctx, KIND, other.id, row.id),
      act: () => engine.act(ctx, KIND, 'approve', [row.id], {}),
    }
    // A method that is not here yet must be thought about.
    expect(Object.getOwnPropertyNames(Engine.prototype).toSorted()).toEqual(Object.keys(entries).toSorted())
    const before = [await stateOf(row.id), await stateOf(gone.id)]
    for (const [name, run] of Object.entries(entries)) if (run) await expect(run(), name).rejects.toMatchObject({ key: 'record.locked' })
    expect([await stateOf(row.id), await stateOf(gone.id)]).toEqual(before)
  })

  test('is refused also where the change comes from elsewhere: it lets go of no reference, and is not rolled back', async () => {
    const { row: job } = (await call<{ row: Row }>('/admin/job/add', { body: { name: '被引用', code: 'HELD-BY-LOCK' } })).data
    const watched = { title: 'w', resource: KIND, field: 'integer', watch: true }
    expect(await call('/admin/security.sensitive/add', { body: watched })).toMatchObject({ code: 1 })
    await server.ask('refresh')
    const row = await add({ string: 'from elsewhere', integer: 1, refs: [job.id] })
    await call(`/admin/${KIND}/edit`, { body: { id: row.id, integer: 2 } })
    const search = JSON.stringify([
      { field: 'resource', operator: '=', val: KIND },
      { field: 'action', operator: '=', val: 'edit' },
    ])
    const { list } = (await call<{ list: Row[] }>('/admin/security.sensitiveLog/index', { query: { search } })).data
    await lock(row.id)
    const before = await stateOf(row.id)
    const refused = { code: 0, msg: '记录已锁定，不能修改' }
    expect(await call('/admin/security.sensitiveLog/rollback', { body: { ids: [list[0]!.id] } })).toMatchObject(refused)
    expect(await call('/admin/job/del', { method: 'DELETE', query: { ids: String(job.id) } })).toMatchObject(refused)
    expect(await stateOf(row.id)).toBe(before)
    expect(await sql('SELECT deleted_at FROM job WHERE id = $1', [job.id])).toEqual([{ deleted_at: null }])

    await sql('UPDATE test_every_kind SET locked_at = NULL WHERE id = $1', [row.id])
    expect(await call('/admin/security.sensitiveLog/rollback', { body: { ids: [list[0]!.id] } })).toMatchObject({ code: 1 })
    expect(await call('/admin/job/del', { method: 'DELETE', query: { ids: String(job.id) } })).toMatchObject({ code: 1 })
    expect(await sql('SELECT "integer", refs FROM test_every_kind WHERE id = $1', [row.id])).toEqual([{ integer: 1, refs: [] }])
  })

  test('is not moved by a neighbour that is sorted past it', async () => {
    const rows = [await add({ string: 'p1' }), await add({ string: 'p2' }), await add({ string: 'p3' })]
    await lock(rows[1]!.id)
    const refused = { code: 0, msg: '记录已锁定，不能修改' }
    const sort = () => call(`/admin/${KIND}/sortable`, { body: { id: rows[0]!.id, targetId: rows[2]!.id } })
    expect(await sort()).toMatchObject(refused)
    // Where two weigh the same, those above them make room.
    await sql('UPDATE test_every_kind SET weigh = 1000000 + (id = $2)::int WHERE id = ANY($1::bigint[])', [
      rows.map((r) => r.id),
      rows[1]!.id,
    ])
    expect(await sort()).toMatchObject(refused)
    await sql('UPDATE test_every_kind SET weigh = 1000002 WHERE id = $1', [rows[1]!.id])
    expect(await sort()).toMatchObject({ code: 1 })
  })
})

describe('many records at once', () => {
  const entriesOf = (ids: readonly number[], action: string) =>
    sql<{ record_id: string; label: string; changes: Record<string, unknown> }>(
      'SELECT record_id, label, changes FROM audit_entry WHERE resource = $1 AND action = $2 AND record_id = ANY($3::text[]) ORDER BY id',
      [KIND, action, ids.map(String)],
    )
  test('are numbered, weighed and told in the order given, each with what is its own', async () => {
    const { engine } = server.backend
    const drafts = [{ string: 'many 1', integer: 7 }, { string: 'many 2' }, { string: 'many 3', integer: 9 }]
    const rows = await engine.addAll(ctx, KIND, drafts)
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(rows).toMatchObject(drafts)
    expect(await sql('SELECT string, weigh FROM test_every_kind WHERE id = ANY($1::bigint[]) ORDER BY id', [ids])).toEqual(
      ids.map((id, i) => ({ string: drafts[i]!.string, weigh: id })),
    )
    expect(await entriesOf(ids, 'add')).toMatchObject(
      drafts.map(({ string }, i) => ({ record_id: String(ids[i]), label: string, changes: { string: [null, string] } })),
    )
    await engine.moveAll(ctx, KIND, ids, 'submitted')
    const told = await entriesOf(ids, 'move')
    expect(told.map((entry) => [entry.record_id, entry.changes['state']])).toEqual(ids.map((id) => [String(id), ['draft', 'submitted']]))
  })
  test('are all refused with the one that is', async () => {
    const { engine } = server.backend
    const bad = engine.addAll(ctx, KIND, [{ string: 'whole 1' }, { string: 'whole 2', integer: 'no number' }])
    await expect(bad).rejects.toMatchObject({ key: 'input.invalid' })
    expect(await sql(`SELECT 1 FROM test_every_kind WHERE string LIKE 'whole%'`)).toEqual([])
    const [first, second] = await engine.addAll(ctx, KIND, [{ string: 'step 1' }, { string: 'step 2' }])
    await engine.move(ctx, KIND, { id: second!.id, to: 'submitted' })
    await expect(engine.moveAll(ctx, KIND, [first!.id, second!.id], 'submitted')).rejects.toMatchObject({ key: 'state.move' })
    expect(await sql('SELECT state FROM test_every_kind WHERE id = $1', [first!.id])).toEqual([{ state: 'draft' }])
  })
})

test('a study is shared once in a transaction, and again after what shared it was undone', async () => {
  const [study] = await sql<{ id: number }>('SELECT id FROM study_project LIMIT 1')
  const shared = `SELECT count(*) AS n FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND classid = 7340035`
  await server.backend.engine.write(ctx, async (tx) => {
    const held = async () => (await tx.db.query<{ n: number }>(shared))[0]!.n
    const failing = tx.engine.attempt(tx, async () => {
      await shareStudy(tx.db, study!.id)
      expect(await held()).toBe(1)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await held()).toBe(0)
    await shareStudy(tx.db, study!.id)
    expect(await held()).toBe(1)
  })
})

test('a connection that is not the engine’s is refused: a write on it would not be one with its trail', async () => {
  const { engine, database } = server.backend
  await expect(database.transaction((db) => engine.add({ ...ctx, db }, 'job', { name: 'stray', code: 'stray' }))).rejects.toThrow(
    'neither its pool nor a transaction of its own',
  )
  expect(await sql(`SELECT 1 FROM job WHERE code = 'stray'`)).toEqual([])
})

onlyInOneProcess(
  'the rule is put into one process',
  'what a rule of the area makes of the values is judged like what was sent',
  async () => {
    const { registry } = server.backend.engine
    const model = registry.need('job')
    const before = { add: async (_: Ctx, draft: Record<string, unknown>) => ({ ...draft, headcount: 'many' }) }
    registry.mount(model.resource, model.locale, { ...model.half!, resource: model.resource, before })
    const answer = await call('/admin/job/add', { body: { name: 'unfit', code: 'unfit' } })
    registry.mount(model.resource, model.locale, model.half)
    expect(answer).toMatchObject({ code: 0, data: { problems: [{ field: 'headcount' }] } })
  },
)

test('who lets go of a reference is written like everybody else: with its moment, its version and its history', async () => {
  const rule = await call<{ row: Row }>('/admin/auth.rule/add', {
    body: { type: 'button', name: 'let/go', title: '放手', titleEn: 'Let go' },
  })
  const group = await call<{ row: Row }>('/admin/auth.group/add', { body: { name: '放手', scope: 'self', rules: [rule.data.row.id] } })
  const { id } = group.data.row
  await sql(`UPDATE auth_group SET updated_at = '2020-01-01' WHERE id = $1`, [id])
  expect((await call('/admin/auth.rule/del', { method: 'DELETE', query: { ids: String(rule.data.row.id) } })).code).toBe(1)
  const [now] = await sql<{ rules: number[]; version: number; fresh: boolean }>(
    `SELECT rules, version, updated_at > '2021-01-01' AS fresh FROM auth_group WHERE id = $1`,
    [id],
  )
  expect(now).toEqual({ rules: [], version: 2, fresh: true })
})
