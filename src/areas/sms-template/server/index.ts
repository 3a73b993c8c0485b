import { refuse } from '#kernel'
import { renderTemplate, sendTest, serve } from '#server'
import type { Ctx } from '#server'
import { GATEWAYS } from '#server/message/provider.ts'
import { variablesIn } from '#server/message/render.ts'
import { smsTemplate } from '../index.ts'
import locale from '../locale.ts'

/** The variables that a text names. A placeholder that nothing fills would go out to members as it stands. */
const variablesOf = async (ctx: Ctx, content: string): Promise<number[]> => {
  const names = variablesIn(content)
  const found = await ctx.db.query<{ id: number; name: string }>(
    'SELECT id, name FROM sms_variable WHERE name = ANY($1::text[]) AND status',
    [names],
  )
  const unknown = names.filter((name) => !found.some((v) => v.name === name))
  if (unknown.length) throw refuse(locale, 'unknownVariable', { names: unknown.join(', ') })
  return found.map((v) => v.id)
}
const refuseStrangeGateway = (templates: readonly { key: string }[]) => {
  const strange = templates.map((t) => t.key).filter((g) => !(GATEWAYS as readonly string[]).includes(g))
  if (strange.length) throw refuse(locale, 'unknownGateway', { names: strange.join(', ') })
}

export default serve(smsTemplate, {
  before: {
    add: async (ctx, draft) => {
      refuseStrangeGateway(draft.gatewayTemplates ?? [])
      return { ...draft, variables: await variablesOf(ctx, draft.content) }
    },
    edit: async (ctx, row, change) => {
      refuseStrangeGateway(change.gatewayTemplates ?? [])
      return { ...change, variables: await variablesOf(ctx, change.content ?? row.content) }
    },
  },
  actions: {
    test: async (ctx, [row], { mobile }) => sendTest(ctx, await renderTemplate(ctx, row!, mobile)),
  },
})
