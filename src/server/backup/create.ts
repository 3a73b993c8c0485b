import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { copyOut } from '../db/copy.ts'
import { LIMITS, startOptions } from '../db/limits.ts'
import type { Signer } from '../signer.ts'
import { FILES_STAY_LOCK } from '../storage/store.ts'
import type { Store } from '../storage/store.ts'
import { backupRoot, nameAt, partialOf, sizeText, sweepPartial } from './folder.ts'
import { objectFile, tableFile, writeManifest } from './manifest.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { sha256Of } from './hash.ts'
import { quotedTable, readSequences, readTables } from './tables.ts'
import type { TablePlan } from './tables.ts'

export type Say = (line: string) => void
export type Place = { databaseUrl: string; dataDir: string; store: Store; application: string; signer: Signer }

const SEAL = `SELECT (SELECT count(*) FROM audit_entry)::text AS entries, coalesce(max(seq), 0)::text AS seals,
  coalesce((SELECT encode(hash, 'hex') FROM audit_seal ORDER BY seq DESC LIMIT 1), repeat('0', 64)) AS head FROM audit_seal`

const dumpTable = async (client: pg.Client, folder: string, { name, columns, create, finish }: TablePlan): Promise<TableEntry> => {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const { stream, rows } = copyOut(client, `COPY ${quotedTable(name)} (${columns.map((c) => `"${c}"`).join(', ')}) TO STDOUT`)
  const file = createWriteStream(join(folder, tableFile(name)), { mode: 0o600, flush: true })
  await pipeline(stream, createGzip(), measure, file)
  return { name, columns, rows: rows(), bytes, sha256: hash.digest('hex'), create, finish }
}

/** Whatever the store holds: nothing leaves it meanwhile, so all that the snapshot names is there. */
const copyFiles = async (store: Store, folder: string, say: Say, signal: AbortSignal): Promise<Manifest['files']> => {
  const hashes = await store.list()
  const files: Manifest['files'] = []
  let said = Date.now()
  for (const sha256 of hashes) {
    signal.throwIfAborted()
    const target = join(folder, objectFile(sha256))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(store.pathOf(sha256), target, constants.COPYFILE_FICLONE)
    const copy = await sha256Of(target)
    if (copy.sha256 !== sha256) throw new Error(`file ${sha256.slice(0, 16)} in the store is damaged: its content no longer has this hash`)
    files.push({ sha256, bytes: copy.bytes })
    if (Date.now() - said < 1000) continue
    said = Date.now()
    say(`files  ${files.length} of ${hashes.length}`)
  }
  return files
}

const snapshot = async (client: pg.Client, place: Place, folder: string, at: Date, say: Say, signal: AbortSignal): Promise<Manifest> => {
  const one = async <T extends object>(text: string) => (await client.query<T>(text)).rows[0]!
  const { version } = await one<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  const audit = await one<{ entries: string; seals: string; head: string }>(SEAL)
  const tables: TableEntry[] = []
  for (const plan of await readTables(client)) {
    signal.throwIfAborted()
    const entry = await dumpTable(client, folder, plan)
    tables.push(entry)
    say(`table  ${entry.name}: ${entry.rows} rows, ${sizeText(entry.bytes)}`)
  }
  return {
    format: 1,
    at: at.toISOString(),
    application: place.application,
    postgres: version,
    migrations: (await client.query<{ name: string; hash: string }>('SELECT name, hash FROM schema_migration ORDER BY name')).rows,
    tables,
    sequences: await readSequences(client),
    files: await copyFiles(place.store, folder, say, signal),
    audit: { entries: Number(audit.entries), seals: Number(audit.seals), head: audit.head },
  }
}

const missingFiles = async (client: pg.Client, { kept }: Store, files: Manifest['files']): Promise<string[]> => {
  const there = new Set(files.map((f) => f.sha256))
  const { rows } = await client.query<{ sha256: string; name: string }>(`SELECT DISTINCT sha256, name FROM ${kept} k ORDER BY name`)
  return rows.filter((r) => !there.has(r.sha256)).map((r) => `${r.name} (${r.sha256.slice(0, 16)})`)
}

/** The database as it was at one moment and every stored file, in a folder of its own. Nobody has to stop working for it. */
export const createBackup = async (
  place: Place,
  say: Say,
  signal: AbortSignal,
): Promise<{ name: string; sha256: string; missing: string[] }> => {
  const at = new Date()
  const name = nameAt(at)
  const folder = join(backupRoot(place.dataDir), name)
  const partial = partialOf(folder)
  const client = new pg.Client({ connectionString: place.databaseUrl, options: startOptions(LIMITS.task) })
  const cut = () => void client.end().catch(() => {})
  try {
    await client.connect()
    client.on('error', () => {})
    signal.addEventListener('abort', cut, { once: true })
    await client.query('SELECT pg_advisory_lock($1)', [FILES_STAY_LOCK])
    // Behind the lock: what grows there otherwise may be another backup at work.
    await sweepPartial(place.dataDir)
    await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 })
    await mkdir(join(partial, 'files'), { mode: 0o700 })
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const manifest = await snapshot(client, place, partial, at, say, signal)
    const missing = await missingFiles(client, place.store, manifest.files)
    const sha256 = await writeManifest(partial, manifest, place.signer)
    await rename(partial, folder)
    return { name, sha256, missing }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}
