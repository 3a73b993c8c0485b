import type { Db } from '../db/database.ts'

/** The entry after which the trail speaks of the table, or the field, that is there now; before it, of one with the same name that was dropped. */
export type Since = { table: number; fields: ReadonlyMap<string, number> }
export const ALWAYS: Since = { table: 0, fields: new Map() }

type Shape = { fields: Record<string, unknown> } | null
const CHANGES = `SELECT id, action, changes -> 'definition' -> 0 AS before, changes -> 'definition' -> 1 AS after FROM audit_entry
  WHERE resource = 'crud.table' AND action IN ('apply', 'drop') AND label = $1 ORDER BY id`

export const madeSince = async (db: Db, name: string): Promise<Since> => {
  let table = 0
  const fields = new Map<string, number>()
  for (const { id, action, before, after } of await db.query<{ id: number; action: string; before: Shape; after: Shape }>(CHANGES, [
    name,
  ])) {
    if (action === 'drop') table = id
    else for (const field of Object.keys(after?.fields ?? {})) if (!Object.hasOwn(before?.fields ?? {}, field)) fields.set(field, id)
  }
  return { table, fields }
}
