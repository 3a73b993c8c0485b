import { refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { loadAdmin } from '#server/auth/actor.ts'
import { adminId } from '#server/model/actor.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { notify } from '#server/notification/notify.ts'
import type { Recipient } from '#server/notification/notify.ts'
import { heldOn } from '#study/lock/held.ts'
import { comment } from '../index.ts'
import locale from '../locale.ts'
import { matterOf, sees } from './matter.ts'
import type { Matter } from './matter.ts'
import { commentRoutes } from './routes.ts'

const mentioned: NotificationKind = {
  kind: 'comment.mentioned',
  title: { 'zh-cn': '评论中提到我', en: 'Comments that mention me' },
  icon: 'message-square-text',
}

/** Everybody who is mentioned, once; somebody who does not see the record is not called to it. */
const calledIn = async (ctx: Ctx, matter: Matter, ids: readonly number[]): Promise<Recipient[]> => {
  const called: Recipient[] = []
  for (const id of new Set(ids)) {
    const actor = await loadAdmin(ctx.db, id)
    if (!actor || !(await sees(ctx, actor, matter))) throw refuse(locale, 'blind', { name: actor?.name ?? `#${id}` })
    if (actor.kind !== ctx.actor.kind || id !== ctx.actor.id) called.push(actor)
  }
  return called
}

export default serve(comment, {
  routes: commentRoutes,
  notifications: [mentioned],
  // Those of others are read with their records, by who sees these.
  scope: ({ actor }) => ({ where: 't."by" = $1::bigint', params: [actor.id] }),
  // What is said about locked data is closed with it; frozen, people still talk.
  lockScope: async (ctx, { study }) => (study === null ? null : heldOn(ctx.db, { study }, ['lock'])),
  actions: {
    say: async (ctx, _, { resource, record, text, mentions }) => {
      const matter = await matterOf(ctx, resource, record)
      const called = await calledIn(ctx, matter, mentions ?? [])
      const { address, ...about } = matter
      await ctx.engine.add(ctx, comment.name, {}, { ...about, text, mentions: called.map(({ id }) => id), by: adminId(ctx.actor) })
      // Without its words: a notification is read on any screen.
      const news = { 'zh-cn': `${ctx.actor.name}在评论中提到您：${matter.title}`, en: `${ctx.actor.name} mentioned you: ${matter.title}` }
      await notify(ctx.db, mentioned, called, { text: news, address, key: `${matter.resource} ${matter.record}` })
      return { count: 1 }
    },
  },
})
