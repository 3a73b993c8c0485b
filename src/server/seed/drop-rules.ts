import { ruleBase } from '#kernel'
import type { Ctx } from '../context.ts'

/** The menu and the rules of a resource that is gone. Buttons go with their page, in one write. */
export const dropRules = async (ctx: Ctx, name: string): Promise<void> => {
  const base = ruleBase(name)
  const rows = await ctx.db.query<{ id: number }>('SELECT id FROM auth_rule WHERE name = $1 OR starts_with(name, $2)', [base, `${base}/`])
  if (rows.length)
    await ctx.engine.del(
      ctx,
      'auth.rule',
      rows.map((r) => r.id),
    )
}
