import { hasTrait, invalid, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { securityRecycle } from '../index.ts'
import locale from '../locale.ts'

type Rule = { days: number; approval: boolean; status: boolean }
const DAY_MS = 86_400_000

const refuseTarget = (ctx: Ctx, name: string) => {
  const model = ctx.engine.registry.get(name)
  if (!model || !hasTrait(model.resource, 'recyclable')) throw invalid([{ field: 'resource', key: 'option' }])
}

/** The two ways to end a rule that wants two people. */
const endsTwo = (row: Rule, change: { status?: boolean; approval?: boolean }) =>
  row.status && row.approval && (change.status === false || change.approval === false)
const refuseAlone = (ctx: Ctx) => {
  if (ctx.actor.kind !== 'system' && !ctx.approved) throw refuse(locale, 'needsSecond')
}

export default serve(securityRecycle, {
  guardPurge: async (ctx, { resource, locale: words }, records) => {
    const [rule] = await ctx.db.query<Rule>('SELECT days, approval FROM security_recycle WHERE resource = $1 AND status FOR SHARE', [
      resource.name,
    ])
    if (!rule || ctx.actor.kind === 'system') return
    if (rule.approval && !ctx.approved) throw refuse(locale, 'needsApproval', { resource: words[ctx.language].title })
    const limit = Date.now() - rule.days * DAY_MS
    if (records.some((r) => Date.parse(String(r['deletedAt'])) > limit)) throw refuse(locale, 'tooEarly', { days: rule.days })
  },
  before: {
    add: async (ctx, draft) => {
      refuseTarget(ctx, draft.resource)
      return draft
    },
    edit: async (ctx, row, change) => {
      if (endsTwo(row, change)) refuseAlone(ctx)
      return change
    },
    del: async (ctx, rows) => {
      if (rows.some((row) => endsTwo(row, { status: false }))) refuseAlone(ctx)
    },
  },
  /** Who may agree is said by the rule of the resource, or, about a rule, by that rule itself. */
  guardApproval: async (ctx, { resource, record, action }) => {
    const isRule = resource === securityRecycle.name && action === 'loosen'
    if (!isRule && action !== 'delete') return
    const which = isRule ? 'id = $1' : 'resource = $1 AND status'
    const [rule] = await ctx.db.query<{ groups: number[] }>(`SELECT groups FROM security_recycle WHERE ${which}`, [
      isRule ? record : resource,
    ])
    const may = ctx.actor.super || !rule || rule.groups.length === 0 || rule.groups.some((g) => ctx.actor.groups.includes(g))
    if (!may) throw refuse(locale, 'notAllowed')
  },
  gates: {
    loosen: async (_, row) => {
      if (!endsTwo(row, { status: false })) throw refuse(locale, 'notTwo')
      return []
    },
  },
  actions: {
    loosen: async (ctx, [row]) => ctx.engine.edit(ctx, securityRecycle.name, { id: row!.id, approval: false }),
  },
})
