import { can } from '#kernel'
import type { Actor, Where } from '../model/context.ts'

/** Which tasks `t` somebody sees: the own ones; with the right to the list also those of the departments in scope. */
export const visibleTasks = (actor: Actor): Where => {
  const isReader = can(actor.rules, 'task/index')
  if (isReader && actor.scope.all) return { where: 'TRUE', params: [] }
  const departments = isReader ? actor.scope.departments : []
  return {
    where: '(t.owner_kind = $1 AND t.owner_id = $2 OR t.department_id = ANY($3::bigint[]))',
    params: [actor.kind, actor.id, departments],
  }
}
