import type { Ctx } from '../model/context.ts'
import { scopeIn } from './actor.ts'

/** What moving somebody from one department to another opens to them and closes. */
export type ScopeEffect = { all: boolean; gains: string[]; loses: string[] }

export const scopeEffect = async (ctx: Ctx, groups: readonly number[], from: number | null, to: number): Promise<ScopeEffect> => {
  const before = await scopeIn(ctx.db, groups, from)
  const after = await scopeIn(ctx.db, groups, to)
  const names = async (ids: readonly number[]) =>
    (await ctx.db.query<{ name: string }>('SELECT name FROM department WHERE id = ANY($1::bigint[]) ORDER BY weigh DESC, id', [ids])).map(
      (d) => d.name,
    )
  return {
    all: after.all,
    gains: await names(after.departments.filter((d) => !before.departments.includes(d))),
    loses: await names(before.departments.filter((d) => !after.departments.includes(d))),
  }
}
