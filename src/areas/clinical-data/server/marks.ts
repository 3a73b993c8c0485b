import { can, oddityOf, ruleOf, type Marks } from '#kernel'
import type { Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { scopeSql } from '#server/model/scope.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { heldRow } from '#study/lock/held.ts'
import { unusualIn } from '#study/record/normal.ts'
import { slotName } from '#study/record/table.ts'
import { formOf, readsIn } from './form.ts'

type Mark = { id: number; field: string; kind: string }

/** What was entered and cannot be read as its type, is out of range or not in its list. */
const oddities = (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Mark[] => {
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  const read = formOf(ctx, model).content.variables.filter(({ slot }) => !hidden.has(slotName(slot)))
  return rows.flatMap((row) =>
    read.flatMap(({ slot, missingCodes }) => {
      const [column, text] = [model.columns.get(slotName(slot))?.field, row[slotName(slot)]]
      const kind = column && typeof text === 'string' && !missingCodes.includes(text) ? oddityOf(column, text) : undefined
      return kind ? [{ id: row.id, field: slotName(slot), kind }] : []
    }),
  )
}

const without = (row: AnyRow, hidden: ReadonlySet<string>) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)))
/** What is not usual for whoever it is of. */
const abnormal = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Mark[]> => {
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  const { study, content } = formOf(ctx, model)
  const day = (row: AnyRow): string => (typeof row['createdAt'] === 'string' ? row['createdAt'].slice(0, 10) : '')
  const found = await unusualIn(
    ctx.db,
    study,
    content,
    rows.map((row) => ({ subject: row['subject'], values: without(row, hidden), day: day(row) })),
    readsIn(ctx),
  )
  return rows.flatMap(({ id }, i) =>
    (found[i] ?? []).flatMap(({ slot: field }) => (hidden.has(field) ? [] : [{ id, field, kind: 'abnormal' }])),
  )
}

/** Where a mark about these cells stands: that something is wrong with a value tells of it to whoever does not read it. What is about no cell is about the record. */
const placed = (ctx: Ctx, model: Model, fields: readonly string[]): string[] => {
  if (fields.length === 0) return ['subject']
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  return fields.filter((field) => !hidden.has(field))
}

const OPEN = 'SELECT record AS id, slot FROM finding WHERE form = $1 AND record = ANY($2::bigint[]) AND state = ANY($3)'
/** What quality control has found and nobody has settled; what is about no column of its own is about the record. */
const findings = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Mark[]> => {
  if (rows.length === 0 || !can(ctx.actor.rules, ruleOf('finding', 'index'))) return []
  const found = await ctx.db.query<{ id: number; slot: string | null }>(OPEN, [
    formOf(ctx, model).id,
    rows.map(({ id }) => id),
    OPEN_STATES,
  ])
  return found.flatMap(({ id, slot }) => {
    const own = (slot ?? '').split(', ').filter((name) => model.columns.has(name))
    return placed(ctx, model, own).map((field) => ({ id, field, kind: 'finding' }))
  })
}

const VANISHED = 'SELECT record AS id FROM record_vanished WHERE form = $1 AND record = ANY($2::bigint[])'
/** What the last delivery of whoever brought it had no row for any more. */
const vanished = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Mark[]> => {
  const found = rows.length ? await ctx.db.query<{ id: number }>(VANISHED, [formOf(ctx, model).id, rows.map(({ id }) => id)]) : []
  return found.map(({ id }) => ({ id, field: 'subject', kind: 'vanished' }))
}

/** What people have said about these records, as far as this person sees it; what is about no value is about the record. */
const said = async (
  ctx: Ctx,
  model: Model,
  rows: readonly AnyRow[],
  name: string,
  kinds: Readonly<Record<string, string>>,
): Promise<Mark[]> => {
  const area = ctx.engine.registry.get(name)
  if (!area || rows.length === 0 || !can(ctx.actor.rules, ruleOf(name, 'index'))) return []
  const bind = new Bind()
  const about = `t.form = ${bind.add(formOf(ctx, model).id)} AND t.record = ANY(${bind.add(rows.map(({ id }) => id))}::bigint[])`
  const parts = [about, `t.state = ANY(${bind.add(Object.keys(kinds))})`, ...(await scopeSql(ctx, area, bind))]
  const found = await ctx.db.query<{ id: number; field: string | null; state: string }>(
    `SELECT DISTINCT t.record AS id, t.field, t.state FROM ${area.table} t WHERE ${parts.join(' AND ')}`,
    bind.values,
  )
  return found.flatMap(({ id, field: about, state }) =>
    placed(ctx, model, about && model.columns.has(about) ? [about] : []).map((field) => ({ id, field, kind: kinds[state] ?? state })),
  )
}

/** What can no longer be changed, whatever it is that keeps it. */
const kept = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Mark[]> => {
  if (rows.length === 0) return []
  const { id: form, study } = formOf(ctx, model)
  const whole = `EXISTS (SELECT 1 FROM study_lock l WHERE l.study = $2 AND l.state <> 'lifted' AND (l.scope = 'study' OR (l.scope = 'form' AND l.form = $3)))`
  const one = heldRow(study, form, { subject: 't.subject', visit: 't.visit', id: 't.id', delivery: 't.delivery_id' })
  const found = await ctx.db.query<{ id: number }>(
    `SELECT t.id FROM ${model.table} t WHERE t.id = ANY($1::bigint[]) AND (${whole} OR ${one})`,
    [rows.map(({ id }) => id), study, form],
  )
  return found.map(({ id }) => ({ id, field: 'subject', kind: 'locked' }))
}

/** What is to be noticed about the cells of these records, the most pressing first. */
export const marksOf = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Marks> => {
  const marks: Record<number, Record<string, string[]>> = {}
  const all = [
    ...oddities(ctx, model, rows),
    ...(await abnormal(ctx, model, rows)),
    ...(await findings(ctx, model, rows)),
    ...(await said(ctx, model, rows, 'query', { open: 'query', answered: 'answered' })),
    ...(await vanished(ctx, model, rows)),
    ...(await kept(ctx, model, rows)),
    ...(await said(ctx, model, rows, 'study.mark', { valid: 'verified' })),
  ]
  for (const { id, field, kind } of all) {
    const cell = ((marks[id] ??= {})[field] ??= [])
    if (!cell.includes(kind)) cell.push(kind)
  }
  return marks
}
