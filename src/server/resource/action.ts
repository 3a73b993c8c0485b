import { defineResource, parseDraft } from '#kernel'
import type { Resource } from '#kernel'
import type { Ctx } from '../model/context.ts'
import { change } from './change.ts'
import type { Model } from '../model/model.ts'
import { holdRows } from './read.ts'

/** What an action declares as its input is checked like a form; one that declares none gets what was sent. */
const shapes = new WeakMap<object, Resource>()
const readInput = (r: Resource, action: string, input: Record<string, unknown>): Record<string, unknown> => {
  const fields = r.actions[action]?.input
  if (!fields) return input
  let shape = shapes.get(fields)
  if (!shape) shapes.set(fields, (shape = { ...defineResource(r.name, { label: '', fields, list: { columns: [] } }) }))
  return parseDraft(shape, input, 'add')
}

/** A verb of the area's own. The rows that it is given are held and not locked; what it writes goes through the engine again. */
export const runAction = async (
  ctx: Ctx,
  model: Model,
  action: string,
  ids: readonly number[],
  input: Record<string, unknown>,
): Promise<unknown> => {
  let answer: unknown
  await change(ctx, model, {
    action,
    ...(ids.length ? { scope: () => holdRows(ctx, model, ids, 'live') } : {}),
    ...(model.resource.actions[action]?.pure ? { isKey: true } : {}),
    write: async (items) => {
      const rows = items.flatMap(({ before }) => before ?? [])
      answer = await model.half!.actions![action]!(ctx, rows, readInput(model.resource, action, input))
    },
  })
  return answer
}
