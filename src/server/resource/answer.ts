import { can, fail } from '#kernel'
import type { Condition } from '#kernel'
import type { Bind } from '../db/bind.ts'
import type { Ctx } from '../model/context.ts'
import type { Answer } from '../model/half.ts'
import type { Model } from '../model/model.ts'

/** Conditions that no column answers, and the others. */
export const parted = ({ resource: { asks = {} } }: Model, conditions: readonly Condition[]): [Condition[], Condition[]] => [
  conditions.filter(({ field }) => Object.hasOwn(asks, field)),
  conditions.filter(({ field }) => !Object.hasOwn(asks, field)),
]

const mayAsk = ({ actor }: Ctx, { rule }: Answer): boolean => rule === undefined || can(actor.rules, rule)
/** Of what a list can be asked, that which this person is not told of. */
export const untoldAsks = (ctx: Ctx, { resource, half }: Model): string[] =>
  Object.keys(resource.asks ?? {}).filter((name) => {
    const answer = half?.asks?.[name]
    return answer !== undefined && !mayAsk(ctx, answer)
  })

export const answersSql = async (ctx: Ctx, model: Model, conditions: readonly Condition[], bind: Bind): Promise<string[]> => {
  const parts: string[] = []
  for (const condition of conditions) {
    const answer = model.half?.asks?.[condition.field]
    if (!answer || !mayAsk(ctx, answer)) throw fail('input.unknownField', { field: condition.field })
    parts.push(`(${bind.graft(await answer.where(ctx, model, condition))})`)
  }
  return parts
}
