import { fail, nameIn, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { leads, ownSitesOf } from '#study/team.ts'
import { studyToken } from '../index.ts'
import locale from '../locale.ts'
import { endMachine, issueMachine } from './machine.ts'
import { intakePaths } from './paths.ts'
import { intakeRoutes } from './routes.ts'

const MOST_MS = 2 * 366 * 86_400_000
type Plan = { study: number; gathers: readonly number[]; expiresAt: string }
type Named = { name: string; nameEn: string; study: number; isOpen: boolean }
const NAMED = `SELECT name, name_en AS "nameEn", study, (channel = 'api' OR 'api' = ANY(also)) AS "isOpen" FROM gather_project
  WHERE id = ANY($1::bigint[]) AND deleted_at IS NULL ORDER BY id`

/** Those who lead a study decide which machines deliver to it, and for how long. */
const refuseMisplaced = async (ctx: Ctx, { study, gathers, expiresAt }: Plan): Promise<void> => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw fail('auth.forbidden')
  const left = Date.parse(expiresAt) - Date.now()
  if (!(left > 0 && left <= MOST_MS)) throw refuse(locale, 'past')
  const named = await ctx.db.query<Named>(NAMED, [gathers])
  if (named.length !== new Set(gathers).size || named.some((one) => one.study !== study)) throw refuse(locale, 'otherStudy')
  const closed = named.find(({ isOpen }) => !isOpen)
  if (closed) throw refuse(locale, 'noMachines', { name: nameIn(ctx.language, closed) })
}

/** Where the gather projects are that it hands over to; one for all sites is everybody's. */
const SITES = `(SELECT CASE WHEN bool_or(g.departments = '{}') THEN '{}' ELSE array_agg(DISTINCT d.id) END FROM gather_project g
  LEFT JOIN LATERAL unnest(g.departments) AS d (id) ON TRUE WHERE g.id = ANY(t."gathers"))`

export default serve(studyToken, {
  routes: intakeRoutes,
  paths: intakePaths,
  scope: ownSitesOf(SITES),
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
