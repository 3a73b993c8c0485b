import { refuse } from '#kernel'
import type { Language, Words } from '#kernel'
import type { Db } from '#server/db/database.ts'
import type { Actor } from '#server/model/actor.ts'
import type { Ctx } from '#server'
import { seesEveryStudy } from '#study/reader.ts'
import { placesIn } from '#study/team.ts'
import { toldLevels } from '#study/told.ts'
import { cohortMistake, offerOf, offerTold, type Offer } from '#study/release/offered.ts'
import { isSame, parsePlan, planProblems, type Plan, type PlanProblem } from '#study/release/plan.ts'
import locale from '../locale.ts'

export type Wanted = { cohortForm: number | null; cohort: string | null; plan: Plan }
type Given = { cohortForm?: number | null; cohort?: string | null; plan?: unknown }

/** Said at the field, not at the button. */
const COHORT = { field: 'cohort' }
/** What somebody sent or a row keeps, read; refuses what cannot be. */
export const readWanted = (offer: Offer, { cohortForm, cohort, plan: given }: Given, language: Language): Wanted => {
  const plan = parsePlan(given)
  if (!plan) throw refuse(locale, 'badPlan')
  const expression = cohort?.trim() || null
  if (!expression) return { cohortForm: null, cohort: null, plan }
  if (!cohortForm) throw refuse(locale, 'noCohortForm', {}, COHORT)
  const why = cohortMistake(offer, cohortForm, expression)
  if (why) throw refuse(locale, 'badCohort', { why: why[language] }, COHORT)
  return { cohortForm, cohort: expression, plan }
}

/** What is to be tried out; of no variable there is nothing to count, and the engine has no table to ask. */
export const readTrial = (offer: Offer, given: Given, language: Language): Wanted => {
  const wanted = readWanted(offer, given, language)
  if (!wanted.plan.variables.some((one) => offer.variables.some((other) => isSame(one, other)))) throw refuse(locale, 'noVariable')
  return wanted
}

export const offerIn = async (db: Db, study: number): Promise<Offer> => {
  const offer = await offerOf(db, study)
  if (!offer) throw refuse(locale, 'noDictionary')
  return offer
}

/** What a person may ask for: a variable that they are not told of is one that there is not. */
export const offerTo = async (ctx: Ctx, study: number): Promise<Offer> =>
  offerTold(await offerIn(ctx.db, study), await toldLevels(ctx, study))

const ASKERS: ReadonlySet<string> = new Set(['analyst', 'pi', 'dataManager'])
export const refuseStranger = async (ctx: Ctx, study: number): Promise<void> => {
  if (seesEveryStudy(ctx.actor)) return
  if (!(await placesIn(ctx.db, ctx.actor, study)).some(({ role }) => ASKERS.has(role))) throw refuse(locale, 'notAnalyst')
}

const BAD: Words = { 'zh-cn': '去标识方案无法识别', en: 'The de-identification plan cannot be read' }
export const problemsIn = (offer: Offer, plan: unknown): PlanProblem[] => {
  const read = parsePlan(plan)
  return read ? planProblems(read, offer.variables) : [{ form: null, slot: null, words: BAD }]
}
export const keyName = (id: number): string => `analysis:${id}`

/** Whoever asked: admins and members have the same numbers for other people. */
export const isRequester = ({ kind, id }: Pick<Actor, 'kind' | 'id'>, row: Readonly<Record<string, unknown>>): boolean =>
  kind === 'member' ? row['member'] === id : kind === 'admin' && row['requester'] === id
