import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import type { Db } from './database.ts'
import { grantApplication } from './grant.ts'
import { LIMITS, startOptions } from './limits.ts'
import { roleOf } from './role.ts'
import type { DatabaseUrls } from './role.ts'

const FOLDER = resolve(import.meta.dirname, '../../../migrations')
const LOCK = 7_340_021

type Known = { name: string; hash: string }
type Migration = Known & { text: string }
const load = async (): Promise<Migration[]> => {
  const names = (await readdir(FOLDER)).filter((n) => n.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(resolve(FOLDER, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Which files are in the database and which are still to come. */
export const migrationStatus = async (db: Db): Promise<{ done: string[]; pending: string[] }> => {
  const rows = await db.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')
  const done = rows.map((r) => r.name)
  return { done, pending: (await load()).map((m) => m.name).filter((name) => !done.includes(name)) }
}

/** The migrations that a backup was made with, exactly as they were then. */
const asOf = (migrations: readonly Migration[], wanted: readonly Known[]): Migration[] =>
  wanted.map(({ name, hash }) => {
    const found = migrations.find((m) => m.name === name && m.hash === hash)
    if (!found)
      throw new Error(`Migration ${name} of the backup is not part of this version. Use the version that made the backup, then upgrade.`)
    return found
  })

/**
 * Applies what is missing as the owner, each file in its own transaction, and gives the application's role its rights; two starting processes
 * take turns by an advisory lock. `only`: as far as these, for a restore, which fills the tables before anybody works with them.
 */
export const migrate = async ({ url, ownerUrl }: DatabaseUrls, only?: readonly Known[]): Promise<string[]> => {
  const migrations = only ? asOf(await load(), only) : await load()
  const client = new pg.Client({ connectionString: ownerUrl, options: startOptions(LIMITS.task) })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, hash text NOT NULL, at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM schema_migration')
    const done = new Map(rows.map((r) => [r.name, r.hash]))
    for (const name of done.keys())
      if (!migrations.some((m) => m.name === name))
        throw new Error(`The database was migrated by a newer version (${name}). Start that version, or restore a backup.`)
    const applied: string[] = []
    for (const { name, text, hash } of migrations) {
      const before = done.get(name)
      if (before === hash) continue
      if (before)
        throw new Error(`Migration ${name} was changed after it had been applied. Restore the file and add a new migration instead.`)
      await client.query('BEGIN')
      try {
        await client.query(text)
        await client.query('INSERT INTO schema_migration (name, hash) VALUES ($1, $2)', [name, hash])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw new Error(`Migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error })
      }
      applied.push(name)
    }
    if (!only && url !== ownerUrl) await grantApplication(client, await roleOf(url))
    return applied
  } finally {
    await client.end()
  }
}
