import type { Db } from '../db/database.ts'

/** The values of these settings; secrets are not among them, they are in the vault. */
export const readSettings = async (db: Db, names: readonly string[]): Promise<Record<string, unknown>> => {
  const rows = await db.query<{ name: string; value: unknown }>('SELECT name, value FROM routine_config WHERE name = ANY($1)', [names])
  return Object.fromEntries(rows.filter((r) => r.value !== null).map((r) => [r.name, r.value]))
}
