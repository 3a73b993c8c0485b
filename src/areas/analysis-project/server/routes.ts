import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Ctx, Declare } from '#server'
import { hangUp } from '#server/http/hang-up.ts'
import type { AnyRow } from '#server/model/row.ts'
import { blockersOf } from '#server/resource/state.ts'
import { leads } from '#study/team.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'
import { isRequester } from './asked.ts'
import { assessNow } from './assess.ts'
import { sendPackage } from './package-file.ts'
import { downloadsOf, leftOutOf, offerFor, trialOf, workOn } from './seen.ts'

const READ = { audience: 'admin', rule: ruleOf(analysisProject.name, 'index') } as const
const TRY = { audience: 'admin', rule: ruleOf(analysisProject.name, 'assess') } as const
const seen = (ctx: Ctx, id: unknown) => ctx.engine.get(ctx, analysisProject.name, Number(id))
const takes = async (ctx: Ctx, row: AnyRow): Promise<boolean> =>
  isRequester(ctx.actor, row) || leads(ctx.db, ctx.actor, Number(row['study']))

/** What keeps an approved request from becoming a package, before anybody asks for one. */
const inTheWay = async (ctx: Ctx, row: AnyRow): Promise<{ text: string; address: string | null }[]> => {
  if (row['state'] !== 'approved') return []
  const blockers = await blockersOf(ctx, ctx.engine.registry.need(analysisProject.name), 'release', row)
  return blockers.map(({ words, address = null }) => ({ text: words[ctx.language], address }))
}

export const analysisRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/analysis.project/offer', READ, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    return offerFor(ctx, await seen(ctx, call.query['id']))
  })
  guarded('POST', '/admin/analysis.project/trial', TRY, async (call, actor, reply) => {
    const ctx = await contextOf(call, actor)
    return assessNow(ctx, call, hangUp(reply), (id) => seen(ctx, id))
  })
  guarded('GET', '/admin/analysis.project/trial', READ, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    return trialOf(ctx, await seen(ctx, call.query['id']), call.query['task'])
  })
  guarded('GET', '/admin/analysis.project/delivered', READ, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const row = await seen(ctx, call.query['id'])
    return {
      ...(await workOn(ctx, row)),
      downloads: await downloadsOf(ctx, row),
      leftOut: leftOutOf(ctx, row),
      isMine: await takes(ctx, row),
      blockers: await inTheWay(ctx, row),
    }
  })
  guarded('GET', '/admin/analysis.project/package', { address: 'ticket' }, async (call, actor, reply) => {
    if (!can(actor.rules, ruleOf(analysisProject.name, 'download'))) throw fail('auth.forbidden')
    const ctx = await contextOf(call, actor)
    const row = await seen(ctx, call.query['id'])
    if (row['state'] === 'released' && !(await takes(ctx, row))) throw refuse(locale, 'notYours')
    return sendPackage(ctx, call, row, reply)
  })
}
