import { fail, refuse } from '#kernel'
import { isSafeName, serve, userOf } from '#server'
import { routineAttachment } from './index.ts'
import locale from './locale.ts'

export default serve(routineAttachment, {
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
  after: {
    del: async (ctx, rows) => {
      for (const { sha256 } of rows) if (sha256) ctx.afterCommit(() => ctx.services.releaseFile(sha256))
    },
  },
})
