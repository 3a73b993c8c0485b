import { asksOf, fail, invalid, moveRule, moveWord, ruleFor } from '#kernel'
import { changesOf } from '../audit/entry.ts'
import type { Moved } from '../model/approval.ts'
import type { Ctx } from '../model/context.ts'
import { change, refuseUnfit } from './change.ts'
import type { Item, Values } from './change.ts'
import type { Model } from '../model/model.ts'
import { holdRows, present } from './read.ts'
import { refuseBlocked, refuseMove } from './state.ts'
import { updateRows } from './store.ts'

/** One step of a record along its states. `facts` are what the server's own code notes with it. */
export const moveRow = async (ctx: Ctx, model: Model, input: unknown, facts: Values = {}): Promise<Moved> => {
  const { id, version, to } = (typeof input === 'object' && input !== null ? input : {}) as Values
  const [item] = await moveRows(ctx, model, [id], to, { version, facts })
  return item!.isAsked ? { asked: 1 } : { row: present(ctx, model, item!.after!) }
}

type Beside = { version?: unknown; facts?: Values }
/** The same step of many as one change, all or nothing. */
export const moveRows = async (
  ctx: Ctx,
  model: Model,
  given: readonly unknown[],
  to: unknown,
  { version, facts = {} }: Beside = {},
): Promise<Item[]> => {
  const { resource, half, locale } = model
  const ids = given.filter((id): id is number => Number.isSafeInteger(id))
  if (ids.length !== given.length) throw fail('record.missing')
  const move = typeof to === 'string' && Object.hasOwn(resource.moves ?? {}, to) ? resource.moves![to] : undefined
  if (typeof to !== 'string' || !move) throw invalid([{ field: 'to', key: 'option' }])
  return change(ctx, model, {
    action: 'move',
    scope: async () => {
      for (const id of ids) await half?.turn?.(ctx, id, to)
      return holdRows(ctx, model, ids, 'live')
    },
    version,
    validate: async () => ids.map(() => ({ ...refuseUnfit(model, facts), state: to })),
    state: async (row) => {
      refuseMove(ctx, model, row!, to)
      if (move.gate) await refuseBlocked(ctx, model, to, moveWord(locale[ctx.language], to, String(row!['state'])), [row!])
    },
    reason: (row) => asksOf(move, row['state']).reason,
    second: async (row) => {
      const isAsked = move.second === 'half' ? !row || (await half?.wantsSecond?.(ctx, row, to)) : asksOf(move, row?.['state']).second
      return isAsked ? { action: 'move', input: { to }, rule: ruleFor(resource, moveRule(resource, to)) } : undefined
    },
    before: async (items) => {
      if (half?.before?.move) for (const one of items) one.values = { ...one.values, ...(await half.before.move(ctx, one.before!, to)) }
    },
    write: (items) => updateRows(ctx, model, items),
    audit: ({ before, after }) => changesOf(model, before, after),
    after: async (items) => {
      for (const { before, after } of items) await half?.after?.move?.(ctx, after!, before!)
    },
  })
}
