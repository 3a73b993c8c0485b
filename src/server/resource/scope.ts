import { fail, hasTrait } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { Bind } from '../db/bind.ts'
import type { Model } from '../model/model.ts'
import { ownRows } from '../model/own-rows.ts'

/** The conditions that narrow a model to what the actor may see. An empty list means every row. */
export const scopeSql = async (ctx: Ctx, model: Model, bind: Bind): Promise<string[]> => {
  const parts: string[] = []
  if (hasTrait(model.resource, 'scoped')) {
    if (!ctx.actor.scope.all && ctx.actor.kind !== 'system') parts.push(ownRows(ctx.actor, 't', bind))
    if (ctx.departments.length) parts.push(`t."department_id" = ANY(${bind.add(ctx.departments)}::bigint[])`)
  }
  const own = ctx.actor.kind === 'system' ? true : await model.half?.scope?.(ctx)
  if (own === false) parts.push('false')
  else if (typeof own === 'object') parts.push(`(${bind.graft(own)})`)
  return parts
}

/** A record is handed to departments that one reaches, not to others. */
export const refuseForeignDepartment = ({ actor }: Ctx, { departmentId }: Readonly<Record<string, unknown>>): void => {
  const { scope, kind } = actor
  const isOwn = departmentId === null || departmentId === undefined || departmentId === actor.departmentId
  if (isOwn || kind === 'system' || scope.all || scope.departments.includes(departmentId as number)) return
  throw fail('auth.badGroup')
}
