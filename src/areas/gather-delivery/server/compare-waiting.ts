import type { Ctx } from '#server'
import { askReading, moveTo } from './reading.ts'

type Waiting = { id: number; name: string; state: string; task: number | null; isAtWork: boolean }
const WAITING = `SELECT d.id, d.name, d.state, d.task, t.id IS NOT NULL AS "isAtWork" FROM gather_delivery d
  LEFT JOIN task t ON t.id = d.task AND t.state IN ('waiting', 'running')
  WHERE d.form = $1 AND d.id <> $2 AND d.sha256 IS NOT NULL AND (d.state IN ('compared', 'quarantined') AND d.rows_same IS NOT NULL OR d.state = 'reading') ORDER BY d.id`

/** What waits was compared with what the form held before: it is compared again, once whoever has it in hand is done. */
export const compareWaiting = async (ctx: Ctx, { id, form }: { id: number; form: number | null }): Promise<void> => {
  for (const one of await ctx.db.query<Waiting>(WAITING, [form, id])) {
    // On its way into the table: what it meets there is a conflict, and told.
    if (one.isAtWork && one.state !== 'reading') continue
    if (one.state !== 'reading') await moveTo(ctx, one.id, 'reading')
    await askReading(ctx, one, null, one.isAtWork ? one.task : null)
  }
}
