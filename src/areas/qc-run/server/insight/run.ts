import { fail, type Row } from '#kernel'
import { contextOf, type Actor, type Call, type Ctx } from '#server'
import { qcRun } from '../../index.ts'

export type Run = Row<typeof qcRun>
export type Opened = { ctx: Ctx; run: Run }

/** A number out of an address; whatever is none is as good as absent. */
export const numberIn = (given: unknown): number | null => {
  const value = typeof given === 'string' && given !== '' ? Number(given) : Number.NaN
  return Number.isFinite(value) ? value : null
}

const isRun = (row: Record<string, unknown>): row is Run => typeof row['id'] === 'number' && typeof row['state'] === 'string'
export const runOf = async (ctx: Ctx, id: unknown): Promise<Run> => {
  const row = await ctx.engine.get(ctx, qcRun.name, Number(id))
  if (!isRun(row)) throw fail('record.missing')
  return row
}

/** The run that the call names, as far as this person sees it. */
export const openRun = async (call: Call, actor: Actor): Promise<Opened> => {
  const ctx = await contextOf(call, actor)
  return { ctx, run: await runOf(ctx, call.query['id']) }
}

const PLACED = 'SELECT sites, scores FROM qc_run WHERE id = $1'
/** What an opened run keeps of sites, all of them: whoever asks for it answers with those that the reader reaches. */
export const placedIn = async ({ ctx, run }: Opened): Promise<{ sites: unknown; scores: unknown }> =>
  (await ctx.db.query<{ sites: unknown; scores: unknown }>(PLACED, [run.id]))[0] ?? { sites: null, scores: null }

/** Runs over the same data as this one: the same file, or records of the same study. A re-check looked at a few of them. `q` is a run. */
export const SAME = `q.state = 'done' AND q.asked IS NULL AND q.datafile IS NOT DISTINCT FROM $1::bigint AND q.study IS NOT DISTINCT FROM $2::bigint`
