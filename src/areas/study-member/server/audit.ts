import { refuse } from '#kernel'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { onlyAudits } from '#study/team.ts'
import locale from '../locale.ts'

/** Where a record stands, by its own columns: with the one that it is seen by, or with the subject, dictionary or file that it is of. */
const aboves = ({ resource: { scopedBy } }: Model): string[] => [scopedBy ?? '', 'subject', 'dictionary', 'gather', 'datafile']

/** Of what study a record is: itself one, a part of one, or a part of a part. What is read once for many of them is kept in `known`. */
const studyOf = async (ctx: Ctx, model: Model, row: AnyRow, known: Map<string, number | null>): Promise<number | null> => {
  const { resource, columns } = model
  if (resource.name === 'study.project') return row.id || null
  if (typeof row['study'] === 'number' && columns.has('study')) return row['study']
  for (const name of aboves(model)) {
    const [field, id] = [columns.get(name)?.field, row[name]]
    if (field?.kind !== 'ref' || typeof id !== 'number') continue
    const key = `${field.to} ${id}`
    if (!known.has(key)) {
      const above = ctx.engine.registry.need(field.to)
      const [found] = await ctx.db.query<AnyRow>(`SELECT t.* FROM ${above.table} t WHERE t."id" = $1`, [id])
      known.set(key, found ? await studyOf(ctx, above, found, known) : null)
    }
    const study = known.get(key) ?? null
    if (study !== null) return study
  }
  return null
}

/** Whoever is in a team to audit it changes nothing of the study, whatever their group may do elsewhere. */
export const refuseAuditor = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<void> => {
  if ('*' in ctx.actor.rules) return
  const [studies, known] = [new Set<number>(), new Map<string, number | null>()]
  for (const row of rows) {
    const study = await studyOf(ctx, model, row, known)
    if (study !== null) studies.add(study)
  }
  for (const study of studies) if (await onlyAudits(ctx.db, ctx.actor, study)) throw refuse(locale, 'audits')
}
