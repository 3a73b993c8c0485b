import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTrail } from '../src/server/audit/verify.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { unzipSync } from './unzip.ts'

let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())
type Row = Record<string, unknown> & { id: number; version: number }
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const asOwner = (text: string, params: unknown[] = []) => server.owner.query(text, params)
const count = async (text: string, params: unknown[] = []) => (await sql<{ n: number }>(`SELECT count(*) AS n FROM ${text}`, params))[0]!.n
/** The text of all that a workbook holds. */
const exported = async (token: string, query: Record<string, string> = {}) => {
  const address = `${server.address}/admin/test.everyKind/exportExcel?${new URLSearchParams(query)}`
  const file = await fetch(address, { headers: { server: '1', batoken: token } })
  expect(file.headers.get('content-type')).toContain('spreadsheetml')
  return unzipSync(Buffer.from(await file.arrayBuffer()))
}
const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))

test('the same idempotency key 100 times in parallel makes one row and one answer', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answers = await times(100, () => call<{ row: Row }>('/admin/job/add', { body: { name: 'twice', code: 'twice' }, headers }))
  expect(new Set(answers.map((a) => a.code))).toEqual(new Set([1]))
  expect(new Set(answers.map((a) => a.data.row.id)).size).toBe(1)
  expect(await count(`job WHERE code = 'twice'`)).toBe(1)
  expect(await call('/admin/job/add', { body: { name: 'other', code: 'other' }, headers })).toMatchObject({ status: 422 })
  // Somebody else who chose the same key asked for something else.
  const { call: elses } = await person(server, 'samekey', /^job(\/|$)/)
  expect(await elses('/admin/job/add', { body: { name: 'theirs', code: 'theirs' }, headers })).toMatchObject({
    code: 1,
    data: { row: { name: 'theirs' } },
  })
})

test('a refused write frees its key', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  expect((await call('/admin/job/add', { body: { name: '', code: 'free' }, headers })).code).toBe(0)
  expect((await call('/admin/job/add', { body: { name: 'free', code: 'free' }, headers })).code).toBe(1)
})

test('50 editors of one row: one wins, 49 are told by whom and when', async () => {
  const { data } = await call<{ row: Row }>('/admin/job/add', { body: { name: 'edited', code: 'edited' } })
  const answers = await times(50, (i) =>
    call<{ conflict?: { by: string; at: string; theirs: Row } }>('/admin/job/edit', {
      body: { id: data.row.id, version: 1, headcount: i + 2 },
    }),
  )
  const won = answers.filter((a) => a.code === 1)
  const told = answers.filter((a) => a.code === 0)
  expect([won.length, told.length]).toEqual([1, 49])
  for (const { msg, data: d } of told) {
    expect(msg).toMatch(/^系统管理员 已于 .+ 编辑了这条记录/)
    expect(d.conflict!.theirs).toMatchObject({ id: data.row.id, version: 2 })
  }
})

test('20 sorters at once leave a complete order', async () => {
  const ids = await times(
    8,
    async (i) => (await call<{ row: Row }>('/admin/job/add', { body: { name: `s${i}`, code: `sorter${i}` } })).data.row.id,
  )
  const answers = await times(20, (i) => call('/admin/job/sortable', { body: { id: ids[i % 8], targetId: ids[(i * 3 + 1) % 8] } }))
  expect(new Set(answers.map((a) => a.code))).toEqual(new Set([1]))
  const rows = await sql<{ weigh: number }>(`SELECT weigh FROM job WHERE code LIKE 'sorter%'`)
  expect(new Set(rows.map((r) => r.weigh)).size).toBe(8)
})

