import { listIn } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { SIGNERS, ownSheets } from './own.ts'
import { waivedOf } from './waived.ts'

/** Of a sheet that waits: whether the reader is who signs it, and what is signed with it; and who does. Whoever is not would be asked for a password in vain. */
export const withSigners = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const waiting = rows.filter(({ state }) => state === 'ready').map(({ id }) => id)
  if (waiting.length === 0) return [...rows]
  const own = new Set((await ownSheets(ctx, { states: ['ready'], ids: waiting })).ids)
  const named = await ctx.db.query<{ id: number; names: string[] }>(SIGNERS, [waiting])
  const waived = await waivedOf(
    ctx,
    rows.filter(({ id }) => own.has(id)),
  )
  return rows.map((row) => {
    if (row['state'] !== 'ready') return row
    const signs = own.has(row.id) ? { signs: true, waived: waived(row) } : { signs: false }
    return { ...row, ...signs, signers: listIn(ctx.language, named.find(({ id }) => id === row.id)?.names ?? []) }
  })
}
