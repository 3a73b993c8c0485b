import type { Ctx } from '#server'
import { adminId, SYSTEM } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { leaveQueries } from '#study/query/leave.ts'

const LEAVE = `WITH open AS (SELECT id, state, value FROM finding WHERE parameter = $1 AND state = ANY($2)
    AND NOT EXISTS (SELECT 1 FROM study_project p WHERE p.id = finding.study AND p.state IN ('locked', 'archived')) FOR UPDATE),
  moved AS (UPDATE finding f SET state = 'resolved', cause = 'rule', reason = $3, version = f.version + 1, updated_at = now()
    FROM open o WHERE f.id = o.id RETURNING f.id, o.state, o.value, f.query),
  told AS (INSERT INTO finding_event (finding, "from", "to", cause, value, "by", reason) SELECT id, state, 'resolved', 'rule', value, $4, $3 FROM moved)
  SELECT DISTINCT query FROM moved WHERE query IS NOT NULL`
/**
 * Nobody asks for what a retired rule found, and no run looks for it again: left open, it and the queries about it would hold a freeze for ever.
 * What is locked stays as it was signed.
 */
export const leaveFindings = async (ctx: Ctx, parameter: number): Promise<void> => {
  const reason = ctx.reason === undefined ? null : typeof ctx.reason === 'string' ? ctx.reason : ctx.reason[ctx.language]
  const by = adminId(ctx.actor)
  const asked = await ctx.db.query<{ query: number }>(LEAVE, [parameter, OPEN_STATES, reason, by])
  const own: Ctx = { ...ctx, actor: SYSTEM }
  const write = {
    move: (resource: string, input: { id: number; to: string }, facts: Record<string, unknown>) =>
      own.engine.move(own, resource, input, facts),
    add: (resource: string, facts: Record<string, unknown>) => own.engine.add(own, resource, {}, facts),
  }
  const queries = asked.map(({ query }) => query)
  if (queries.length > 0) await leaveQueries(ctx.db, write, queries, { by, reason, at: nowOf(ctx) })
}
