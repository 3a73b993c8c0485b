import { refuse } from '#kernel'
import type { Ctx } from '#server'
import locale from '../locale.ts'

type Place = { subject: number | null; visit: number | null }
const VISIT = 'SELECT 1 FROM study_visit WHERE id = $1 AND study = $2'

/** A subject that this person sees, and a visit of the same study: whoever is outside it is told that there is none. */
export const refuseMisplaced = async (ctx: Ctx, { subject, visit }: Place): Promise<void> => {
  if (subject === null) {
    if (visit !== null) throw refuse(locale, 'noSubject')
    return
  }
  const { study } = await ctx.engine.get(ctx, 'study.subject', subject)
  if (visit !== null && (await ctx.db.query(VISIT, [visit, study])).length === 0) throw refuse(locale, 'otherStudy')
}
