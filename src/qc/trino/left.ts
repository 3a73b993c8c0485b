import { identifier, literal } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import type { Share } from './share.ts'

/** How tables and folders begin that are handed over to Trino. */
export const HANDED = 'qc_'
/** Of a run: run, attempt and number; of the command: its own number and that of the table. Somebody's `qc_results` is none of ours. */
const OWN = /^qc_(?:\d+_[0-9a-f]{8}|cli_[0-9a-f]{12})_\d+$/
/** Longer than any run takes. */
const OLD_MS = 24 * 60 * 60_000

/** Records that a killed process handed over would lie on the share for ever. What can be taken away is, then the first trouble is told. */
export const sweepShare = async (share: Share | undefined): Promise<number> => {
  if (!share) return 0
  const old = (await share.list()).filter(({ name, at }) => OWN.test(name) && at < Date.now() - OLD_MS)
  const troubles: unknown[] = []
  for (const { name } of old) await share.remove(name).catch((error: unknown) => void troubles.push(error))
  if (troubles.length > 0) throw troubles[0]
  return old.length
}

type Place = { catalog: string; schema: string }
/** Tables of such a hand-over whose files are gone. That they stand there harms nothing: what goes wrong here stops no run. */
export const dropLeft = async (database: QcDatabase, { catalog, schema }: Place, share: Share): Promise<void> => {
  try {
    await sweepShare(share)
    const tables = await database.all<{ table_name: string }>(
      `SELECT table_name FROM ${identifier(catalog)}.information_schema.tables WHERE table_schema = ${literal(schema.toLowerCase())}`,
    )
    // Looked at after the tables: whoever is handing over writes the files before the table.
    const there = new Set((await share.list()).map(({ name }) => name))
    for (const { table_name: name } of tables) {
      if (!name || !OWN.test(name) || there.has(name)) continue
      const full = [catalog, schema, name].map(identifier).join('.')
      // Another installation may hand over to the same schema, from a folder of its own.
      const made = JSON.stringify(await database.all(`SHOW CREATE TABLE ${full}`))
      if (made.includes(`'${share.locate(name)}'`)) await database.run(`DROP TABLE IF EXISTS ${full}`)
    }
  } catch (error) {
    if (database.isLost?.(error)) throw error
  }
}
