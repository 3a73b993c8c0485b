import { can, fail, refuse } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { sitesOf } from '#study/delivery/receive.ts'
import { stateOf } from '#study/state.ts'
import locale from '../locale.ts'
import { recordIn, refuseHeld, refuseMisplaced } from './place.ts'

/** A member's group holds the page; whose files they send, their place in the study's team says alone. */
export const MEMBER_RULE = 'study/file'
/** What stands in a form is sent from the page where that is filled in. */
export const ENTRY_RULE = 'study/gather'

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
  const page = about?.['form'] === undefined ? MEMBER_RULE : ENTRY_RULE
  if (!can(ctx.actor.rules, page) || record !== null) throw fail('auth.forbidden')
  if (!about?.['subject']) throw refuse(locale, 'whose')
  const placed: Ctx = { ...ctx, actor: { ...ctx.actor, rules: {} } }
  const subject = await ownSubject(placed, about['subject'])
  const study = Number(subject['study'])
  const visit = about['visit'] ? (await placed.engine.get(placed, 'study.visit', about['visit'])).id : null
  await refuseMisplaced(placed, { subject: subject.id, visit, form: about['form'] ?? null })
  if ((await stateOf(ctx.db, study)) !== 'collecting') throw refuse(locale, 'notCollecting')
  const place = { subject: subject.id, visit, ...recordIn(about) }
  await refuseHeld(ctx, place)
  return { ...place, departmentId: Number(subject['department']) }
}
