import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf } from '../src/areas/study-signature/server/read-content.ts'
import { createBackup } from '../src/server/backup/create.ts'
import { readManifest } from '../src/server/backup/manifest.ts'
import { restoreDatabase } from '../src/server/backup/restore.ts'
import { openDatabase } from '../src/server/db/database.ts'
import type { Database } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
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

test('the content of a study that was taken out and brought into an empty system has the same hash; one changed value has another', async () => {
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
  // Stored in another order it is the same content still; another value is not.
  const form = before.forms.find(({ records }) => records > 1)!.form
  const [{ id: table } = { id: 0 }] = await restored.query<{ id: number }>('SELECT id FROM study_form WHERE study = $1 AND code = $2', [
    study!.id,
    form,
  ])
  await restored.query(`WITH gone AS (DELETE FROM "record"."t${table}" WHERE id = (SELECT min(id) FROM "record"."t${table}") RETURNING *)
    INSERT INTO "record"."t${table}" SELECT * FROM gone`)
  expect((await hashOf(restored, study!.id)).hash).toBe(before.hash)
  await restored.query(
    `UPDATE "record"."t${table}" SET v1 = coalesce(v1, '') || ' ' WHERE id = (SELECT min(id) FROM "record"."t${table}" WHERE deleted_at IS NULL)`,
  )
  expect((await hashOf(restored, study!.id)).hash).not.toBe(before.hash)
  await restored.close()
  await empty.drop()
})
