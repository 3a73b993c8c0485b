import { fail, refuse } from '#kernel'
import { countWidget, serve } from '#server'
import type { Ctx } from '#server'
import type { Uploads, Widget } from '#server/model/half.ts'
import { readSite } from '#server/site.ts'
import { enterAttachment, proveAttachment, refuseAttachment, takeUpload } from '#server/storage/attachment.ts'
import { isSafeName } from '#server/storage/file-name.ts'
import { holdFile } from '#server/storage/store.ts'
import { unusedFor, userOf } from '#server/storage/use.ts'
import { routineAttachment } from '../index.ts'
import locale from '../locale.ts'

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
const swept = async (ctx: Ctx, days: number) => {
  const unused = await unusedFor(ctx.db, days, routineAttachment.name)
  const taken = unused.slice(0, PER_SWEEP)
  const bytes = taken.reduce((sum, { size }) => sum + size, 0)
  return { ids: taken.map((u) => u.id), told: { count: taken.length, bytes, left: unused.length - taken.length } }
}

/** Of whom somebody sees the people, they see the uploads; a member their own. */
const scope = ({ actor: { kind, id, scope: seen } }: Ctx) => {
  if (kind === 'member') return { where: 't."user" = $1', params: [id] }
  if (seen.all) return true
  return {
    where: 't.admin = $1 OR t.admin IN (SELECT a.id FROM auth_admin a WHERE a.department = ANY($2::bigint[]))',
    params: [id, seen.departments],
  }
}

/** The resumable way of large files; the checks are those of the other one. */
const uploads: Uploads = {
  guard: async (ctx, record, plan) => {
    if (record !== null || !plan) throw fail('input.noIds')
    const site = await readSite(ctx.db)
    refuseAttachment(site, plan)
    await takeUpload(ctx.engine.database, ctx.actor, site)
  },
  prove: async (ctx, path, plan) => {
    const site = await readSite(ctx.db)
    refuseAttachment(site, plan)
    await proveAttachment(site, path, plan)
  },
  receive: async (ctx, { path, ...file }) => {
    const verdict = await proveAttachment(await readSite(ctx.db), path ?? '', file)
    const { id, url } = await enterAttachment(ctx, file, verdict, 'default')
    return { id, url }
  },
}

export default serve(routineAttachment, {
  scope,
  uploads,
  widgets: [countWidget(routineAttachment, { title: { 'zh-cn': '附件', en: 'Attachments' }, icon: 'paperclip', order: 40 }), storageWidget],
  before: {
    edit: async (_, row, change) => {
      const suffix = change.name?.split('.').at(-1)?.toLowerCase()
      if (change.name !== undefined && (!isSafeName(change.name) || suffix !== row.suffix)) throw refuse(locale, 'badName')
      return change
    },
    del: async (ctx, rows) => {
      for (const sha256 of rows.flatMap((r) => r.sha256 ?? []).toSorted()) await holdFile(ctx.db, sha256)
      for (const { url } of rows) {
        const by = url && (await userOf(ctx.db, url, routineAttachment.name))
        if (by) throw fail('record.inUse', { by: ctx.engine.registry.get(by)?.locale[ctx.language].title ?? by })
      }
    },
  },
  actions: {
    publish: async (ctx, rows, { visibility }) => {
      const other = visibility === 'public' && rows.find((r) => !r.mimetype?.startsWith('image/'))
      if (other) throw refuse(locale, 'picturesOnly', { name: other.name })
      for (const { id } of rows) await ctx.engine.edit(ctx, routineAttachment.name, { id }, { visibility })
      return { changed: rows.length }
    },
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
