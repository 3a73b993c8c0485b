import { hasTrait } from '#kernel'
import type { Ctx } from '../context.ts'
import type { Bind } from './condition.ts'
import type { Model } from './model.ts'

/** The conditions that narrow a model to what the actor may see. An empty list means every row. */
export const scopeSql = async (ctx: Ctx, model: Model, bind: Bind): Promise<string[]> => {
  const parts: string[] = []
  if (hasTrait(model.resource, 'scoped')) {
    const { scope, id, kind } = ctx.actor
    if (!scope.all && kind !== 'system')
      parts.push(`(t."department_id" = ANY(${bind.add(scope.departments)}::bigint[]) OR t."owner_id" = ${bind.add(id)}::bigint)`)
    if (ctx.departments.length) parts.push(`t."department_id" = ANY(${bind.add(ctx.departments)}::bigint[])`)
  }
  const own = ctx.actor.kind === 'system' ? true : await model.half?.scope?.(ctx)
  if (own === false) parts.push('false')
  else if (typeof own === 'object') parts.push(`(${bind.graft(own)})`)
  return parts
}
