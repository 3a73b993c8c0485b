import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database, Db } from '../db/database.ts'
import { HOLDERS, keptBy } from './holder.ts'
import type { Holder } from './holder.ts'

const DAY_MS = 24 * 60 * 60_000
const HASH = /^[0-9a-f]{64}$/
/** Held by a backup while it copies: no file leaves the store; the sweep finds it later. */
export const FILES_STAY_LOCK = 7_340_025

/** Uploads, uses, deletions and sweeps of the same content take turns. */
export const holdFile = async (tx: Db, sha256: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`file:${sha256}`])
}

/** Files by the hash of their content. A name from outside never becomes part of a path. */
export class Store {
  readonly #folder: string
  /** A table expression of the files that some holder keeps. */
  readonly kept: string
  constructor(dataDir: string, holders: readonly Holder[] = HOLDERS) {
    this.#folder = join(dataDir, 'storage')
    this.kept = keptBy(holders)
  }
  pathOf(sha256: string): string {
    if (!HASH.test(sha256)) throw new Error('not a hash')
    return join(this.#folder, 'objects', sha256.slice(0, 2), sha256)
  }
  async stage(): Promise<string> {
    const folder = join(this.#folder, 'staging')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, randomUUID())
  }
  async has(sha256: string): Promise<boolean> {
    return stat(this.pathOf(sha256)).then(
      (s) => s.isFile(),
      () => false,
    )
  }
  /** Moves a staged file to its place. Called under `holdFile`, before the row that names it is committed: a crash leaves an orphan, never a gap. */
  async keep(staged: string, sha256: string): Promise<void> {
    const path = this.pathOf(sha256)
    if (await this.has(sha256)) {
      // A sweep between here and the commit must not take it for an old orphan.
      await utimes(path, new Date(), new Date())
      return rm(staged, { force: true })
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(staged, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
  }
  /** Removes the file unless a holder still has it. */
  async release(database: Database, sha256: string): Promise<boolean> {
    return database.transaction(async (tx) => {
      const [lock] = await tx.query<{ mayLeave: boolean }>('SELECT pg_try_advisory_xact_lock_shared($1) AS "mayLeave"', [FILES_STAY_LOCK])
      if (!lock?.mayLeave) return false
      await holdFile(tx, sha256)
      const used = await tx.query(`SELECT 1 FROM ${this.kept} k WHERE sha256 = $1 LIMIT 1`, [sha256])
      if (used.length) return false
      await rm(this.pathOf(sha256), { force: true })
      return true
    })
  }
  /** What an aborted upload or a crash left behind, once it is a day old. */
  async sweep(database: Database, olderThanMs = DAY_MS): Promise<number> {
    const before = Date.now() - olderThanMs
    const isOld = async (path: string) => ((await stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY) <= before
    let removed = 0
    const staging = join(this.#folder, 'staging')
    for (const name of await readdir(staging).catch(() => [])) {
      if (!(await isOld(join(staging, name)))) continue
      await rm(join(staging, name), { force: true })
      removed++
    }
    for (const sha256 of await this.list()) if ((await isOld(this.pathOf(sha256))) && (await this.release(database, sha256))) removed++
    return removed
  }
  /** The hashes of all that is stored, with or without a record. */
  async list(): Promise<string[]> {
    const objects = join(this.#folder, 'objects')
    const names: string[] = []
    for (const folder of await readdir(objects).catch(() => [])) names.push(...(await readdir(join(objects, folder)).catch(() => [])))
    return names.filter((name) => HASH.test(name)).toSorted()
  }
}
