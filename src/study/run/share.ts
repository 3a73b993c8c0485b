import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { QcDatabase } from '#qc'
import { identifier, literal } from '#qc/sql.ts'

/** How tables and folders begin that a run hands over to Trino. */
export const HANDED = 'qc_'
/** Longer than any run takes. */
const OLD_MS = 24 * 60 * 60_000

/** Records that a killed worker handed over would lie on the share for ever. */
export const sweepShare = async (folder: string | undefined): Promise<number> => {
  if (!folder) return 0
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const made = await stat(path).catch(() => undefined)
    if (!name.startsWith(HANDED) || !made?.isDirectory() || made.mtimeMs > Date.now() - OLD_MS) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

type Place = { catalog: string; schema: string }
/** Tables of such a hand-over whose files are gone. That they stand there harms nothing: what goes wrong here stops no run. */
export const dropLeft = async (database: QcDatabase, { catalog, schema }: Place, folder: string): Promise<void> => {
  try {
    await sweepShare(folder)
    const there = new Set(await readdir(folder))
    const tables = await database.all<{ table_name: string }>(
      `SELECT table_name FROM ${identifier(catalog)}.information_schema.tables WHERE table_schema = ${literal(schema.toLowerCase())}`,
    )
    for (const { table_name: name } of tables)
      if (name?.startsWith(HANDED) && !there.has(name))
        await database.run(`DROP TABLE IF EXISTS ${[catalog, schema, name].map(identifier).join('.')}`)
  } catch (error) {
    if (database.isLost?.(error)) throw error
  }
}
