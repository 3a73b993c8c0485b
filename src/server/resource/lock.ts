import { fail } from '#kernel'
import type { AnyRow, Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'

/** Locked is a record that holds a lock, or one that stands within something locked: the area says so. The key of the record's own lock opens only that. */
export const refuseLocked = async (ctx: Ctx, model: Model, rows: readonly (AnyRow | null)[], isKey = false): Promise<void> => {
  if (ctx.beside === model.resource.name) return
  if (!isKey && rows.some((row) => row?.['lockedAt'])) throw fail('record.locked')
  const lockScope = model.half?.lockScope
  if (!lockScope) return
  for (const row of rows) {
    const scope = row && (await lockScope(ctx, row, model))
    if (scope) throw fail('record.scopeLocked', { scope: scope[ctx.language] })
  }
}

/** What areas have against this person writing here at all, whichever record it is. The process itself writes for others. */
export const refuseGuarded = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<void> => {
  if (ctx.actor.kind === 'system' || rows.length === 0) return
  for (const { half } of ctx.engine.registry.all()) if (half?.guardWrite) await half.guardWrite(ctx, model, rows)
}
