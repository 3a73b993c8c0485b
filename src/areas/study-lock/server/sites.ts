import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { tableName } from '#study/record/table.ts'
import { leadsAt, ownSitesOf } from '#study/team.ts'
import locale from '../locale.ts'
import type { Target } from './place.ts'

const FORMS = `SELECT DISTINCT form FROM study_lock WHERE scope = 'record' ORDER BY form`
/** Where each stands of what is locked by itself: a lock on a subject, a record or a gather project of another site tells what there is. */
const sitesSql = (forms: readonly number[]): string => {
  const records = forms.map(
    (form) => `WHEN ${form} THEN (SELECT r."department" FROM "record"."${tableName(form)}" r WHERE r."id" = t."record")`,
  )
  return `CASE t."scope" WHEN 'subject' THEN ARRAY(SELECT s.department FROM study_subject s WHERE s.id = t."subject")
    WHEN 'gather' THEN (SELECT g.departments FROM gather_project g WHERE g.id = t."gather")
    ${records.length ? `WHEN 'record' THEN array_remove(ARRAY[CASE t."form" ${records.join(' ')} END], NULL)` : ''} END`
}
const SITES = (form: number | null) => `SELECT ${sitesSql(form === null ? [] : [form])} AS sites
  FROM (SELECT $1::text AS scope, $2::bigint AS subject, $3::bigint AS gather, $4::bigint AS form, $5::bigint AS record) t`
/** Whoever leads the study at some sites closes and opens what stands at these alone; what stands at none is of all of them. */
export const refuseOthers = async (ctx: Ctx, { study, scope, subject, gather, form, record }: Target): Promise<void> => {
  const params = [scope, subject, gather, form, record].map((value) => value ?? null)
  const [at] = await ctx.db.query<{ sites: number[] | null }>(SITES(scope === 'record' ? form : null), params)
  if (!(await leadsAt(ctx.db, ctx.actor, study, at?.sites ?? null))) throw refuse(locale, 'partly')
}
export const lockedSites = async (ctx: Ctx) => {
  const forms = await ctx.db.query<{ form: number }>(FORMS, [])
  return ownSitesOf(sitesSql(forms.map(({ form }) => form)))(ctx)
}
