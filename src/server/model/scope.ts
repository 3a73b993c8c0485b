import { hasTrait, isPointer } from '#kernel'
import { Bind } from '../db/bind.ts'
import type { Where } from '../db/bind.ts'
import { adminId } from './actor.ts'
import type { Actor } from './actor.ts'
import type { Ctx } from './context.ts'
import type { Model } from './model.ts'

/** Not everybody who may read the resource sees each row of it. */
export const isNarrowed = ({ resource }: Model): boolean =>
  hasTrait(resource, 'scoped') || resource.scopedBy !== undefined || resource.narrowed === true

/** Rows of a scoped resource that belong to somebody's departments or, of an admin, to themselves: a member's number names another person. */
const ownRows = (actor: Actor, bind: Bind): string => {
  const departments = `t."department_id" = ANY(${bind.add(actor.scope.departments)}::bigint[])`
  const id = adminId(actor)
  return id === null ? departments : `(${departments} OR t."owner_id" = ${bind.add(id)}::bigint)`
}

/** A row is seen by those who see the record above it; one that may stand alone and does, by what else narrows it. */
export const underParent = async (ctx: Ctx, { resource, columns }: Model, bind: Bind): Promise<string[]> => {
  const column = columns.get(resource.scopedBy ?? '')
  if (!column || !isPointer(column.field)) return []
  const parent = ctx.engine.registry.need(column.field.to)
  const above = await scopeSql(ctx, parent, bind)
  if (above.length === 0) return []
  // Within the brackets `t` is the parent.
  const inside = `t.${column.sql} IN (SELECT t."id" FROM ${parent.table} t WHERE ${above.join(' AND ')})`
  return [column.field.required ? inside : `(t.${column.sql} IS NULL OR ${inside})`]
}

/** The conditions that narrow a model to what the actor may see. An empty list means every row. */
export const scopeSql = async (ctx: Ctx, model: Model, bind: Bind): Promise<string[]> => {
  const parts = await underParent(ctx, model, bind)
  if (hasTrait(model.resource, 'scoped')) {
    if (!ctx.actor.scope.all && ctx.actor.kind !== 'system') parts.push(ownRows(ctx.actor, bind))
    if (ctx.departments.length) parts.push(`t."department_id" = ANY(${bind.add(ctx.departments)}::bigint[])`)
  }
  const own = ctx.actor.kind === 'system' ? true : await model.half?.scope?.(ctx)
  if (own === false) parts.push('false')
  else if (typeof own === 'object') parts.push(`(${bind.graft(own)})`)
  return parts
}

/** The same as a condition on rows of the alias `l` that some other row points to. The department chosen in the header narrows lists, not names. */
export const seenSql = async (ctx: Ctx, model: Model, bind: Bind): Promise<string | null> => {
  const parts = await scopeSql({ ...ctx, departments: [] }, model, bind)
  return parts.length ? `EXISTS (SELECT 1 FROM ${model.table} t WHERE t."id" = l."id" AND ${parts.join(' AND ')})` : null
}

/** For lists that name records of many resources: `OR` conditions on `resource` and `record` for those of these models that the actor sees. */
export const seenRecords = async (ctx: Ctx, models: readonly Model[], from: number): Promise<Where> => {
  const bind = new Bind()
  let where = ''
  for (const model of models) {
    const parts = await scopeSql(ctx, model, bind)
    const rows = `SELECT t."id" FROM ${model.table} t${parts.length ? ` WHERE ${parts.join(' AND ')}` : ''}`
    where += ` OR (t."resource" = ${bind.add(model.resource.name)} AND t."record" IN (${rows}))`
  }
  return { where: where.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + from - 1}`), params: bind.values }
}
