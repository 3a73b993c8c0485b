import { Refusal } from '#kernel'
import type { Language, Words } from '#kernel'
import { MASK } from '#server'
import type { Actor, Ctx } from '#server'
import { loadAdmin } from '#server/auth/actor.ts'
import { holdersOf } from '#server/auth/holder.ts'
import type { AnyRow } from '#server/model/context.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { notify } from '#server/notification/notify.ts'
import { rowsById } from '#server/resource/read.ts'
import { approval } from '../index.ts'
import locale from '../locale.ts'
import { actionCalled } from './called.ts'

export const approvalAsked: NotificationKind = {
  kind: 'approval.asked',
  title: { 'zh-cn': '等我批准的申请', en: 'Requests that wait for me' },
  icon: 'clipboard-check',
}
export const approvalDecided: NotificationKind = {
  kind: 'approval.decided',
  title: { 'zh-cn': '我的申请的结果', en: 'What became of my requests' },
  icon: 'clipboard-check',
}

/** What was asked for, as this reader may read it. */
const matter = (ctx: Ctx, reader: Actor, row: AnyRow, language: Language): string => {
  const model = ctx.engine.registry.get(String(row['resource']))
  const isHidden = model && ctx.engine.masks.hidden({ ...ctx, actor: reader }, model).fields.has(model.resource.label)
  const verb = actionCalled({ ...ctx, language }, row)
  const where = model?.locale[language].title ?? String(row['resource'])
  const what = isHidden ? MASK : String(row['title'] ?? '')
  return language === 'en' ? `${verb} · ${where} “${what}”` : `${verb} · ${where}“${what}”`
}

const sees = async (ctx: Ctx, actor: Actor, row: AnyRow, decidable: (as: Ctx) => Promise<void>): Promise<boolean> => {
  const as: Ctx = { ...ctx, actor, departments: [] }
  try {
    await decidable(as)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  return (await rowsById(as, ctx.engine.registry.need(approval.name), [row.id], 'live')).length > 0
}

/** Everybody who could agree. */
export const tellAsked = async (ctx: Ctx, row: AnyRow, decidable: (as: Ctx) => Promise<void>): Promise<void> => {
  await ctx.engine.registry.openAll(ctx, [row['resource']])
  for (const actor of await holdersOf(ctx.db, String(row['rule']))) {
    if (!(await sees(ctx, actor, row, decidable))) continue
    const text: Words = {
      'zh-cn': `${ctx.actor.name}申请：${matter(ctx, actor, row, 'zh-cn')}`,
      en: `${ctx.actor.name} asks for your agreement: ${matter(ctx, actor, row, 'en')}`,
    }
    await notify(ctx.db, approvalAsked, [actor], { text, address: `/admin/approval/${row.id}` })
  }
}

/** Whoever asked, unless they withdrew it themselves. */
export const tellDecided = async (ctx: Ctx, row: AnyRow): Promise<void> => {
  const asker = row['requestedBy']
  if (typeof asker !== 'number' || (ctx.actor.kind === 'admin' && ctx.actor.id === asker)) return
  const actor = await loadAdmin(ctx.db, asker)
  if (!actor) return
  await ctx.engine.registry.openAll(ctx, [row['resource']])
  const word = (language: Language) => new Map(Object.entries(locale[language].options.state)).get(String(row['state'])) ?? ''
  const text: Words = {
    'zh-cn': `您的申请${word('zh-cn')}：${matter(ctx, actor, row, 'zh-cn')}`,
    en: `Your request: ${word('en').toLowerCase()}: ${matter(ctx, actor, row, 'en')}`,
  }
  await notify(ctx.db, approvalDecided, [actor], { text, address: `/admin/approval/${row.id}` })
}
