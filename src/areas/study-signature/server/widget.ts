import type { SearchItem } from '#kernel'
import type { Ctx } from '#server'
import type { MemberWork, Widget } from '#server/model/half.ts'
import { workWidget } from '#server/model/widget.ts'
import { studiesAs } from '#study/team.ts'
import { studySignature } from '../index.ts'

/** The sheets that this person can sign now; nothing for whoever leads no study. */
const readyFor = async ({ db, actor }: Ctx): Promise<readonly SearchItem[] | null> => {
  const studies = await studiesAs(db, actor, 'pi')
  if (studies.length === 0) return null
  return [
    { field: 'study', operator: 'IN', val: studies.join() },
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
