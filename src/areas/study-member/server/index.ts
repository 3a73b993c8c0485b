import { refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { LEADS, leads, reaches } from '#study/team.ts'
import { studyMember } from '../index.ts'
import locale from '../locale.ts'
import { followTeam } from './follow.ts'
import { refuseAuditor } from './audit.ts'

type Place = { study: number; departments?: readonly number[] | null; from?: string | null; to?: string | null }
const refuseUnfit = async (ctx: Ctx, { study, departments, from, to }: Place) => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'lead')
  if (departments?.length && !(await reaches(ctx.db, ctx.actor, study, departments))) throw refuse(locale, 'beyond')
  if (from && to && Date.parse(to) <= Date.parse(from)) throw refuse(locale, 'times')
}

const LEFT = `SELECT count(*) AS n FROM study_member WHERE study = $1 AND role = ANY($2) AND deleted_at IS NULL
  AND ("from" IS NULL OR "from" <= now()) AND ("to" IS NULL OR "to" > now())`
/** A team that nobody leads could not be mended from inside. Asked after the write, in its transaction. */
const refuseUnled = async (ctx: Ctx, studies: readonly number[]) => {
  // The team goes with its study.
  if (ctx.actor.kind === 'system') return
  for (const study of new Set(studies)) {
    const [left] = await ctx.db.query<{ n: number }>(LEFT, [study, LEADS])
    if (!left?.n) throw refuse(locale, 'last')
  }
}

export default serve(studyMember, {
  guardWrite: refuseAuditor,
  before: {
    add: async (ctx, draft) => {
      if (Boolean(draft.admin) === Boolean(draft.user)) throw refuse(locale, 'person')
      await refuseUnfit(ctx, draft)
      return draft
    },
    edit: async (ctx, row, change) => {
      await refuseUnfit(ctx, { ...row, ...change })
      return change
    },
    del: async (ctx, rows) => {
      for (const { study } of rows) await refuseUnfit(ctx, { study })
    },
    restore: async (ctx, row) => {
      await refuseUnfit(ctx, row)
      return {}
    },
  },
  after: {
    add: (ctx, row) => followTeam(ctx, [row.study]),
    edit: async (ctx, row) => {
      await refuseUnled(ctx, [row.study])
      await followTeam(ctx, [row.study])
    },
    del: async (ctx, rows) => {
      const studies = rows.map(({ study }) => study)
      await refuseUnled(ctx, studies)
      await followTeam(ctx, studies)
    },
    restore: (ctx, rows) =>
      followTeam(
        ctx,
        rows.map(({ study }) => study),
      ),
  },
  actions: {
    revoke: async (ctx, rows) => {
      // The moment of the transaction: by any other clock the place might hold a little longer.
      const [now] = await ctx.db.query<{ to: string }>('SELECT now()::text AS "to"')
      for (const { id } of rows) await ctx.engine.edit(ctx, studyMember.name, { id, to: now && new Date(now.to).toISOString() })
      return { count: rows.length }
    },
  },
})
