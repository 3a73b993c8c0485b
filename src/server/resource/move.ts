import { asksOf, fail, invalid, moveRule, ruleFor } from '#kernel'
import { changesOf } from '../audit/entry.ts'
import type { Moved } from '../model/approval.ts'
import type { Ctx } from '../model/context.ts'
import { change, refuseUnfit } from './change.ts'
import type { Values } from './change.ts'
import type { Model } from '../model/model.ts'
import { holdRows, present } from './read.ts'
import { refuseBlocked, refuseMove } from './state.ts'
import { updateRows } from './store.ts'

/** One step of a record along its states. `facts` are what the server's own code notes with it. */
export const moveRow = async (ctx: Ctx, model: Model, input: unknown, facts: Values = {}): Promise<Moved> => {
  const { id, version, to } = (typeof input === 'object' && input !== null ? input : {}) as Values
  const { resource, half, locale } = model
  if (!Number.isSafeInteger(id)) throw fail('record.missing')
  const record = Number(id)
  const move = typeof to === 'string' && Object.hasOwn(resource.moves ?? {}, to) ? resource.moves![to] : undefined
  if (typeof to !== 'string' || !move) throw invalid([{ field: 'to', key: 'option' }])
  const [item] = await change(ctx, model, {
    action: 'move',
    scope: async () => {
      await half?.turn?.(ctx, record, to)
      return holdRows(ctx, model, [record], 'live')
    },
    version,
    validate: async () => [{ ...refuseUnfit(model, facts), state: to }],
    state: async (row) => {
      refuseMove(ctx, model, row!, to)
      if (move.gate) await refuseBlocked(ctx, model, to, locale[ctx.language].moves?.[to] ?? to, [row!])
    },
    reason: (row) => asksOf(move, row['state']).reason,
    second: (row) =>
      asksOf(move, row?.['state']).second ? { action: 'move', input: { to }, rule: ruleFor(resource, moveRule(resource, to)) } : undefined,
    before: async ([one]) => {
      if (half?.before?.move) one!.values = { ...one!.values, ...(await half.before.move(ctx, one!.before!, to)) }
    },
    write: (items) => updateRows(ctx, model, items),
    audit: ({ before, after }) => changesOf(model, before, after),
    after: async ([one]) => half?.after?.move?.(ctx, one!.after!, one!.before!),
  })
  return item!.isAsked ? { asked: 1 } : { row: present(ctx, model, item!.after!) }
}