test('every acknowledged change has its audit entry, none is in vain, and a refused one is told apart', async () => {
  const [changed, refused] = [
    `audit_entry WHERE resource = 'job' AND action <> 'refused'`,
    `audit_entry WHERE resource = 'job' AND action = 'refused'`,
  ]
  const before = [await count(changed), await count(refused)] as const
  const { data } = await call<{ row: Row }>('/admin/job/add', { body: { name: 'a', code: 'audited' } })
  await call('/admin/job/edit', { body: { id: data.row.id, headcount: 9 } })
  await call('/admin/job/edit', { body: { id: data.row.id, headcount: 9 } })
  await call('/admin/job/edit', { body: { id: data.row.id, headcount: 'x' } })
  await call('/admin/job/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
  await call('/admin/job/restore', { query: { ids: String(data.row.id) } })
  expect([(await count(changed)) - before[0], (await count(refused)) - before[1]]).toEqual([4, 1])
})

test('if the entry cannot be written, the change does not happen', async () => {
  await asOwner(
    `CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.label = 'unlucky' THEN RAISE EXCEPTION 'disk full'; END IF; RETURN NEW; END $$`,
  )
  await asOwner('CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_entry()')
  const answer = await call('/admin/job/add', { body: { name: 'unlucky', code: 'unlucky' } })
  expect(answer).toMatchObject({ status: 500, code: 0, msg: expect.stringContaining('编号') })
  expect(JSON.stringify(answer)).not.toContain('disk full')
  expect(await count(`job WHERE code = 'unlucky'`)).toBe(0)
  await asOwner('DROP TRIGGER refuse_entry ON audit_entry')
})

test('no statement rewrites or shortens the trail: the application may not, the owner is refused', async () => {
  for (const text of [
    'UPDATE audit_entry SET label = $1',
    'DELETE FROM audit_entry WHERE label <> $1',
    'UPDATE audit_seal SET entries = 0 WHERE $1 <> $1 OR true',
    'DELETE FROM audit_seal WHERE $1 = $1',
  ]) {
    await expect(sql(text, ['x']), text).rejects.toThrow('permission denied')
    await expect(asOwner(text, ['x']), text).rejects.toThrow('append-only')
  }
  for (const table of ['audit_entry', 'audit_seal']) {
    await expect(sql(`TRUNCATE ${table}`)).rejects.toThrow('permission denied')
    await expect(asOwner(`TRUNCATE ${table}`)).rejects.toThrow('append-only')
  }
})

test('the sealer chains while 8 writers write, never past an open transaction, and tampering is found', async () => {
  const database = server.backend.database
  await database.transaction(async (tx) => {
    // Holds an old transaction open: nothing newer may be sealed behind it.
    await tx.query(
      `INSERT INTO audit_entry (actor_kind, actor_name, action, resource, record_id, changes, request_id, ip, user_agent) VALUES ('system', 's', 'late', 'x', '1', '{}', 'r', '', '')`,
    )
    await times(8, (w) => times(10, (i) => call('/admin/job/add', { body: { name: 'w', code: `w${w}-${i}` } })))
    await server.backend.sealer.flush()
    const [sealed] = await sql<{ n: number }>(
      `SELECT count(*) AS n FROM audit_entry e WHERE label = 'w' AND txid < (SELECT max(to_txid::text::bigint)::text::xid8 FROM audit_seal)`,
    )
    expect(sealed!.n).toBe(0)
  })
  const total = await count('audit_entry')
  // The oldest open transaction may be one of another test's database on the same server: the seal comes when it ends.
  await expect
    .poll(async () => (await server.backend.sealer.flush(), verifyTrail(database)), { timeout: 20_000 })
    .toMatchObject({ ok: true, entries: total })
  await asOwner('ALTER TABLE audit_entry DISABLE TRIGGER ALL')
  const [victim] = await sql<{ id: number; label: string }>(`SELECT id, label FROM audit_entry WHERE action = 'late'`)
  await asOwner(`UPDATE audit_entry SET label = 'forged' WHERE id = $1`, [victim!.id])
  expect(await verifyTrail(database)).toMatchObject({ ok: false, problem: expect.stringMatching(/seal \d+/) })
  await asOwner('UPDATE audit_entry SET label = $2 WHERE id = $1', [victim!.id, victim!.label])
  expect((await verifyTrail(database)).ok).toBe(true)
  await asOwner('DELETE FROM audit_entry WHERE id = $1', [victim!.id])
  expect((await verifyTrail(database)).ok).toBe(false)
})

test('scope: who sees a row is decided in the query, for reading, writing, history and export', async () => {
  const [cv] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`)
  const [rc] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`)
  const rules = await sql<{ id: number }>(`SELECT id FROM auth_rule WHERE name LIKE 'test/everyKind%'`)
  const group = await call<{ row: Row }>('/admin/auth.group/add', {
    body: { name: '科室', scope: 'department', rules: rules.map((r) => r.id) },
  })
  const make = (username: string, department: number) =>
    call('/admin/auth.admin/add', { body: { username, nickname: username, groups: [group.data.row.id], department, password: PASSWORD } })
  await make('heart', cv!.id)
  await make('lung', rc!.id)
  const [heart, lung] = [await server.login('heart'), await server.login('lung')]
  const mine = await heart.call<{ row: Row }>('/admin/test.everyKind/add', { body: { string: 'scoped' } })
  expect(mine.data.row).toMatchObject({ departmentId: cv!.id })
  const id = mine.data.row.id
  expect((await heart.call('/admin/test.everyKind/edit', { query: { id: String(id) } })).code).toBe(1)
  const missing = { code: 0, msg: '记录不存在，或不在您的数据范围内' }
  expect(await lung.call('/admin/test.everyKind/edit', { query: { id: String(id) } })).toMatchObject(missing)
  expect(await lung.call('/admin/test.everyKind/edit', { body: { id, integer: 1 } })).toMatchObject(missing)
  expect(await lung.call('/admin/test.everyKind/history', { query: { id: String(id) } })).toMatchObject(missing)
  expect(await lung.call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids: String(id) } })).toMatchObject(missing)
  for (const action of ['lock', 'unlock', 'approve'])
    expect(await lung.call(`/admin/test.everyKind/${action}`, { body: { ids: [id] } }), action).toMatchObject(missing)
  const own = await lung.call<{ row: Row }>('/admin/test.everyKind/add', { body: { string: 'elsewhere' } })
  for (const [from, to] of [
    [id, own.data.row.id],
    [own.data.row.id, id],
  ])
    expect(await lung.call('/admin/test.everyKind/sortable', { body: { id: from, targetId: to } })).toMatchObject(missing)
  expect((await lung.call<{ list: Row[] }>('/admin/test.everyKind/index')).data.list.map((r) => r['string'])).toEqual(['elsewhere'])
  const options = await lung.call<{ options: { label: string }[] }>('/admin/test.everyKind/index', { query: { select: 'true' } })
  expect(options.data.options.map((o) => o.label)).toEqual(['elsewhere'])
  expect(await exported(heart.token)).toContain('scoped')
  expect(await exported(lung.token)).toContain('elsewhere')
  expect(await exported(lung.token)).not.toContain('scoped')
  // In the bin it is as far away.
  expect((await heart.call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids: String(id) } })).code).toBe(1)
  expect((await lung.call<{ total: number }>('/admin/test.everyKind/recycle')).data.total).toBe(0)
  expect(await lung.call('/admin/test.everyKind/restore', { query: { ids: String(id) } })).toMatchObject(missing)
  expect(await lung.call('/admin/test.everyKind/delete', { method: 'DELETE', query: { ids: String(id) } })).toMatchObject(missing)
  expect((await heart.call('/admin/test.everyKind/restore', { query: { ids: String(id) } })).code).toBe(1)
  expect((await lung.call('/admin/test.everyKind/add', { body: { string: 'smuggled', departmentId: cv!.id } })).code).toBe(0)
  // Nor is a record of one's own handed to them.
  expect((await heart.call('/admin/test.everyKind/edit', { body: { id, departmentId: rc!.id } })).code).toBe(0)
  const chosen = await call<{ list: Row[] }>('/admin/test.everyKind/index', { headers: { group: String(rc!.id) } })
  expect(chosen.data.list.map((r) => r['string'])).toEqual(['elsewhere'])
})

