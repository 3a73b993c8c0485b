import { fail, invalid } from '#kernel'
import { renderTemplate, sealSecrets, sendTest, serve } from '#server'
import { templateById } from '#server/message/render.ts'
import { smsConfig } from '../index.ts'

export default serve(smsConfig, {
  before: {
    edit: async (ctx, row, change) => {
      const sealed = await sealSecrets(ctx, smsConfig, change)
      const after: Record<string, unknown> = { ...row, ...sealed }
      // A gateway without its keys would fail for every member; say so to the person who enables it.
      const empty = (after['gateways'] as string[]).flatMap((g) =>
        Object.keys(smsConfig.fields).filter((n) => n.startsWith(g) && !after[n]),
      )
      if (empty.length) throw invalid(empty.map((field) => ({ field, key: 'required' })))
      return sealed
    },
  },
  actions: {
    test: async (ctx, _rows, { template, mobile }) => {
      const found = await templateById(ctx.db, template)
      if (!found) throw fail('record.missing')
      return sendTest(ctx, await renderTemplate(ctx, found, mobile))
    },
  },
})
