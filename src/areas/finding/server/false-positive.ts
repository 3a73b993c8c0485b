import { fail, filled, nameIn } from '#kernel'
import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { holdersIn } from '#study/team.ts'
import { PROPOSED } from '../locale.ts'

type Rule = { id: number; code: string; name: string; nameEn: string; study: number | null; owner: number | null }
/** Its owner, or else who approved what it says now; nobody who has left. */
const RULES = `SELECT p.id, p.code, p.name, p.name_en AS "nameEn", p.study, a.id AS owner FROM control_parameter p
  LEFT JOIN control_version v ON v.parameter = p.id AND v.state = 'active'
  LEFT JOIN LATERAL (SELECT id FROM auth_admin WHERE id IN (p.owner, v.approved_by) AND status AND deleted_at IS NULL ORDER BY id = p.owner DESC LIMIT 1) a ON true
  WHERE p.id = ANY($1::bigint[]) ORDER BY p.code`
const OPEN = `SELECT id, version, description FROM todo WHERE page = $1 AND state IN ('waiting', 'inProgress', 'returned', 'submitted') AND deleted_at IS NULL
  ORDER BY id LIMIT 1 FOR UPDATE`
type Open = { id: number; version: number; description: string | null }

const LONGEST = { title: 200, description: 4000 } as const
/**
 * A rule that blames what is right is to be changed: proposed to its owner as a to-do that leads to it, one for a rule as long as it is open.
 * The system writes it down, whatever rights whoever marks the findings has; they stay as they are until there is another version.
 */
export const proposeChange = async (
  ctx: Ctx,
  rows: readonly { parameter: number; study: number | null }[],
  reason: string,
): Promise<void> => {
  const byRule = Map.groupBy(rows, ({ parameter }) => parameter)
  const system = { ...ctx, actor: SYSTEM }
  for (const rule of await ctx.db.query<Rule>(RULES, [[...byRule.keys()]])) {
    const [first] = byRule.get(rule.id) ?? []
    if (!first) throw fail('record.missing')
    const team = rule.owner !== null || first.study === null ? [] : await holdersIn(ctx.db, first.study, ['dataManager'])
    const assignee = rule.owner ?? team.find(({ kind }) => kind === 'admin')?.id
    if (assignee === undefined) continue
    const page = `/admin/control/parameter/${rule.id}?tab=versions`
    const title = filled(PROPOSED.title, { code: rule.code, name: nameIn(ctx.language, rule) })[ctx.language].slice(0, LONGEST.title)
    const why = filled(PROPOSED.why, { reason })[ctx.language]
    const [open] = await ctx.db.query<Open>(OPEN, [page])
    if (open) {
      // Many that were marked at once are one thing to say.
      if (open.description?.split('\n').includes(why)) continue
      const description = [why, open.description].filter(Boolean).join('\n').slice(0, LONGEST.description)
      await ctx.engine.edit(system, 'todo', { id: open.id, version: open.version, description })
      continue
    }
    const about = { kind: 'review', assignee, page, title, description: why }
    await ctx.engine.add(system, 'todo', { ...about, ...(rule.study === null ? {} : { study: rule.study }) })
  }
}
