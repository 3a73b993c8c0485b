import type { Words } from '#kernel'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import { hospitalDay } from '#server/zone.ts'
import { beforeGates, countedFor } from '#study/closing.ts'
import { absentIn } from '#study/record/absent.ts'
import type { Absent } from '#study/record/absent.ts'
import { seesAllSites } from '#study/team.ts'

const WORDS: Readonly<Record<'visits' | 'forms', (n: number | string) => Words>> = {
  visits: (n) => ({
    'zh-cn': `过了窗口期而没有任何记录的访视：${n} 次`,
    en: `Visits whose window is over and that have no record: ${n}`,
  }),
  forms: (n) => ({ 'zh-cn': `访视已进行而没有填写的表单：${n} 份`, en: `Forms that are missing at visits that took place: ${n}` }),
}
/** Each subject's page shows which visit it is, and takes the reason why there was none. */
const addressOf = (study: number, { subjects }: Absent, isWhole: boolean): string =>
  `/admin/study/subject?filter=study:IN:${study}${isWhole ? `&filter=id:IN:${(subjects ?? []).join(',')}` : ''}`

/** For `holdsBack`: what should be there and is not, as long as nobody says why. */
export const absentHoldBack = async (ctx: Ctx, step: { resource: string; record: number; gate: string }): Promise<Blocker[]> => {
  const absent = beforeGates(step) ? await absentIn(ctx.db, step.record, hospitalDay(ctx.at)) : null
  if (!absent) return []
  const isWhole = await seesAllSites(ctx.db, ctx.actor, step.record)
  const blockers: Blocker[] = []
  for (const kind of ['visits', 'forms'] as const) {
    const found = absent[kind]
    if (found.n === 0) continue
    const words = await countedFor(ctx, step.record, found.n, WORDS[kind])
    blockers.push({ words, address: addressOf(step.record, found, isWhole), waiver: `${kind}:${found.which}` })
  }
  return blockers
}
