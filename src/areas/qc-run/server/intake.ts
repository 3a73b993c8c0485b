import { Refusal, filled } from '#kernel'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { startFile, startRecords, type OverRecords } from './start.ts'

type Begun = { run: number | null; why: Words | null }
/** A run that nobody waits for at a screen: what stands in its way is told, and stops nothing else. */
const quietly = async (start: () => Promise<{ id: number }>): Promise<Begun> => {
  try {
    return { run: (await start()).id, why: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { run: null, why: filled(error.words, error.params) }
  }
}
export const startQuietly = (ctx: Ctx, over: OverRecords, trigger: 'intake' | 'schedule'): Promise<Begun> =>
  quietly(() => startRecords({ ...ctx, actor: SYSTEM }, over, trigger))

const FOUND = `SELECT DISTINCT r."set" FROM finding f JOIN qc_run r ON r.id = f.first_run WHERE f.datafile = $1 AND f.state = ANY($2) AND r."set" IS NOT NULL ORDER BY 1`
/** A corrected file: the sets that found something in the version before look again. */
export const startRefile = async (ctx: Ctx, datafile: number): Promise<{ runs: Begun[] }> => {
  await ctx.engine.get(ctx, 'datafile', datafile)
  const sets = await ctx.db.query<{ set: number }>(FOUND, [datafile, OPEN_STATES])
  const runs: Begun[] = []
  for (const { set } of sets) runs.push(await quietly(() => startFile({ ...ctx, actor: SYSTEM }, datafile, set, 'recheck')))
  return { runs }
}

const SLOT = `SELECT d.study, d.form, g.control_set AS "set" FROM gather_delivery d JOIN gather_project g ON g.id = d.gather
  WHERE d.id = $1 AND d.state = 'accepted' AND g.control_set IS NOT NULL`
/** The form of a stored delivery by the set of its gather project, if that names one. */
export const startIntake = async (ctx: Ctx, delivery: number): Promise<Begun> => {
  // Under the scope of whoever asks; what follows is the system's.
  await ctx.engine.get(ctx, 'gather.delivery', delivery)
  const [over] = await ctx.db.query<OverRecords>(SLOT, [delivery])
  return over ? startQuietly(ctx, { ...over, delivery }, 'intake') : { run: null, why: null }
}
