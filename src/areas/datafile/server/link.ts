import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { openSecret } from '#server/message/secret.ts'
import { openChecked } from '#qc/trino/open.ts'
import { trinoTable } from '#qc/trino/table.ts'
import { accessOf, TRINO_SETTING, type TrinoSetting } from '#study/run/trino-setting.ts'
import { trouble } from '#study/run/trino-trouble.ts'
import { datafile } from '../index.ts'
import locale from '../locale.ts'

type Given = { alias: string; catalog: string | null; schema: string | null; table: string; row: string | null }
/** Somebody waits at the screen: one try, and not for long. */
const SHORT = { tries: 1, silenceMs: 20_000 }

/** A table of the warehouse as a data file. That it is there and can be read is seen at once; its rows stay where they are. */
export const link = async (ctx: Ctx, { alias, table, ...given }: Given): Promise<{ id: number; rows: number; columns: number }> => {
  const [setting] = await ctx.db.query<TrinoSetting>(TRINO_SETTING)
  const access = setting?.status ? accessOf(setting, await openSecret(ctx, 'trino.config', 'secret')) : undefined
  if (!access) throw refuse(locale, 'noTrino')
  const [catalog, schema] = [given.catalog || access.catalog, given.schema || access.schema]
  if (!catalog || !schema) throw refuse(locale, 'noPlace')
  const remote = { catalog, schema, table, ...(given.row ? { row: given.row } : {}) }
  const seen = await look({ ...access, ...SHORT }, remote)
  const facts = { kind: 'remote', format: 'trino', remote, rows: seen.rows, columns: seen.columns.length }
  const { id } = await ctx.engine.add(ctx, datafile.name, { name: alias }, facts)
  await ctx.engine.move(ctx, datafile.name, { id, to: 'staged' })
  return { id, rows: seen.rows, columns: seen.columns.length }
}

const look = async (access: Parameters<typeof openChecked>[0], remote: Parameters<typeof trinoTable>[1]) => {
  try {
    const database = await openChecked(access)
    try {
      return await trinoTable(database, remote)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw trouble(access.url, error)
  }
}
