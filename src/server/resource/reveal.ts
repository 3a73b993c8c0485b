import { labelOf } from '#kernel'
import type { Option } from '#kernel'
import { recordHourly } from '../audit/hourly.ts'
import type { Ctx } from '../model/context.ts'
import type { HistoryEntry } from './history.ts'
import type { Model } from '../model/model.ts'

type Values = Readonly<Record<string, unknown>>
const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''

const note = async (ctx: Ctx, model: Model, rows: readonly Values[], recordId: number | '', through?: string): Promise<void> => {
  const columns = ctx.engine.masks.revealed(ctx, model)
  if (!columns.some((name) => rows.some((row) => isThere(row[name])))) return
  await recordHourly(ctx.engine.database, ctx, {
    action: 'reveal',
    resource: model.resource.name,
    recordId,
    label: '',
    changes: { columns: [null, columns], ...(through ? { through: [null, through] } : {}) },
  })
}

/**
 * Somebody was given in clear what is masked for others: an entry, once per person and hour, for a record that was opened or for the
 * list. What leaves as an export has its own entry each time.
 */
export const noteRows = async (ctx: Ctx, model: Model, rows: readonly Values[], recordId: number | '' = ''): Promise<void> => {
  await note(ctx, model, rows, recordId)
  const tells = model.half?.tells
  if (!tells) return
  // A log tells of records elsewhere: it is they whose values were read.
  for (const [resource, told] of Map.groupBy(rows.map(tells), (t) => t.resource)) {
    const target = ctx.engine.registry.get(resource)
    if (target)
      await note(
        ctx,
        target,
        told.map((t) => t.values),
        '',
        model.resource.name,
      )
  }
}
export const noteHistory = (ctx: Ctx, model: Model, entries: readonly HistoryEntry[], id: number): Promise<void> =>
  noteRows(
    ctx,
    model,
    entries.map(({ changes }) => Object.fromEntries(changes.map((c) => [c.field, c.after ?? c.before]))),
    id,
  )
export const noteOptions = (ctx: Ctx, model: Model, options: readonly Option[]): Promise<void> =>
  noteRows(
    ctx,
    model,
    options.map(({ label }) => ({ [labelOf(model.resource, ctx.language)]: label })),
  )
