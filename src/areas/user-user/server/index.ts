import { fail } from '#kernel'
import { countWidget, refuseBadPassword, serve } from '#server'
import { resetFactor } from '#server/sign-in/reset-factor.ts'
import { userUser } from '../index.ts'

export default serve(userUser, {
  load: async (ctx) => ctx.services.forgetActors(),
  widgets: [countWidget(userUser, { title: { 'zh-cn': '会员', en: 'Members' }, icon: 'users', order: 20 })],
  // Whatever a member call may get wrong, it never reaches another member's row.
  scope: (ctx) => (ctx.actor.kind === 'member' ? { where: 't."id" = $1', params: [ctx.actor.id] } : true),
  before: {
    add: async (ctx, draft) => {
      await refuseBadPassword(ctx.db, 'user', draft.password, draft.username)
      return draft
    },
    edit: async (ctx, row, change) => {
      if (change.password) {
        await refuseBadPassword(ctx.db, 'user', change.password, row.username)
        ctx.afterCommit(() => ctx.services.passwordChanged('member', row.id))
      }
      return change
    },
    // As with admins: an account that was closed opens when somebody opens it.
    restore: async () => ({ status: false }),
  },
  after: {
    edit: async (ctx, row, before) => {
      if (before.status !== row.status || before.group !== row.group) ctx.afterCommit(() => ctx.services.endSessions('member', row.id))
    },
    del: async (ctx, rows) => {
      for (const row of rows) ctx.afterCommit(() => ctx.services.endSessions('member', row.id))
    },
  },
  actions: {
    resetFactor: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return resetFactor(ctx, 'user', row)
    },
    // The ledger writes the balance, so that both can never differ.
    adjustMoney: async (ctx, [row], { change, memo }) => ctx.engine.add(ctx, 'user.moneyLog', { member: row!.id, change, memo }),
    adjustScore: async (ctx, [row], { change, memo }) => ctx.engine.add(ctx, 'user.scoreLog', { member: row!.id, change, memo }),
  },
})
