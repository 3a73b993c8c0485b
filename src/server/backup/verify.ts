import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { verifyTrail } from '../audit/verify.ts'
import { openDatabase, sqlState } from '../db/database.ts'
import { LIMITS, startOptions } from '../db/limits.ts'
import type { Say } from './create.ts'
import { filesBelow } from './folder.ts'
import { sha256Of } from './hash.ts'
import type { PublicKey } from '../signer.ts'
import { OWN_FILES, objectFile, readManifest, signatureProblem, tableFile } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { restoreDatabase } from './restore.ts'
import { quotedTable } from './tables.ts'

const NEWLINE = 10
/** In COPY's text form a row is a line: line breaks within a value are written as \n. */
const rowsIn = async (path: string): Promise<number> => {
  let rows = 0
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++
  })
  return rows
}

const checkFiles = async (folder: string, { tables, files }: Manifest, say: Say, signal: AbortSignal): Promise<string[]> => {
  const problems: string[] = []
  const there = await filesBelow(folder)
  for (const name of OWN_FILES) there.delete(name)
  const check = async (path: string, sha256: string, bytes: number): Promise<boolean> => {
    signal.throwIfAborted()
    const size = there.get(path)
    there.delete(path)
    if (size === undefined) problems.push(`${path} is missing`)
    else if (size !== bytes || (await sha256Of(join(folder, path))).sha256 !== sha256) problems.push(`${path} was changed`)
    else return true
    return false
  }
  for (const { name, rows, sha256, bytes } of tables) {
    if (!(await check(tableFile(name), sha256, bytes))) continue
    const found = await rowsIn(join(folder, tableFile(name)))
    if (found !== rows) problems.push(`${tableFile(name)} has ${found} rows, the manifest says ${rows}`)
  }
  say(`read   ${tables.length} tables, ${tables.reduce((n, t) => n + t.rows, 0)} rows`)
  for (const { sha256, bytes } of files) await check(objectFile(sha256), sha256, bytes)
  say(`read   ${files.length} files`)
  for (const path of there.keys()) problems.push(`${path} does not belong to the backup`)
  return problems
}

const SCRATCH = 'backup_check_'
const scratchUrl = (url: string, name: string): string => {
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  return scratch.href
}

const inspect = async (url: string, { tables, audit }: Manifest): Promise<string[]> => {
  const database = openDatabase(url, { max: 2 })
  try {
    const problems: string[] = []
    for (const { name, rows } of tables) {
      const [found] = await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${quotedTable(name)}`)
      if (found!.n !== rows) problems.push(`restored ${name} has ${found!.n} rows instead of ${rows}`)
    }
    const trail = await verifyTrail(database)
    if (!trail.ok) problems.push(`restored audit trail: ${trail.problem ?? 'broken'}`)
    else if (audit.seals && trail.head !== audit.head) problems.push('the restored audit trail ends with another seal')
    return problems
  } finally {
    await database.close()
  }
}

/** The proof of a backup is a restore: into a database of its own, which goes afterwards. */
const tryRestore = async (url: string, folder: string, manifest: Manifest, say: Say, signal: AbortSignal): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, options: startOptions(LIMITS.task) })
  await client.connect()
  client.on('error', () => {})
  const name = `${SCRATCH}${randomBytes(6).toString('hex')}`
  try {
    const left = await client.query<{ name: string }>(`SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${SCRATCH}')`)
    for (const old of left.rows) await client.query(`DROP DATABASE IF EXISTS "${old.name}"`).catch(() => {})
    try {
      await client.query(`CREATE DATABASE "${name}" TEMPLATE template0`)
    } catch (error) {
      if (sqlState(error) !== '42501') throw error
      say('skip   trial restore: this database account may not create databases')
      return []
    }
    await restoreDatabase(scratchUrl(url, name), folder, manifest, () => {}, signal)
    const problems = await inspect(scratchUrl(url, name), manifest)
    if (problems.length === 0) say(`ok     trial restore: all counts agree, audit trail complete up to seal ${manifest.audit.seals}`)
    return problems
  } finally {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`).catch(() => {})
    await client.end()
  }
}

/** A trail that was cut or rewritten since the backup no longer has the seal that the backup remembers. */
const checkpoint = async (url: string, { audit }: Manifest): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, options: startOptions(LIMITS.task) })
  await client.connect()
  try {
    const { rows } = await client.query<{ head: string }>(`SELECT encode(hash, 'hex') AS head FROM audit_seal WHERE seq = $1`, [
      audit.seals,
    ])
    return audit.seals === 0 || rows[0]?.head === audit.head
      ? []
      : [`the audit trail of today no longer has seal ${audit.seals} as it was then`]
  } finally {
    await client.end()
  }
}

/** Reads all of a backup again, restores it to see that it can be, and throws what is wrong. */
export const verifyBackup = async (
  url: string,
  folder: string,
  trusted: readonly PublicKey[],
  say: Say,
  signal: AbortSignal,
): Promise<void> => {
  const { manifest, sha256, signature } = await readManifest(folder)
  say(`backup of ${manifest.at}, version ${manifest.application}, manifest ${sha256.slice(0, 16)}`)
  const unproved = signatureProblem(signature, trusted)
  const problems = [...(unproved ? [unproved] : []), ...(await checkFiles(folder, manifest, say, signal))]
  // What is damaged is not restored: the failure would only hide its cause.
  if (problems.length === 0) problems.push(...(await tryRestore(url, folder, manifest, say, signal)))
  problems.push(...(await checkpoint(url, manifest)))
  for (const problem of problems) say(`WRONG  ${problem}`)
  if (problems.length) throw new Error(`the backup is not sound: ${problems.length} problems`)
}
