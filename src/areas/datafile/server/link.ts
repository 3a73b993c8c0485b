import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { openSecret } from '#server/message/secret.ts'
import type { TrinoDatabase } from '#qc/trino/database.ts'
import { askBriefly, isCancelled } from '#qc/trino/open.ts'
import { countRows, describeTable, type TrinoTable } from '#qc/trino/table.ts'
import { accessOf, TRINO_SETTING, type TrinoSetting } from '#study/run/trino-setting.ts'
import { trouble } from '#study/run/trino-trouble.ts'
import { datafile } from '../index.ts'
import locale from '../locale.ts'

type Given = { alias: string; catalog: string | null; schema: string | null; table: string; row: string | null }
const PATIENCE_MS = 20_000

/** A table of the warehouse as a data file. That it is there and can be read is seen at once; its rows stay where they are. */
export const link = async (ctx: Ctx, { alias, table, ...given }: Given): Promise<{ id: number; rows: number | null; columns: number }> => {
  const [setting] = await ctx.db.query<TrinoSetting>(TRINO_SETTING)
  const access = setting?.status ? accessOf(setting, await openSecret(ctx, 'trino.config', 'secret')) : undefined
  if (!access) throw refuse(locale, 'noTrino')
  const [catalog, schema] = [given.catalog || access.catalog, given.schema || access.schema]
  if (!catalog || !schema) throw refuse(locale, 'noPlace')
  const remote = { catalog, schema, table, ...(given.row ? { row: given.row } : {}) }
  const seen = await askBriefly(access, PATIENCE_MS, (database) => look(database, remote)).catch((error: unknown) => {
    throw trouble(access.url, error)
  })
  const { id } = await ctx.engine.add(ctx, datafile.name, { name: alias }, { kind: 'remote', format: 'trino', remote, ...seen })
  await ctx.engine.move(ctx, datafile.name, { id, to: 'staged' })
  return { id, ...seen }
}

/** To count the rows of a large table may take longer than anybody waits: then a run tells how many there are. */
const look = async (database: TrinoDatabase, remote: TrinoTable): Promise<{ rows: number | null; columns: number }> => {
  const described = await describeTable(database, remote)
  const counted = await countRows(database, described, remote.row).catch((error: unknown) => {
    if (isCancelled(error)) return null
    throw error
  })
  return { rows: counted?.rows ?? null, columns: described.columns.length }
}
