import type { Language } from '#kernel'
import { serve } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { notify } from '#server/notification/notify.ts'
import { comment } from '../index.ts'
import { closedTalk } from './held.ts'
import { matterOf } from './matter.ts'
import { calledIn } from './mention.ts'
import { commentRoutes } from './routes.ts'

const mentioned: NotificationKind = {
  kind: 'comment.mentioned',
  title: { 'zh-cn': '评论中提到我', en: 'Comments that mention me' },
  icon: 'message-square-text',
  digest: true,
  members: true,
}

const people = (kind: 'admin' | 'member', ids: readonly number[] | null) => (ids ?? []).map((id) => ({ kind, id }))

export default serve(comment, {
  routes: commentRoutes,
  notifications: [mentioned],
  // Those of others are read with their records, by who sees these.
  scope: ({ actor }) => ({ where: `t."${actor.kind === 'member' ? 'by_member' : 'by'}" = $1::bigint`, params: [actor.id] }),
  lockScope: closedTalk,
  actions: {
    say: async (ctx, _, { resource, record, text, mentions, members }) => {
      const { address, memberAddress, ...about } = await matterOf(ctx, resource, record)
      const called = await calledIn(ctx, { ...about, address, memberAddress }, [...people('admin', mentions), ...people('member', members)])
      const numbers = (kind: string) => called.filter((one) => one.kind === kind).map(({ id }) => id)
      await ctx.engine.add(
        ctx,
        comment.name,
        {},
        {
          ...about,
          text,
          mentions: numbers('admin'),
          members: numbers('member'),
          by: adminId(ctx.actor),
          byMember: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        },
      )
      // Without its words: a notification is read on any screen.
      const titleIn = async (language: Language) => (await matterOf({ ...ctx, language }, resource, record)).title
      const news = {
        'zh-cn': `${ctx.actor.name}在评论中提到您：${await titleIn('zh-cn')}`,
        en: `${ctx.actor.name} mentioned you: ${await titleIn('en')}`,
      }
      await notify(ctx.db, mentioned, called, { text: news, address, memberAddress, key: `${about.resource} ${about.record}` })
      return { count: 1 }
    },
  },
})
