import { defineResource, parseDraft, ruleFor } from '#kernel'
import type { Resource } from '#kernel'
import type { Ctx } from '../model/context.ts'
import { change } from './change.ts'
import type { Model } from '../model/model.ts'
import { holdRows } from './read.ts'
import { refuseBlocked } from './state.ts'

/** What an action declares as its input is checked like a form; one that declares none gets what was sent. */
const shapes = new WeakMap<object, Resource>()
export const readInput = (r: Resource, action: string, input: Record<string, unknown>): Record<string, unknown> => {
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
  given: Record<string, unknown>,
): Promise<unknown> => {
  const { resource, half, locale } = model
  const spec = resource.actions[action]
  const input = readInput(resource, action, given)
  const reason = typeof input['reason'] === 'string' && input['reason'].trim() ? input['reason'].trim() : ctx.reason
  const own: Ctx = { ...ctx, ...(reason === undefined ? {} : { reason }), ...(spec?.beside ? { beside: resource.name } : {}) }
  let answer: unknown
  const items = await change(own, model, {
    action,
    ...(ids.length
      ? {
          scope: async () => {
            // Whoever already shares what they then want alone waits for another who does the same, and neither gets it.
            if (spec?.second) for (const id of ids) await half?.turn?.(ctx, id, action)
            return holdRows(ctx, model, ids, 'live')
          },
        }
      : {}),
    ...(spec?.pure ? { isRead: true } : {}),
    ...(spec?.beside ? { isBeside: true } : {}),
    state: async (row) => {
      if (spec?.gate && row) await refuseBlocked(ctx, model, action, locale[ctx.language].actions?.[action] ?? action, [row], input)
    },
    second: () => (spec?.second ? { action, input, rule: ruleFor(resource, action) } : undefined),
    write: async (all) => {
      const rows = all.flatMap(({ before }) => before ?? [])
      answer = await half!.actions![action]!(own, rows, input)
    },
  })
  const asked = items.filter((item) => item.isAsked).length
  return asked ? { asked } : answer
}
