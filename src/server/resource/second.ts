import { fail, labelOf } from '#kernel'
import type { Ask } from '../model/approval.ts'
import type { Ctx } from '../model/context.ts'
import type { Item } from './change.ts'
import type { Model } from '../model/model.ts'

/** What a write says of itself so that it can wait for somebody. */
export type Second = Pick<Ask, 'action' | 'input' | 'rule'>

/** The process itself asks nobody; who comes with an agreement need not ask again. */
export const mustAsk = ({ actor, approved }: Ctx): boolean => actor.kind !== 'system' && approved !== true

/** Handed to the area that keeps such requests. Without one nothing passes: a rule of two that nobody watches is none. */
export const askSecond = async (ctx: Ctx, model: Model, second: Second, items: readonly Item[]): Promise<void> => {
  const keeper = ctx.engine.registry.all().find((m) => m.half?.askSecond)
  if (!keeper) throw fail('approval.none')
  const { name } = model.resource
  for (const item of items) {
    const record = item.before!
    const title = String(record[labelOf(model.resource, ctx.language)] ?? `#${record.id}`)
    await keeper.half!.askSecond!(ctx, { ...second, resource: name, record, title })
    item.isAsked = true
  }
}
