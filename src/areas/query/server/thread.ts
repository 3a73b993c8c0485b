import type { Row } from '#kernel'
import type { Actor, Ctx } from '#server'
import { SYSTEM, adminId } from '#server/model/actor.ts'
import type { Writer } from '#study/finding/step.ts'
import { query } from '../index.ts'

export type Query = Row<typeof query>
export type About = Pick<
  Query,
  'id' | 'study' | 'department' | 'form' | 'record' | 'field' | 'datafile' | 'delivery' | 'assignees' | 'members'
>

/** What follows from a deed of a query, whatever its doer may do elsewhere. */
export const asSystem = (ctx: Ctx): Ctx => ({ ...ctx, actor: SYSTEM })
export const writerOf = (ctx: Ctx): Writer => ({
  move: (resource, input, facts) => ctx.engine.move(ctx, resource, input, facts),
  add: (resource, facts) => ctx.engine.add(ctx, resource, {}, facts),
})

const speaker = (actor: Actor) => ({ by: adminId(actor), member: actor.kind === 'member' ? actor.id : null })
/** One entry of the thread, in the name of whoever acts. */
export const say = async (ctx: Ctx, id: number, kind: string, facts: Record<string, unknown> = {}): Promise<void> => {
  await writerOf(asSystem(ctx)).add('query.entry', { query: id, kind, ...speaker(ctx.actor), ...facts })
}

export const stepQuery = (ctx: Ctx, { id }: Pick<Query, 'id'>, to: string, reason: string | null, facts: Record<string, unknown> = {}) =>
  ctx.engine.move({ ...ctx, ...(reason ? { reason } : {}) }, query.name, { id, to }, facts)

export const now = ({ at }: Ctx): string => at ?? new Date().toISOString()
