import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '../src/server/audit/entry.ts'
import { recordHourly } from '../src/server/audit/hourly.ts'
import { sealerLag } from '../src/server/audit/sealer.ts'
import { SYSTEM } from '../src/server/model/actor.ts'
import { lastBackupAt } from '../src/server/backup/folder.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a read is one entry per person, thing and hour, also when it comes twenty times at once and from two processes', async () => {
  const { database, config } = server.backend
  const other = openDatabase(config.DATABASE_URL!, { max: 4 })
  const request = { id: 'r', ip: '', userAgent: '' }
  const read = (db: typeof database, id: number, recordId: string, columns = ['mobile']) =>
    recordHourly(
      db,
      { actor: { ...SYSTEM, kind: 'admin', id }, request },
      { action: 'reveal', resource: 'x.read', recordId, label: '', changes: { columns: [null, columns] } },
    )
  await Promise.all(Array.from({ length: 20 }, (_, i) => read(i % 2 ? database : other, 1, 'a')))
  await read(database, 2, 'a')
  await read(database, 1, 'b')
  await read(database, 1, 'b', ['email'])
  const rows = await database.query(
    `SELECT actor_id AS by, record_id AS of, changes -> 'columns' -> 1 ->> 0 AS what, count(*) AS n FROM audit_entry WHERE resource = 'x.read' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  // One more of each is right when the hour changed meanwhile.
  expect(rows.map(({ by, of, what }) => [by, of, what])).toEqual([
    [1, 'a', 'mobile'],
    [1, 'b', 'email'],
    [1, 'b', 'mobile'],
    [2, 'a', 'mobile'],
  ])
  for (const { n } of rows) expect(n).toBeLessThanOrEqual(2)
  await other.close()
})

test('whoever asks learns how many entries wait for a seal, and for how long', async () => {
  const { database, sealer } = server.backend
  let waiting = await sealerLag(database)
  await database.transaction(async (tx) => {
    // An open transaction holds the sealer back.
    await tx.query('SELECT pg_current_xact_id()')
    await server.call('/admin/index/login', { body: { username: 'nobody-here', password: 'secret-1' } })
    await sealer.flush()
    waiting = await sealerLag(database)
  })
  expect(waiting.entries).toBeGreaterThan(0)
  await expect.poll(async () => (await sealer.flush(), sealerLag(database)), { timeout: 20_000 }).toEqual({ entries: 0, seconds: 0 })
})

test('an entry that belongs to an earlier moment has not waited since then', async () => {
  const { database, sealer, reserve } = server.backend
  await sealer.flush()
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_current_xact_id()')
    const at = '2020-01-01T00:00:00Z'
    const event = { action: 'add', resource: 'x.story', recordId: 1, label: '', changes: {} }
    await reserve.transaction((other) => record({ ...systemContext(server.backend), db: other, at }, event))
    const { entries, seconds } = await sealerLag(database)
    expect(entries).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(86_400)
  })
})

test('the age of the newest backup is read from its name', async () => {
  const { DATA_DIR } = server.backend.config
  expect(await lastBackupAt(DATA_DIR)).toBeUndefined()
  for (const name of ['20261115-235959-999', '20261116-050102-123', '20261117-000000-000.partial'])
    await mkdir(join(DATA_DIR, 'backup', name), { recursive: true })
  expect((await lastBackupAt(DATA_DIR))?.toISOString()).toBe('2026-11-16T05:01:02.123Z')
})
