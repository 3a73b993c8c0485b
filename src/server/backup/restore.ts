import { createReadStream } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { copyIn } from '../db/copy.ts'
import { DESIGNED_SCHEMA } from '../db/designed.ts'
import { LIMITS, startOptions } from '../db/limits.ts'
import { migrate } from '../db/migrate.ts'
import type { Store } from '../storage/store.ts'
import type { Say } from './create.ts'
import { sha256Of } from './hash.ts'
import { objectFile, tableFile } from './manifest.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { quotedTable } from './tables.ts'

// An empty database has no schema of designed tables yet: it is looked for by name.
const OURS = `c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', '${DESIGNED_SCHEMA}'))`
const TABLES = `SELECT c.relname AS name, c.oid::regclass AS "table" FROM pg_class c WHERE ${OURS} AND c.relkind = 'r'`
const REFERENCES = `SELECT c.oid::regclass AS "table", k.conname AS name, pg_get_constraintdef(k.oid) AS text
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${OURS} AND k.contype = 'f'`

type Found = { name: string; table: string }
const tablesIn = async (client: pg.Client): Promise<Found[]> => (await client.query<Found>(TABLES)).rows

/** Rows of ours or of others: either way not a place to restore into. */
const refuseInhabited = async (client: pg.Client): Promise<void> => {
  for (const { name, table } of (await tablesIn(client)).filter((t) => t.name !== 'schema_migration')) {
    const { rows } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
    if (rows.length)
      throw new Error(`The database is not empty (${name} has rows). Restore into an empty database: a new DATA_DIR or DATABASE_URL.`)
  }
}

/** Before anything is unpacked: what gzip or COPY say of a damaged file names neither it nor the damage. */
const refuseDamaged = async (folder: string, path: string, sha256: string): Promise<void> => {
  const found = await sha256Of(join(folder, path)).catch((error: Error) => {
    throw new Error(`${path} of the backup cannot be read: ${error.message}`, { cause: error })
  })
  if (found.sha256 !== sha256) throw new Error(`${path} of the backup is damaged: its content is not what the manifest says`)
}

const load = async (client: pg.Client, folder: string, { name, columns, rows, sha256 }: TableEntry): Promise<void> => {
  await refuseDamaged(folder, tableFile(name), sha256)
  const file = createReadStream(join(folder, tableFile(name)))
  const text = file.pipe(createGunzip())
  file.on('error', (error) => text.destroy(error))
  const loaded = await copyIn(client, `COPY ${quotedTable(name)} (${columns.map((c) => `"${c}"`).join(', ')}) FROM STDIN`, text)
  if (loaded !== rows) throw new Error(`${name}: ${loaded} rows came out of the file, ${rows} went in`)
}

const fill = async (client: pg.Client, folder: string, manifest: Manifest, say: Say, signal: AbortSignal): Promise<void> => {
  const there = new Set((await tablesIn(client)).map((t) => t.name))
  // References hold only once everything is there; the owner may take them off and put them back, which checks them all.
  const references = (await client.query<{ table: string; name: string; text: string }>(REFERENCES)).rows
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  const made = manifest.tables.filter((t) => !there.has(t.name))
  for (const { create } of made) await client.query(create)
  for (const table of manifest.tables) {
    signal.throwIfAborted()
    await load(client, folder, table)
    say(`table  ${table.name}: ${table.rows} rows`)
  }
  for (const { finish } of made) for (const statement of finish) await client.query(statement)
  for (const { table, name, text } of references) await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${text}`)
  for (const { table, column, value } of manifest.sequences)
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [quotedTable(table), column, value])
}

/** All of the database, or nothing of it, as its owner. What newer migrations bring, and the rights of the application, come with the next `migrate`. */
export const restoreDatabase = async (url: string, folder: string, manifest: Manifest, say: Say, signal: AbortSignal): Promise<void> => {
  const client = new pg.Client({ connectionString: url, options: startOptions(LIMITS.task) })
  await client.connect()
  client.on('error', () => {})
  const cut = () => void client.end().catch(() => {})
  signal.addEventListener('abort', cut, { once: true })
  try {
    await refuseInhabited(client)
    await migrate({ url, ownerUrl: url }, manifest.migrations)
    await client.query('BEGIN')
    await fill(client, folder, manifest, say, signal)
    await client.query('COMMIT')
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}

export const restoreFiles = async (store: Store, folder: string, files: Manifest['files'], say: Say): Promise<void> => {
  for (const { sha256 } of files) {
    const source = join(folder, objectFile(sha256))
    await refuseDamaged(folder, objectFile(sha256), sha256)
    const target = store.pathOf(sha256)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(source, target)
  }
  say(`files  ${files.length}`)
}
