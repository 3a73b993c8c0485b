import { fail, settableOf } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { holdRows, refuseAbsent } from './read.ts'

/** A record and what one of its fields is to be. `version`: as somebody has seen it. */
export type SetRow = { id: number; version?: number; value: unknown }
const MOST = 1000

const isSetRow = (given: unknown): given is SetRow => {
  if (typeof given !== 'object' || given === null || !('value' in given) || !('id' in given)) return false
  const isVersion = !('version' in given) || given.version === undefined || Number.isSafeInteger(given.version)
  return Number.isSafeInteger(given.id) && isVersion && Object.keys(given).every((key) => ['id', 'version', 'value'].includes(key))
}
export const readSet = (model: Model, body: unknown): { field: string; rows: SetRow[] } => {
  const sent = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined)
  const field = String(sent('field'))
  const rows = sent('rows')
  if (!Object.hasOwn(settableOf(model.resource), field)) throw fail('input.unknownField', { field: field.slice(0, 100) })
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MOST || !rows.every(isSetRow)) throw fail('input.noIds')
  if (new Set(rows.map((row) => row.id)).size !== rows.length) throw fail('input.noIds')
  return { field, rows }
}

/**
 * One field of many records, each through its own write, all or nothing. The answer is what they were, with the version that they have now:
 * sent back, it undoes this, unless somebody has changed one of them meanwhile. What is masked for the reader is not told.
 */
export const setField = async (
  ctx: Ctx,
  model: Model,
  field: string,
  rows: readonly SetRow[],
): Promise<{ count: number; before: SetRow[] | null }> => {
  refuseAbsent(ctx, model, field)
  const { name } = model.resource
  const held = await holdRows(
    ctx,
    model,
    rows.map((row) => row.id),
    'live',
  )
  const was = new Map(held.map((row) => [row.id, row]))
  const before: SetRow[] = []
  for (const { id, version, value } of rows) {
    const { version: now } = await ctx.engine.edit(ctx, name, { id, ...(version === undefined ? {} : { version }), [field]: value })
    if (now !== was.get(id)?.version) before.push({ id, version: now, value: was.get(id)?.[field] ?? null })
  }
  const isHidden = ctx.engine.masks.hidden(ctx, model).fields.has(field)
  return { count: before.length, before: isHidden ? null : before }
}
