import { can } from '#kernel'
import { Bind } from '../db/bind.ts'
import type { Where } from '../db/bind.ts'
import type { Actor, Ctx } from '../model/context.ts'
import { underParent } from '../model/scope.ts'

/** Which tasks `t` somebody sees: the own ones; with the right to the list also those of the departments in scope, of a study as its team does. */
export const visibleTasks = async (system: Ctx, actor: Actor): Promise<Where> => {
  const bind = new Bind()
  const own = `t.owner_kind = ${bind.add(actor.kind)} AND t.owner_id = ${bind.add(actor.id)}::bigint`
  if (!can(actor.rules, 'task/index')) return { where: `(${own})`, params: bind.values }
  const within = actor.scope.all ? 'TRUE' : `t.department_id = ANY(${bind.add(actor.scope.departments)}::bigint[])`
  const team = await underParent({ ...system, actor }, system.engine.registry.need('task'), bind)
  return { where: `(${own} OR ${[within, ...team].join(' AND ')})`, params: bind.values }
}
