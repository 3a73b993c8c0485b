import { fail } from '#kernel'
import type { Ctx, Scope } from '../model/context.ts'
import { departmentTree } from './actor.ts'

export type Grant = { everything: boolean; rules: readonly number[]; scope: string; departments: readonly number[] }
const GROUPS = `SELECT everything, coalesce(rules, '{}') AS rules, scope, coalesce(departments, '{}') AS departments FROM auth_group WHERE id = ANY($1::bigint[])`

/** The departments that a grant opens to somebody of that department. */
const opened = async (ctx: Ctx, grant: Grant, own: number | null): Promise<readonly number[]> => {
  if (grant.scope === 'chosen') return grant.departments
  if (!own || (grant.scope !== 'department' && grant.scope !== 'departmentTree')) return []
  return grant.scope === 'department' ? [own] : departmentTree(ctx.db, [own])
}

const isWithin = (scope: Scope, departments: readonly number[]) => scope.all || departments.every((d) => scope.departments.includes(d))

/** Nobody gives what they do not hold: neither a rule, nor a wider view of the data. `own` are the departments of those who get it. */
export const refuseUnheld = async (ctx: Ctx, grant: Grant, own: readonly (number | null)[] = []): Promise<void> => {
  const { actor } = ctx
  if (actor.kind === 'system' || actor.super) return
  if (grant.everything || (grant.scope === 'all' && !actor.scope.all)) throw fail('auth.notYours')
  const named = await ctx.db.query<{ name: string }>('SELECT name FROM auth_rule WHERE id = ANY($1::bigint[])', [grant.rules])
  if (named.some((r) => !actor.rules[r.name])) throw fail('auth.notYours')
  for (const department of own.length ? own : [null])
    if (!isWithin(actor.scope, await opened(ctx, grant, department))) throw fail('auth.notYours')
}

/** Whoever puts a person of that department into these groups must hold all that they give there. */
export const refuseUnheldGroups = async (ctx: Ctx, ids: readonly number[], department: number | null): Promise<void> => {
  for (const group of await ctx.db.query<Grant>(GROUPS, [ids])) await refuseUnheld(ctx, group, [department])
}

/** Moving a department opens it to everybody who sees the new place: only who sees all of it may do so. */
export const refuseUnseenDepartments = async (ctx: Ctx, root: number): Promise<void> => {
  if (ctx.actor.kind !== 'system' && !isWithin(ctx.actor.scope, await departmentTree(ctx.db, [root]))) throw fail('auth.notYours')
}
