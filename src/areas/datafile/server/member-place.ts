import { can, fail, refuse } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { sitesOf } from '#study/delivery/receive.ts'
import { heldOn } from '#study/lock/held.ts'
import { stateOf } from '#study/state.ts'
import locale from '../locale.ts'

/** A member's group holds the page; whose files they send, their place in the study's team says alone. */
export const MEMBER_RULE = 'study/file'

/** The departments of a study whose subjects the member has a hand in; null for all of them. */
export const ownSites = (ctx: Ctx, study: number): Promise<number[] | null> => sitesOf(ctx, { study, departments: [] })
/** Outside the study, at another site or in another role it is as if there were no such subject. */
export const ownSubject = async (ctx: Ctx, id: number): Promise<AnyRow & { sites: number[] | null }> => {
  const subject = await ctx.engine.get(ctx, 'study.subject', id)
  const sites = await ownSites(ctx, Number(subject['study']))
  if (sites !== null && !sites.includes(Number(subject['department']))) throw fail('record.missing')
  return { ...subject, sites }
}

type About = Readonly<Record<string, number>> | undefined
/** What a file that a member sends becomes: of a subject of their own, at a visit of the same study, in the subject's department. */
export const memberPlace = async (ctx: Ctx, record: number | null, about: About) => {
  if (!can(ctx.actor.rules, MEMBER_RULE) || record !== null) throw fail('auth.forbidden')
  if (!about?.['subject']) throw refuse(locale, 'whose')
  const placed: Ctx = { ...ctx, actor: { ...ctx.actor, rules: {} } }
  const subject = await ownSubject(placed, about['subject'])
  const study = Number(subject['study'])
  const visit = about['visit'] ? (await placed.engine.get(placed, 'study.visit', about['visit'])).id : null
  if (visit !== null && (await ctx.db.query('SELECT 1 FROM study_visit WHERE id = $1 AND study = $2', [visit, study])).length === 0)
    throw refuse(locale, 'otherStudy')
  if ((await stateOf(ctx.db, study)) !== 'collecting') throw refuse(locale, 'notCollecting')
  const held = await heldOn(ctx.db, { study, subject: subject.id, visit })
  if (held) throw refuse(locale, 'held', { why: held[ctx.language] })
  return { subject: subject.id, visit, departmentId: Number(subject['department']) }
}
