import type { SearchItem } from '#kernel'
import type { Ctx } from '#server'
import type { MemberWork, Widget } from '#server/model/half.ts'
import { workWidget } from '#server/model/widget.ts'
import { studySignature } from '../index.ts'
import { ownSheets } from './own.ts'

/** The sheets that this person signs and can sign now; nothing for whoever leads no study. */
const readyFor = async (ctx: Ctx): Promise<readonly SearchItem[] | null> => {
  const { ids } = await ownSheets(ctx, { states: ['ready'] })
  if (ids.length === 0) return null
  // Behind the door as well: what was signed meanwhile waits no more.
  return [
    { field: 'id', operator: 'IN', val: ids.join() },
    { field: 'state', operator: 'IN', val: 'ready' },
  ]
}

export const signatureWidgets: readonly Widget[] = [
  workWidget(studySignature, {
    key: 'mine',
    column: 'waits',
    action: 'sign',
    title: { 'zh-cn': '等我签名', en: 'For me to sign' },
    icon: 'signature',
    order: 40,
    // Whoever sees a sheet need not be the one who answers for it.
    where: readyFor,
  }),
]

export const memberSignatures: MemberWork = {
  key: 'signature',
  title: { 'zh-cn': '等您签名', en: 'For you to sign' },
  icon: 'signature',
  rule: 'study/signature',
  path: '/user/study/signature',
  order: 5,
  count: async (ctx) => {
    const search = await readyFor(ctx)
    return { value: search === null ? 0 : (await ctx.engine.list(ctx, studySignature.name, { limit: 1, search })).total, late: 0 }
  },
}
