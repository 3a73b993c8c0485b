import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf } from '../src/areas/study-signature/server/read-content.ts'
import { createBackup } from '../src/server/backup/create.ts'
import { readManifest } from '../src/server/backup/manifest.ts'
import { restoreDatabase } from '../src/server/backup/restore.ts'
import { openDatabase } from '../src/server/db/database.ts'
import type { Database, Db } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { hashForm, manifestOf } from '../src/study/lock/content.ts'
import { STORED_FORMS, storedIn, storedText } from '../src/study/lock/stored.ts'
import type { FormTable } from '../src/study/lock/stored.ts'
import { provideEmptyDatabase } from './postgres.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

const never = new AbortController().signal
let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'content-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const hashOf = (database: Database, study: number) => contentOf(database, { study }, never, () => {})

/** A form with records: the columns of its table beside the number, and the slots in which two records differ. */
type Table = FormTable & { name: string; columns: string; different: number[] }
const tablesOf = async (db: Db, study: number): Promise<Table[]> => {
  const tables: Table[] = []
  for (const form of await db.query<FormTable>(STORED_FORMS, [study])) {
    const name = `"record"."t${form.id}"`
    const [{ columns } = { columns: '' }] = await db.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'id'`,
      [name],
    )
    const [counts] = await db.query<Record<string, number>>(
      `SELECT ${form.slots.map((slot) => `count(DISTINCT v${slot})::int AS v${slot}`).join(', ')} FROM ${name} WHERE deleted_at IS NULL`,
    )
    const different = form.slots.filter((slot) => (counts?.[`v${slot}`] ?? 0) > 1)
    if (different.length > 0) tables.push({ ...form, name, columns, different })
  }
  return tables
}
const formHash = async (db: Db, form: FormTable) => {
  const rows = await db.query(storedText(form))
  return hashForm(
    form.code,
    rows.map((row) => storedIn(row, form.slots)),
  )
}
const LIVE = 'deleted_at IS NULL'
/** One at a place that the number chooses, the same at every run. */
const one = (table: string, n: number): string => `(SELECT id FROM ${table} WHERE ${LIVE} ORDER BY md5(id || '.${n}') LIMIT 1)`
/** One change of one kind. */
const CHANGES: Record<string, (table: Table, n: number, study: number) => string> = {
  update: ({ name, slots }, n) => {
    const value = `v${slots[n % slots.length]}`
    return `UPDATE ${name} SET ${value} = coalesce(${value}, '') || '~' WHERE id = ${one(name, n)}`
  },
  swap: ({ name, different }, n) => {
    const value = `v${different[n % different.length]}`
    return `WITH pair AS (SELECT a.id AS one, b.id AS two, a.${value} AS first, b.${value} AS second FROM ${name} a JOIN ${name} b ON a.id < b.id AND a.${value} <> b.${value}
      WHERE a.${LIVE} AND b.${LIVE} ORDER BY md5(a.id || '.' || b.id || '.${n}') LIMIT 1)
      UPDATE ${name} t SET ${value} = CASE t.id WHEN pair.one THEN pair.second ELSE pair.first END FROM pair WHERE t.id IN (pair.one, pair.two)`
  },
  move: (
    { name },
    n,
    study,
  ) => `WITH place AS (SELECT r.id, s.id AS subject FROM ${name} r JOIN study_subject s ON s.study = ${study} AND s.id <> r.subject
      AND NOT EXISTS (SELECT 1 FROM ${name} o WHERE o.${LIVE} AND (o.subject, o.instance, o.entry) = (s.id, r.instance, r.entry) AND o.visit IS NOT DISTINCT FROM r.visit)
      WHERE r.${LIVE} ORDER BY md5(r.id || '.' || s.id || '.${n}') LIMIT 1) UPDATE ${name} t SET subject = place.subject FROM place WHERE t.id = place.id`,
  delete: ({ name }, n) =>
    n % 2 ? `DELETE FROM ${name} WHERE id = ${one(name, n)}` : `UPDATE ${name} SET deleted_at = now() WHERE id = ${one(name, n)}`,
  insert: ({ name, columns }, n) =>
    `INSERT INTO ${name} (${columns}) SELECT ${columns.replace(/\binstance\b/, 'instance + 900')} FROM ${name} WHERE id = ${one(name, n)}`,
}
const SINGLE_CHANGES = 200

test('the content of a study that was taken out and brought into an empty system has the same hash, in any order; after any single change it has another', async () => {
  const { database, store, signer, config } = server.backend
  const [study] = await database.query<{ id: number }>(`SELECT id FROM study_project WHERE code = 'HTN-2026'`)
  const before = await hashOf(database, study!.id)
  expect(before.records).toBeGreaterThan(20)
  const place = { databaseUrl: config.DATABASE_URL!, dataDir: folder, store, application: 'test', signer }
  const { name } = await createBackup(place, () => {}, never)
  const taken = join(folder, 'backup', name)
  const { manifest } = await readManifest(taken)
  const empty = await provideEmptyDatabase()
  await restoreDatabase(empty.ownerUrl, taken, manifest, () => {}, never)
  await migrate(empty)
  const restored = openDatabase(empty.url, { max: 2 })
  expect(await hashOf(restored, study!.id)).toEqual(before)
  const tables = await tablesOf(restored, study!.id)
  expect(tables.length).toBeGreaterThan(1)
  // Whoever is at the database itself: the guards of what is locked there are not asked here.
  await restored.query(`UPDATE study_lock SET state = 'lifted' WHERE study = $1`, [study!.id])
  // Stored in another order and under other numbers it is the same content still.
  for (const { name } of tables) {
    await restored.query(`WITH gone AS (DELETE FROM ${name} RETURNING *) INSERT INTO ${name} SELECT * FROM gone ORDER BY random()`)
    await restored.query(`UPDATE ${name} SET id = 1000000000 - id`)
  }
  expect(await hashOf(restored, study!.id)).toEqual(before)
  // Each single change is another one, whichever record it meets.
  await restored.transaction(async (tx) => {
    const kinds = Object.entries(CHANGES)
    const same: string[] = []
    for (let n = 0; n < SINGLE_CHANGES; n++) {
      const [table, [kind, change]] = [tables[Math.floor(n / kinds.length) % tables.length]!, kinds[n % kinds.length]!]
      await tx.query('SAVEPOINT untouched')
      const touched = await tx.query(`${change(table, n, study!.id)} RETURNING 1`)
      expect([kind, table.code, touched.length]).toEqual([kind, table.code, kind === 'swap' ? 2 : 1])
      const changed = await formHash(tx, table)
      const others = before.forms.filter(({ form }) => form !== table.code)
      if (manifestOf([...others, changed]).hash === before.hash) same.push(`${kind} ${table.code} ${n}`)
      await tx.query('ROLLBACK TO SAVEPOINT untouched')
    }
    expect(same).toEqual([])
    for (const table of tables) expect(await formHash(tx, table)).toEqual(before.forms.find(({ form }) => form === table.code))
  })
  await restored.close()
  await empty.drop()
})
