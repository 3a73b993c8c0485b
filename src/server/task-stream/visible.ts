import { can } from '#kernel'
import { Bind } from '../db/bind.ts'
import type { Where } from '../db/bind.ts'
import type { Actor, Ctx } from '../model/context.ts'
import { scopeSql } from '../model/scope.ts'

/** Which tasks `t` somebody sees: the own ones; with the right to the list also those that the list shows. */
export const visibleTasks = async (system: Ctx, actor: Actor): Promise<Where> => {
  const bind = new Bind()
  const own = `t.owner_kind = ${bind.add(actor.kind)} AND t.owner_id = ${bind.add(actor.id)}::bigint`
  if (!can(actor.rules, 'task/index')) return { where: `(${own})`, params: bind.values }
  // As the list narrows it: what a site asked for is no news at another.
  const task = system.engine.registry.need('task')
  const seen = await scopeSql({ ...system, actor }, task, bind)
  const listed = seen.length > 0 ? `t.id IN (SELECT t."id" FROM ${task.table} t WHERE ${seen.join(' AND ')})` : 'TRUE'
  return { where: `(${own} OR ${listed})`, params: bind.values }
}
