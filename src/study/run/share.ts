import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { QcDatabase } from '#qc'
import { identifier, literal } from '#qc/sql.ts'

/** How tables and folders begin that a run hands over to Trino. */
export const HANDED = 'qc_'
/** Run, attempt and number: somebody's own `qc_results` is none of ours. */
const OWN = /^qc_\d+_[0-9a-f]{8}_\d+$/
/** Longer than any run takes. */
const OLD_MS = 24 * 60 * 60_000

/** Records that a killed worker handed over would lie on the share for ever. */
export const sweepShare = async (folder: string | undefined): Promise<number> => {
  if (!folder) return 0
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const made = await stat(path).catch(() => undefined)
    if (!OWN.test(name) || !made?.isDirectory() || made.mtimeMs > Date.now() - OLD_MS) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

type Place = { catalog: string; schema: string }
type Share = { folder: string; location: string }
/** Tables of such a hand-over whose files are gone. That they stand there harms nothing: what goes wrong here stops no run. */
export const dropLeft = async (database: QcDatabase, { catalog, schema }: Place, { folder, location }: Share): Promise<void> => {
  try {
    await sweepShare(folder)
    const tables = await database.all<{ table_name: string }>(
      `SELECT table_name FROM ${identifier(catalog)}.information_schema.tables WHERE table_schema = ${literal(schema.toLowerCase())}`,
    )
    // Looked at after the tables: a run that is handing over makes the folder before the table.
    const there = new Set(await readdir(folder))
    for (const { table_name: name } of tables) {
      if (!name || !OWN.test(name) || there.has(name)) continue
      const full = [catalog, schema, name].map(identifier).join('.')
      // Another installation may hand over to the same schema, from a folder of its own.
      const made = JSON.stringify(await database.all(`SHOW CREATE TABLE ${full}`))
      if (made.includes(`'${location.replace(/\/$/, '')}/${name}'`)) await database.run(`DROP TABLE IF EXISTS ${full}`)
    }
  } catch (error) {
    if (database.isLost?.(error)) throw error
  }
}
