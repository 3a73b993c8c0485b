import { refuse } from '#kernel'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { onlyAudits } from '#study/team.ts'
import locale from '../locale.ts'

const OF = {
  dictionary: 'SELECT study FROM study_dictionary WHERE id = $1',
  subject: 'SELECT study FROM study_subject WHERE id = $1',
  gather: 'SELECT study FROM gather_project WHERE id = $1',
} as const
/** Of what study a record is: itself one, a part of one, or a part of a part. */
const studyOf = async (ctx: Ctx, { resource, columns }: Model, row: AnyRow): Promise<number | null> => {
  if (resource.name === 'study.project') return row.id || null
  if (columns.has('study')) return typeof row['study'] === 'number' ? row['study'] : null
  const by = (['dictionary', 'subject', 'gather'] as const).find((name) => columns.has(name))
  if (!by) return null
  return (await ctx.db.query<{ study: number }>(OF[by], [row[by]]))[0]?.study ?? null
}

/** Whoever is in a team to audit it changes nothing of the study, whatever their group may do elsewhere. */
export const refuseAuditor = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<void> => {
  const studies = new Set<number>()
  for (const row of rows) {
    const study = await studyOf(ctx, model, row)
    if (study !== null) studies.add(study)
  }
  for (const study of studies) if (await onlyAudits(ctx.db, ctx.actor, study)) throw refuse(locale, 'audits')
}
