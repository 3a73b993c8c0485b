import { checkField, invalid, refuse } from '#kernel'
import { GATEWAYS, renderTemplate, sendTest, serve, variablesIn } from '#server'
import type { Ctx } from '#server'
import { smsTemplate } from './index.ts'
import locale from './locale.ts'

type Parts = { content: string; variables: readonly number[]; gatewayTemplates: readonly { key: string }[] }

/** A placeholder that nothing fills would go out to members as it stands. */
const refuseUnfilled = async (ctx: Ctx, { content, variables, gatewayTemplates }: Parts) => {
  const chosen = await ctx.db.query<{ name: string }>('SELECT name FROM sms_variable WHERE id = ANY($1::bigint[])', [variables])
  const unknown = variablesIn(content).filter((name) => !chosen.some((v) => v.name === name))
  if (unknown.length) throw refuse(locale, 'unknownVariable', { names: unknown.join(', ') })
  const strange = gatewayTemplates.map((t) => t.key).filter((g) => !(GATEWAYS as readonly string[]).includes(g))
  if (strange.length) throw refuse(locale, 'unknownGateway', { names: strange.join(', ') })
}

export default serve(smsTemplate, {
  before: {
    add: async (ctx, draft) => {
      await refuseUnfilled(ctx, {
        content: draft.content,
        variables: draft.variables ?? [],
        gatewayTemplates: draft.gatewayTemplates ?? [],
      })
      return draft
    },
    edit: async (ctx, row, change) => {
      const after = { ...row, ...change }
      await refuseUnfilled(ctx, {
        content: after.content,
        variables: after.variables ?? [],
        gatewayTemplates: after.gatewayTemplates ?? [],
      })
      return change
    },
  },
  actions: {
    test: async (ctx, [row], { mobile }) => {
      const problem = checkField('mobile', smsTemplate.actions.test.input.mobile, mobile)
      if (problem) throw invalid([problem])
      return sendTest(ctx, await renderTemplate(ctx, row!, mobile as string))
    },
  },
})
