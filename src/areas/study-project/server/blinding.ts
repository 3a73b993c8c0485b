import { refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { holdersOf } from '#server/auth/holder.ts'
import { teamOf } from '#study/query/assignee.ts'
import { ARM_LEVEL, openArms } from '#study/blind.ts'
import { allocationsIn } from '#study/allocation.ts'
import { studyProject } from '../index.ts'
import locale from '../locale.ts'

type Study = { id: number; state: string; blinded: boolean | null; unblindedAt: string | null }
const BEFORE: ReadonlySet<string> = new Set(['draft', 'submitted', 'approved'])

/** An arm that was once seen cannot be hidden again, and one that was promised to be hidden is. */
export const refuseLate = ({ state, blinded }: Study, change: { blinded?: boolean | null }): void => {
  if (change.blinded !== undefined && change.blinded !== blinded && !BEFORE.has(state)) throw refuse(locale, 'blinded')
}

const TELLS = `SELECT 1 FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND v.sensitivity = $2 LIMIT 1`
/** Each subject is told its arm by a change of its own, with the reason of all of them; a lock does not stop this. */
export const unblind = async (ctx: Ctx, study: Study): Promise<{ count: number }> => {
  const tells = study.blinded || (await ctx.db.query(TELLS, [study.id, ARM_LEVEL])).length > 0
  if (!tells || study.unblindedAt !== null) throw refuse(locale, 'notBlinded')
  openArms(ctx.db, study.id)
  const system: Ctx = { ...ctx, actor: SYSTEM }
  const allocated = await allocationsIn(ctx, study.id)
  for (const { subject, arm } of allocated) await ctx.engine.edit(system, 'study.subject', { id: subject }, { arm })
  await ctx.engine.edit(ctx, studyProject.name, { id: study.id }, { unblindedAt: nowOf(ctx) })
  ctx.afterCommit(() => ctx.services.forgetActors())
  return { count: allocated.length }
}

/** Who of the team may ask for it, by name. */
export const unblindersOf = async (ctx: Ctx, study: number): Promise<string[]> => {
  const team = await teamOf(ctx.db, study)
  const holders = await holdersOf(ctx.db, ruleOf(studyProject.name, 'unblind'))
  return holders.filter(({ id }) => team.some(({ admin }) => admin === id)).map(({ name }) => name)
}
