import { fail } from '#kernel'
import type { Ctx } from '../kit.ts'

export type Grant = { everything: boolean; rules: readonly number[]; scope: string; departments: readonly number[] }

/** Nobody gives what they do not hold: neither a rule, nor a wider view of the data. */
export const refuseUnheld = async (ctx: Ctx, grant: Grant): Promise<void> => {
  const { actor } = ctx
  if (actor.kind === 'system' || actor.super) return
  if (grant.everything) throw fail('auth.notYours')
  const named = await ctx.db.query<{ name: string }>('SELECT name FROM auth_rule WHERE id = ANY($1::bigint[])', [grant.rules])
  if (named.some((r) => !actor.rules[r.name])) throw fail('auth.notYours')
  if (actor.scope.all) return
  const wider = grant.scope === 'all' || (grant.scope === 'chosen' && grant.departments.some((d) => !actor.scope.departments.includes(d)))
  // "Own department" of somebody else may be one that the giver cannot see.
  const elsewhere =
    (grant.scope === 'department' || grant.scope === 'departmentTree') && !actor.scope.departments.includes(actor.departmentId ?? 0)
  if (wider || elsewhere) throw fail('auth.notYours')
}

export const refuseUnheldGroups = async (ctx: Ctx, ids: readonly number[]): Promise<void> => {
  const groups = await ctx.db.query<Grant>(
    `SELECT everything, coalesce(rules, '{}') AS rules, scope, coalesce(departments, '{}') AS departments FROM auth_group WHERE id = ANY($1::bigint[])`,
    [ids],
  )
  for (const group of groups) await refuseUnheld(ctx, group)
}
