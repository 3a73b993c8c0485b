import type { Ctx } from '#server'
import { tableName } from '#study/record/table.ts'
import { ownSitesOf } from '#study/team.ts'

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
export const lockedSites = async (ctx: Ctx) => {
  const forms = await ctx.db.query<{ form: number }>(FORMS, [])
  return ownSitesOf(sitesSql(forms.map(({ form }) => form)))(ctx)
}
