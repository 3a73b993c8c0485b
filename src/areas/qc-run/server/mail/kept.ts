import * as z from 'zod'
import type { Actor, Call } from '#server'
import { openRun } from '../insight/run.ts'

/** What is kept with the run: no addresses and no names, those are in the outbox and in the team. */
const shape = z.object({
  hasServer: z.boolean(),
  /** Rows of the outbox. */
  outbox: z.array(z.number()),
  /** Of them, how many went without the report. */
  noFile: z.number(),
  noAddress: z.number(),
  noRight: z.number(),
})
export type Mailed = z.infer<typeof shape>
export const NO_SERVER: Mailed = { hasServer: false, outbox: [], noFile: 0, noAddress: 0, noRight: 0 }

const STATES = `SELECT status, count(*)::int AS n FROM message_outbox WHERE id = ANY($1::bigint[]) GROUP BY status`
/** What became of the report by mail, as the outbox has it now; null where nobody was to get it. */
export const mailed = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const kept = shape.safeParse(run.mailed).data
  if (!kept) return { mailed: null }
  const { outbox, ...rest } = kept
  const states = await ctx.db.query<{ status: string; n: number }>(STATES, [outbox])
  return { mailed: { ...rest, mails: outbox.length, states: Object.fromEntries(states.map(({ status, n }) => [status, n])) } }
}
