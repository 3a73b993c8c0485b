import { saidReason } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Changes } from '../audit/entry.ts'
import { NO_CHANGE_SQL, NO_WRITE_SQL } from '../audit/kind.ts'
import { isData, structureChanges } from '../audit/saying.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import { MASK } from './mask.ts'
import type { Part } from '../model/half.ts'
import type { Model } from '../model/model.ts'

export type HistoryEntry = {
  id: number
  at: string
  by: string
  action: string
  reason: string | null
  changes: { field: string; before: unknown; after: unknown; parts?: readonly Part[] }[]
}

/** What changed about it. What was tried in vain and who signed in stand in the log alone: a conflict would be blamed on the last sign-in. */
const ABOUT = 'FROM audit_entry WHERE resource = $1 AND record_id = $2'
const OF_RECORD = `${ABOUT} AND action NOT IN (${NO_CHANGE_SQL})`

export type LastChange = { by: string; at: string; action: string }

export const lastChange = async (db: Db, resource: string, id: number): Promise<LastChange | undefined> => {
  const [row] = await db.query<LastChange>(
    `SELECT actor_name AS by, at, action ${ABOUT} AND action NOT IN (${NO_WRITE_SQL}) ORDER BY id DESC LIMIT 1`,
    [resource, String(id)],
  )
  return row
}

/** Whether what a field of this record was is hidden from the reader: masked in the list, or narrowed there. */
export const hidesIn = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<(id: number, field: string) => boolean> => {
  const withheld = (await model.half?.withheld?.(ctx, rows)) ?? {}
  return (id, field) => withheld[id]?.includes(field) === true || ctx.engine.masks.hides(ctx, model.resource.name, field)
}

/** The record's own story, newest first; what is hidden in the list is hidden here. */
export const historyOf = async (
  ctx: Ctx,
  model: Model,
  rows: readonly AnyRow[],
  id: number,
  page: number,
  limit: number,
): Promise<{ list: HistoryEntry[]; total: number }> => {
  const key = [model.resource.name, String(id)]
  const [count] = await ctx.db.query<{ n: number }>(`SELECT count(*) AS n ${OF_RECORD}`, key)
  const entries = await ctx.db.query<{ id: number; at: string; by: string; action: string; reason: string | null; changes: Changes }>(
    `SELECT id, at, actor_name AS by, action, reason, changes ${OF_RECORD} ORDER BY id DESC LIMIT $3 OFFSET $4`,
    [...key, limit, (page - 1) * limit],
  )
  const hides = await hidesIn(ctx, model, rows)
  const shown = (field: string, value: unknown) => (value !== null && hides(id, field) ? MASK : value)
  const list = entries.map(({ changes, ...entry }) => ({
    ...entry,
    reason: saidReason(entry.reason, ctx.language),
    changes: Object.entries(changes).flatMap(([field, [before, after]]): HistoryEntry['changes'] =>
      ctx.engine.masks.lacks(ctx, model.resource.name, field) ? [] : [{ field, before: shown(field, before), after: shown(field, after) }],
    ),
  }))
  await sayStructures(
    ctx,
    model,
    id,
    list.flatMap((entry) => entry.changes),
  )
  return { total: count?.n ?? 0, list }
}

/** A structure is told by what changed in it: nobody reads one that was made for a program. */
const sayStructures = async (ctx: Ctx, model: Model, id: number, changes: HistoryEntry['changes']): Promise<void> => {
  const structures = changes.filter(({ field, before, after }) => model.half?.parts?.[field] && [before, after].some(isData))
  for (const [field, own] of Map.groupBy(structures, (change) => change.field)) {
    const parts = await structureChanges(
      ctx,
      model,
      field,
      own.map(({ before, after }) => ({ id, before, after })),
    )
    for (const [i, change] of own.entries()) if (parts[i]) change.parts = parts[i]
  }
}
