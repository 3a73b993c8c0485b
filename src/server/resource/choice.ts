import { askedOf, can, columnsOf, fail, isPointer, labelOf, readQuery, ruleFor, writableOf } from '#kernel'
import type { Field, Option, Resource } from '#kernel'
import type { Bind } from '../db/bind.ts'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { scopeSql } from '../model/scope.ts'
import { listOptions, refuseUnsearchable } from './read.ts'

type Asked = { of: string; field: string }
/** For which field of which resource the options are asked. */
const askedFor = ({ of, field }: Record<string, unknown>): Asked | null =>
  typeof of === 'string' && typeof field === 'string' ? { of, field } : null
export const isChoice = (params: Record<string, unknown>): boolean => askedFor(params) !== null

/** Whoever fills the field in, in the form or to do something with the record. */
const mayFill = ({ actor }: Ctx, { resource }: Model, name: string, to: string): boolean => {
  const may = (action: string) => can(actor.rules, ruleFor(resource, action))
  const points = (field: Field | undefined) => field !== undefined && isPointer(field) && field.to === to
  if (points(writableOf(resource)[name]) && (may('add') || may('edit'))) return true
  return Object.entries(resource.actions).some(([action, { input }]) => points(input?.[name]) && may(action))
}

/** What stands in this column of the rows that the reader sees: a name that is in the list is one to look for. */
const found = async (ctx: Ctx, holder: Model, name: string, bind: Bind): Promise<string> => {
  const column = holder.columns.get(name)
  if (!column) return 'false'
  const value = column.field.kind === 'refs' ? `unnest(t.${column.sql})` : `t.${column.sql}`
  const parts = await scopeSql(ctx, holder, bind)
  if (holder.isRecyclable) parts.push('t."deleted_at" IS NULL')
  // Within the brackets `t` is the holder.
  return `t."id" IN (SELECT ${value} FROM ${holder.table} t ${parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : ''})`
}

/** What a search may be asked of records that the reader does not list: their names, and nothing that is not shown. */
const byName = (ctx: Ctx, resource: Resource, holder: Resource, params: Record<string, unknown>) => {
  const { page, limit, quickSearch, initValue, ...query } = readQuery(resource, {
    ...params,
    search: undefined,
    order: undefined,
    initKey: 'id',
  })
  const looked = quickSearch === '' ? [] : [{ field: labelOf(resource, ctx.language), operator: 'LIKE' as const, value: quickSearch }]
  return { ...query, page, limit, initValue, quickSearch: '', conditions: [...looked, ...below(holder, resource, params['chosen'])] }
}

/** `study:3,visit:4`: what is chosen beside it. Of what stands below one of these, only that is offered: two studies have a form of the same name. */
const below = (holder: Resource, target: Resource, chosen: unknown) => {
  const name = target.scopedBy ?? ''
  const [own, its] = [columnsOf(holder)[name], columnsOf(target)[name]]
  const isSame = own && its && isPointer(own) && isPointer(its) && own.to === its.to && its.required
  const given = String(chosen ?? '').split(',')
  const value = Number(given.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1) ?? Number.NaN)
  return isSame && Number.isSafeInteger(value) ? [{ field: name, operator: '=' as const, value }] : []
}
/** The options of a resource for whoever may list it. */
export const allChoices = async (ctx: Ctx, model: Model, params: Record<string, unknown>) => {
  const holder = typeof params['of'] === 'string' ? await ctx.engine.registry.open(ctx, params['of']) : undefined
  const query = readQuery(model.resource, params)
  const conditions = holder ? [...query.conditions, ...below(holder.resource, model.resource, params['chosen'])] : query.conditions
  return listOptions(ctx, model, { ...query, conditions })
}

/**
 * The options of a field for whoever has no right to list what it points to: who is to lead a study is chosen by a data manager to whom the accounts
 * of the house are closed. Whoever fills the field in chooses among all that their scope holds, whoever filters by it among what they find in it.
 */
export const choices = async (
  ctx: Ctx,
  model: Model,
  params: Record<string, unknown>,
): Promise<{ options: Option[]; total: number; capped: boolean }> => {
  const asked = askedFor(params)
  const holder = asked && (await ctx.engine.registry.open(ctx, asked.of))
  if (!asked || !holder) throw fail('auth.forbidden')
  const { name: to } = model.resource
  const query = byName(ctx, model.resource, holder.resource, params)
  if (mayFill(ctx, holder, asked.field, to)) return listOptions(ctx, model, query)
  const field = askedOf(holder.resource)[asked.field]
  if (
    !field ||
    !isPointer(field) ||
    field.to !== to ||
    field.kind === 'remoteSelect' ||
    !can(ctx.actor.rules, ruleFor(holder.resource, 'index'))
  )
    throw fail('auth.forbidden')
  await refuseUnsearchable(ctx, holder, asked.field)
  return listOptions(ctx, model, query, (bind) => found(ctx, holder, asked.field, bind))
}
