import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { tableName } from '#study/record/table.ts'
import { reachIn } from '#study/team.ts'
import { studyMark } from '../index.ts'
import locale from '../locale.ts'

/** As many as a list gives at once: a batch of a task is smaller. */
const AT_ONCE = 1000
export const LOOKERS = ['pi', 'dataManager', 'monitor']
export type Kind = 'source' | 'review'
type Marked = { form: number; kind: Kind; note: string | null; field: string | null }
type Search = readonly { field: string; operator: string; val: string }[]

export const modelOf = async (ctx: Ctx, form: number): Promise<Model> => {
  const model = await ctx.engine.registry.open(ctx, `clinical.data.f${form}`)
  if (!model) throw refuse(locale, 'none')
  return model
}
export const SUBMITTED = { field: 'state', operator: 'IN', val: 'submitted,verified,signed' } as const
/** The submitted records that this person sees. */
const recordsOf = async (ctx: Ctx, { resource }: Model, search: Search): Promise<AnyRow[]> =>
  (await ctx.engine.list(ctx, resource.name, { limit: AT_ONCE, order: 'id,asc', search: [...search, SUBMITTED] })).list

const SEEN = `SELECT record, max(id) AS seen FROM value_change WHERE form = $1 AND record = ANY($2::bigint[]) GROUP BY record`
/** What was changed last of each record. Whoever is about to change one is waited for: their change would be older than the mark and not be seen. */
const seenOf = async (ctx: Ctx, form: number, ids: readonly number[]): Promise<Map<number, number>> => {
  await ctx.db.query(`SELECT 1 FROM "record"."${tableName(form)}" WHERE id = ANY($1::bigint[]) ORDER BY id FOR SHARE`, [ids])
  const seen = await ctx.db.query<{ record: number; seen: number }>(SEEN, [form, ids])
  return new Map(seen.map((row) => [row.record, row.seen]))
}
const refuseOthers = async (ctx: Ctx, study: number, rows: readonly AnyRow[]): Promise<void> => {
  const reach = await reachIn(ctx.db, ctx.actor, study, LOOKERS)
  if (reach !== 'all' && !rows.every((row) => reach.has(Number(row['department'])))) throw refuse(locale, 'notYours')
}
const STUDY = 'SELECT study FROM study_form WHERE id = $1'
const SAME = `SELECT record FROM study_mark WHERE form = $1 AND record = ANY($2::bigint[]) AND kind = $3 AND field IS NOT DISTINCT FROM $4 AND state = 'valid'`

const labelIn = (row: AnyRow, name: string): string => {
  const labels = row['_labels']
  return typeof labels === 'object' && labels !== null ? String(Reflect.get(labels, name) ?? '') : ''
}
const titleOf = (ctx: Ctx, { locale: words }: Model, row: AnyRow, field: string | null): string => {
  const { title, fields } = words[ctx.language]
  return [labelIn(row, 'subject'), labelIn(row, 'visit'), title, field && (fields[field] ?? field)]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 200)
}

const markRows = async (ctx: Ctx, model: Model, rows: readonly AnyRow[], { form, kind, note, field }: Marked) => {
  const [{ study } = { study: 0 }] = await ctx.db.query<{ study: number }>(STUDY, [form])
  await refuseOthers(ctx, study, rows)
  const ids = rows.map(({ id }) => id)
  const seen = await seenOf(ctx, form, ids)
  const done = new Set((await ctx.db.query<{ record: number }>(SAME, [form, ids, kind, field])).map(({ record }) => record))
  const open = rows.filter(({ id }) => !done.has(id))
  const facts = open.map((row) => {
    const { subject, visit, department } = row
    const about = { study, form, record: row.id, subject, visit, department, field, title: titleOf(ctx, model, row, field) }
    return { ...about, kind, note, seen: seen.get(row.id) ?? 0, by: adminId(ctx.actor) }
  })
  const none = facts.map(() => ({}))
  if (facts.length > 0) await ctx.engine.addAll(ctx, studyMark.name, none, facts)
  return { count: open.length, before: done.size }
}

/** These records of a form, as far as they are still submitted and this person still sees them. */
export const markIds = async (ctx: Ctx, form: number, ids: readonly number[], { kind, note }: Pick<Marked, 'kind' | 'note'>) => {
  const model = await modelOf(ctx, form)
  const rows = await recordsOf(ctx, model, [{ field: 'id', operator: 'IN', val: ids.join(',') }])
  return rows.length > 0 ? markRows(ctx, model, rows, { form, kind, note, field: null }) : { count: 0, before: 0 }
}

type One = { form: number; record: number; version: number; field: string | null; kind: Kind; note: string | null }
export const markOne = async (ctx: Ctx, { form, record, version, field, kind, note }: One) => {
  const model = await modelOf(ctx, form)
  const isThere = (name: string) =>
    /^v\d+$/.test(name) && model.columns.has(name) && !ctx.engine.masks.lacks(ctx, model.resource.name, name)
  if (field !== null && !isThere(field)) throw refuse(locale, 'noField')
  const rows = await recordsOf(ctx, model, [{ field: 'id', operator: '=', val: String(record) }])
  if (rows.length === 0) throw refuse(locale, 'none')
  const answer = await markRows(ctx, model, rows, { form, kind, note, field })
  // After the record is held: what was changed until now is in this row.
  const [now] = await ctx.db.query<{ version: number }>(`SELECT version FROM "record"."${tableName(form)}" WHERE id = $1`, [record])
  if (now?.version !== version) throw refuse(locale, 'changed')
  return answer
}
