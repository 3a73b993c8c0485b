import type { Ctx } from '#server'
import { DEFAULT_ITEMS } from '#server/settings/default-item.ts'

/** Adds the settings that are missing; what somebody changed stays as it is. */
export const ensureSettings = async (ctx: Ctx): Promise<void> => {
  const rows = await ctx.db.query<{ name: string }>('SELECT name FROM routine_config')
  const known = new Set(rows.map((r) => r.name))
  const missing = Object.entries(DEFAULT_ITEMS).filter(([name]) => !known.has(name))
  if (missing.length === 0) return
  // A new item stands first in its group: the last of the page is added first.
  await ctx.engine.write(ctx, async (tx) => {
    for (const [name, item] of missing.toReversed()) await tx.engine.add(tx, 'routine.config', { name, ...item }, { deletable: false })
  })
}
