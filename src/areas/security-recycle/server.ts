import { hasTrait, invalid, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { securityRecycle } from './index.ts'
import locale from './locale.ts'

type Rule = { resource: string; days: number; approval: boolean }
const DAY_MS = 86_400_000

const refuseTarget = (ctx: Ctx, name: string) => {
  const model = ctx.engine.registry.get(name)
  if (!model || !hasTrait(model.resource, 'recyclable')) throw invalid([{ field: 'resource', key: 'option' }])
}

/** The rules live in the guard: a write that could not read them would be let through. */
const load = async ({ engine }: Ctx): Promise<void> => {
  const rows = await engine.database.query<Rule>('SELECT resource, days, approval FROM security_recycle WHERE status')
  const rules = new Map(rows.map((r) => [r.resource, r]))
  engine.purgeGuards.set(securityRecycle.name, async (ctx, { resource, locale: words }, records) => {
    const rule = rules.get(resource.name)
    if (!rule || ctx.actor.kind === 'system') return
    if (rule.approval && !ctx.approved) throw refuse(locale, 'needsApproval', { resource: words[ctx.language].title })
    const limit = Date.now() - rule.days * DAY_MS
    if (records.some((r) => Date.parse(String(r['deletedAt'])) > limit)) throw refuse(locale, 'tooEarly', { days: rule.days })
  })
}

export default serve(securityRecycle, {
  load,
  before: {
    add: async (ctx, draft) => {
      refuseTarget(ctx, draft.resource)
      return draft
    },
  },
  after: {
    add: async (ctx) => ctx.afterCommit(() => load(ctx)),
    edit: async (ctx) => ctx.afterCommit(() => load(ctx)),
    del: async (ctx) => ctx.afterCommit(() => load(ctx)),
  },
})
