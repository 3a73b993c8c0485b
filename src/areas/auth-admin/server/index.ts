import { fail, refuse } from '#kernel'
import { countWidget, refuseBadPassword, serve } from '#server'
import type { Ctx } from '#server'
import { refuseUnheldGroups } from '#server/auth/grant.ts'
import { scopeEffect } from '#server/auth/scope-effect.ts'
import { resetFactor } from '#server/sign-in/reset-factor.ts'
import { noteStrength } from '#server/auth/weak-password.ts'
import { authAdmin } from '../index.ts'
import locale from '../locale.ts'

const SUPERS = `SELECT count(*)::int AS n FROM auth_admin a WHERE a.status AND a.deleted_at IS NULL AND a.id <> ALL($1::bigint[])
  AND EXISTS (SELECT 1 FROM auth_group g WHERE g.id = ANY(a.groups) AND g.everything AND g.status)`

/** Without a super admin nobody could ever give rights again. */
const refuseLastSuper = async (ctx: Ctx, without: readonly number[]) => {
  const [left] = await ctx.db.query<{ n: number }>(SUPERS, [without])
  if (left?.n === 0) throw refuse(locale, 'lastSuper')
}

export default serve(authAdmin, {
  load: async (ctx) => ctx.services.forgetActors(),
  widgets: [countWidget(authAdmin, { title: { 'zh-cn': '管理员', en: 'Admins' }, icon: 'user-cog', order: 10 })],
  before: {
    add: async (ctx, draft) => {
      await refuseUnheldGroups(ctx, draft.groups, draft.department ?? null)
      await refuseBadPassword(ctx.db, 'admin', draft.password, draft.username)
      return draft
    },
    edit: async (ctx, row, change) => {
      const self = ctx.actor.kind === 'admin' && ctx.actor.id === row.id
      // Whoever holds more than you is not yours to change, whatever the field.
      if (!self) await refuseUnheldGroups(ctx, row.groups, row.department)
      if (self && (change.status === false || change.groups || change.department !== undefined)) throw fail('auth.notSelf')
      if (change.groups || change.department !== undefined)
        await refuseUnheldGroups(ctx, change.groups ?? row.groups, change.department === undefined ? row.department : change.department)
      if (change.password) {
        await refuseBadPassword(ctx.db, 'admin', change.password, row.username)
        await noteStrength(ctx.db, row.id, row.username, change.password)
        ctx.afterCommit(() => ctx.services.passwordChanged('admin', row.id))
      }
      return change
    },
    del: async (ctx, rows) => {
      if (rows.some((r) => ctx.actor.kind === 'admin' && r.id === ctx.actor.id)) throw fail('auth.notSelf')
      for (const row of rows) await refuseUnheldGroups(ctx, row.groups, row.department)
      await refuseLastSuper(
        ctx,
        rows.map((r) => r.id),
      )
    },
    // Bringing an account back is giving it its rights again; nobody signs in with it before somebody has looked at it and enabled it.
    restore: async (ctx, row) => {
      await refuseUnheldGroups(ctx, row.groups, row.department)
      return { status: false }
    },
    purge: async (ctx, rows) => {
      for (const row of rows) await refuseUnheldGroups(ctx, row.groups, row.department)
    },
  },
  after: {
    edit: async (ctx, row, before) => {
      const lostRights =
        before.status !== row.status || String(before.groups) !== String(row.groups) || before.department !== row.department
      if (!lostRights) return
      await refuseLastSuper(ctx, [])
      ctx.afterCommit(() => ctx.services.endSessions('admin', row.id))
    },
    del: async (ctx, rows) => {
      for (const row of rows) ctx.afterCommit(() => ctx.services.endSessions('admin', row.id))
    },
  },
  actions: {
    resetFactor: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      // Whoever lost the own phone has recovery codes, or asks somebody else.
      if (ctx.actor.kind === 'admin' && ctx.actor.id === row.id) throw fail('auth.notSelf')
      await refuseUnheldGroups(ctx, row.groups, row.department)
      return resetFactor(ctx, 'admin', row)
    },
    move: async (ctx, rows, { toDepartment, toJob }) => {
      const change = { department: toDepartment, ...(toJob ? { job: toJob } : {}) }
      for (const row of rows) await ctx.engine.edit(ctx, authAdmin.name, { id: row.id, ...change })
      return { count: rows.length }
    },
    moveEffect: async (ctx, rows, { toDepartment }) => ({
      list: await Promise.all(rows.map(async (r) => ({ id: r.id, ...(await scopeEffect(ctx, r.groups, r.department, toDepartment)) }))),
    }),
  },
})
