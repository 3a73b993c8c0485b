import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { holdersIn } from '#study/team.ts'

const SHOWN = `SELECT pi, pi_member AS "piMember" FROM study_project WHERE id = $1 AND deleted_at IS NULL AND state NOT IN ('locked', 'archived')`
type Shown = { pi: number | null; piMember: number | null }

/** Whom a study shows as its principal investigator is who holds that place in its team, an admin or a member. */
export const followTeam = async (ctx: Ctx, studies: readonly number[]): Promise<void> => {
  for (const study of new Set(studies)) {
    const [shown] = await ctx.db.query<Shown>(SHOWN, [study])
    if (!shown) continue
    const holders = await holdersIn(ctx.db, study, ['pi'])
    const oneOf = (kind: 'admin' | 'member', now: number | null): number | null => {
      const ids = holders.filter((one) => one.kind === kind).map(({ id }) => id)
      return now !== null && ids.includes(now) ? now : (ids[0] ?? null)
    }
    const next = { pi: oneOf('admin', shown.pi), piMember: oneOf('member', shown.piMember) }
    if (next.pi === shown.pi && next.piMember === shown.piMember) continue
    const reason = ctx.reason ?? { 'zh-cn': '团队中的主要研究者有变化', en: 'The principal investigator in the team has changed' }
    await ctx.engine.edit({ ...ctx, actor: SYSTEM, reason }, 'study.project', { id: study }, next)
  }
}
