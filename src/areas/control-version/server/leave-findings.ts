import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { OPEN_STATES } from '#study/finding/state.ts'

const LEAVE = `WITH open AS (SELECT id, state, value FROM finding WHERE parameter = $1 AND state = ANY($2)
    AND NOT EXISTS (SELECT 1 FROM study_project p WHERE p.id = finding.study AND p.state IN ('locked', 'archived')) FOR UPDATE),
  moved AS (UPDATE finding f SET state = 'resolved', cause = 'rule', reason = $3, version = f.version + 1, updated_at = now()
    FROM open o WHERE f.id = o.id RETURNING f.id, o.state, o.value)
  INSERT INTO finding_event (finding, "from", "to", cause, value, "by", reason) SELECT id, state, 'resolved', 'rule', value, $4, $3 FROM moved`
/** Nobody asks for what a retired rule found, and no run looks for it again: left open it would hold a freeze for ever. What is locked stays as it was signed. */
export const leaveFindings = async (ctx: Ctx, parameter: number): Promise<void> =>
  void (await ctx.db.query(LEAVE, [parameter, OPEN_STATES, ctx.reason ?? null, adminId(ctx.actor)]))
