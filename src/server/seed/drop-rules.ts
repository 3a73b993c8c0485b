import { ruleBase } from '#kernel'
import type { Ctx } from '../model/context.ts'

/**
 * The menu and the rules of a resource that is gone. Buttons go with their page, in one write. Who may drop it was decided before:
 * rules that nobody gave them go too, or none would.
 */
export const dropRules = async (ctx: Ctx, name: string): Promise<void> => {
  const base = ruleBase(name)
  const rows = await ctx.db.query<{ id: number }>('SELECT id FROM auth_rule WHERE name = $1 OR starts_with(name, $2)', [base, `${base}/`])
  if (rows.length)
    await ctx.engine.del(
      { ...ctx, actor: { ...ctx.actor, super: true, rules: { '*': true } } },
      'auth.rule',
      rows.map((r) => r.id),
    )
}
