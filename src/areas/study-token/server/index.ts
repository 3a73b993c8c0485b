import { fail, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { endMachine, issueMachine } from '#server/machine/token.ts'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { leads } from '#study/team.ts'
import { studyToken } from '../index.ts'
import locale from '../locale.ts'

const MOST_MS = 2 * 366 * 86_400_000
type Plan = { study: number; gathers: readonly number[]; expiresAt: string }
const OWN = 'SELECT count(*) AS n FROM gather_project WHERE id = ANY($1::bigint[]) AND study = $2 AND deleted_at IS NULL'

/** Those who lead a study decide which machines deliver to it, and for how long. */
const refuseMisplaced = async (ctx: Ctx, { study, gathers, expiresAt }: Plan): Promise<void> => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw fail('auth.forbidden')
  const left = Date.parse(expiresAt) - Date.now()
  if (!(left > 0 && left <= MOST_MS)) throw refuse(locale, 'past')
  const [own] = await ctx.db.query<{ n: number }>(OWN, [gathers, study])
  if (own?.n !== new Set(gathers).size) throw refuse(locale, 'otherStudy')
}

export default serve(studyToken, {
  before: {
    add: async (ctx, draft) => {
      await refuseMisplaced(ctx, draft)
      return { ...draft, admin: adminId(ctx.actor) }
    },
    edit: async (ctx, row, change) => {
      await refuseMisplaced(ctx, { ...row, ...change })
      return change
    },
  },
  after: {
    // A secret that was issued lives no longer than its record says.
    edit: async (ctx, { id, expiresAt }) =>
      void (await ctx.db.query(`UPDATE token SET expires_at = $2 WHERE type = 'machine' AND owner_id = $1`, [id, expiresAt])),
    move: async (ctx, { id, state }) => void (state === 'revoked' && (await endMachine(ctx.db, id))),
    del: async (ctx, rows) => {
      for (const { id } of rows) await endMachine(ctx.db, id)
    },
  },
  actions: {
    issue: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      if (row.state !== 'active') throw refuse(locale, 'revoked')
      if (!(await leads(ctx.db, ctx.actor, row.study))) throw fail('auth.forbidden')
      if (Date.parse(row.expiresAt) <= Date.now()) throw refuse(locale, 'expired')
      const token = await issueMachine(ctx.db, row.id, row.expiresAt, ctx.request)
      await ctx.engine.edit(ctx, studyToken.name, { id: row.id }, { issuedAt: nowOf(ctx), admin: adminId(ctx.actor) })
      return { token }
    },
  },
})
