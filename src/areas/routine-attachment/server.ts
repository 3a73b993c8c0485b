import { fail, refuse } from '#kernel'
import { countWidget, isSafeName, serve, unusedFor, userOf } from '#server'
import type { Ctx, Widget } from '#server'
import { routineAttachment } from './index.ts'
import locale from './locale.ts'

/** Equal content is kept once, so it is counted once. */
const storageWidget: Widget = {
  key: 'storage',
  title: { 'zh-cn': '存储占用', en: 'Storage' },
  icon: 'hard-drive',
  rule: 'routine/attachment/index',
  order: 50,
  path: '/admin/routine/attachment',
  read: async (ctx) => {
    const [row] = await ctx.db.query<{ bytes: number; fresh: number }>(
      `SELECT coalesce(sum(size), 0) AS bytes, coalesce(sum(size) FILTER (WHERE first_at >= now() - interval '7 days'), 0) AS fresh
       FROM (SELECT max(size) AS size, min(created_at) AS first_at FROM routine_attachment GROUP BY coalesce(sha256, id::text)) kept`,
    )
    return { kind: 'stat', unit: 'bytes', value: row?.bytes ?? 0, since: row?.fresh ?? 0 }
  },
}

/** So many at once: one transaction must not hold the whole store. */
const PER_SWEEP = 500
const swept = async (ctx: Ctx, days: unknown) => {
  const unused = await unusedFor(ctx.db, ctx.engine.registry, days as number, routineAttachment.name)
  const taken = unused.slice(0, PER_SWEEP)
  const bytes = taken.reduce((sum, { size }) => sum + size, 0)
  return { ids: taken.map((u) => u.id), told: { count: taken.length, bytes, left: unused.length - taken.length } }
}

export default serve(routineAttachment, {
  widgets: [countWidget(routineAttachment, { title: { 'zh-cn': '附件', en: 'Attachments' }, icon: 'paperclip', order: 40 }), storageWidget],
  before: {
    edit: async (_, row, change) => {
      const suffix = change.name?.split('.').at(-1)?.toLowerCase()
      if (change.name !== undefined && (!isSafeName(change.name) || suffix !== row.suffix)) throw refuse(locale, 'badName')
      return change
    },
    del: async (ctx, rows) => {
      for (const { url } of rows) {
        const by = url && (await userOf(ctx.db, ctx.engine.registry, url, routineAttachment.name))
        if (by) throw fail('record.inUse', { by: ctx.engine.registry.need(by).locale[ctx.language].title })
      }
    },
  },
  actions: {
    sweepEffect: async (ctx, _, { days }) => (await swept(ctx, days)).told,
    sweep: async (ctx, _, { days }) => {
      const { ids, told } = await swept(ctx, days)
      if (ids.length) await ctx.engine.del(ctx, routineAttachment.name, ids)
      return told
    },
  },
  after: {
    del: async (ctx, rows) => {
      for (const { sha256 } of rows) if (sha256) ctx.afterCommit(() => ctx.services.releaseFile(sha256))
    },
  },
})