test('sensitive values are absent from the answer without the reveal rule', async () => {
  const { data } = await call<{ row: Row }>('/admin/test.everyKind/add', { body: { string: 'masked', secret: '110101199003070000' } })
  const rules = await sql<{ id: number }>(
    `SELECT id FROM auth_rule WHERE name IN ('test/everyKind/index', 'test/everyKind/edit', 'test/everyKind/exportExcel')`,
  )
  const group = await call<{ row: Row }>('/admin/auth.group/add', { body: { name: '脱敏', scope: 'all', rules: rules.map((r) => r.id) } })
  await call('/admin/auth.admin/add', { body: { username: 'masked', nickname: 'm', groups: [group.data.row.id], password: PASSWORD } })
  const reader = await server.login('masked')
  for (const path of [`edit?id=${data.row.id}`, 'index?quick_search=masked', `history?id=${data.row.id}`]) {
    expect(JSON.stringify(await reader.call(`/admin/test.everyKind/${path}`))).not.toContain('110101199003070000')
    expect(JSON.stringify(await call(`/admin/test.everyKind/${path}`))).toContain('110101199003070000')
  }
  const columns = { quick_search: 'masked', columns: 'string,secret' }
  expect(await exported(reader.token, columns)).toContain('••••••')
  expect(await exported(reader.token, columns)).not.toContain('110101199003070000')
  expect(await exported((await server.login()).token, columns)).toContain('110101199003070000')
})
