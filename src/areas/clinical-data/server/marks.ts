import { can, oddityOf, ruleOf, type Marks } from '#kernel'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { slotName } from '#study/record/table.ts'
import { formOf } from './form.ts'

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
    return (own.length > 0 ? own : ['subject']).map((field) => ({ id, field, kind: 'finding' }))
  })
}

const VANISHED = 'SELECT record AS id FROM record_vanished WHERE form = $1 AND record = ANY($2::bigint[])'
/** What the last delivery of whoever brought it had no row for any more. */
const vanished = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Mark[]> => {
  const found = rows.length ? await ctx.db.query<{ id: number }>(VANISHED, [formOf(ctx, model).id, rows.map(({ id }) => id)]) : []
  return found.map(({ id }) => ({ id, field: 'subject', kind: 'vanished' }))
}

/** What is to be noticed about the cells of these records. */
export const marksOf = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<Marks> => {
  const marks: Record<number, Record<string, string[]>> = {}
  const all = [...oddities(ctx, model, rows), ...(await findings(ctx, model, rows)), ...(await vanished(ctx, model, rows))]
  for (const { id, field, kind } of all) {
    const cell = ((marks[id] ??= {})[field] ??= [])
    if (!cell.includes(kind)) cell.push(kind)
  }
  return marks
}
