import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { beforeClosing, beforeGates } from '#study/closing.ts'
import { leftText, planOf } from '#study/mark/plan.ts'
import { closedStudy } from '#study/state.ts'
import { leads } from '#study/team.ts'
import { studyVerification } from '../index.ts'
import locale from '../locale.ts'

const SEED_BYTES = 6
const refuseOthers = async (ctx: Ctx, study: number): Promise<void> => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'notLead')
}
const refuseEmpty = ({ critical, percent }: { critical: boolean; percent: number }): void => {
  if (!critical && percent === 0) throw refuse(locale, 'nothing')
}

/** What the plan asks for and nobody has looked at: the study is neither frozen nor, where a mark was withdrawn since, locked over it, unless that is waived. */
const unverified = async (ctx: Ctx, step: { resource: string; record: number; gate: string }) => {
  const plan = beforeGates(step) ? await planOf(ctx.db, step.record) : undefined
  const text = plan && (await leftText(ctx.db, step.record, plan))
  if (!text) return []
  return beforeClosing({
    text,
    words: (n) => ({ 'zh-cn': `核查计划中还有 ${n} 条记录没有核查`, en: `Planned records that are not verified: ${n}` }),
    address: (study) => `/admin/study/project/${study}?tab=marks&left=all`,
    waiver: 'verification',
  })(ctx, step)
}

export default serve(studyVerification, {
  lockScope: closedStudy,
  holdsBack: unverified,
  before: {
    add: async (ctx, draft) => {
      await refuseOthers(ctx, draft.study)
      refuseEmpty({ critical: draft.critical ?? true, percent: draft.percent })
      return { ...draft, seed: draft.seed?.trim() || randomBytes(SEED_BYTES).toString('hex') }
    },
    edit: async (ctx, row, change) => {
      await refuseOthers(ctx, row.study)
      refuseEmpty({ ...row, ...change })
      return change
    },
    del: async (ctx, rows) => {
      for (const { study } of rows) await refuseOthers(ctx, study)
    },
  },
})
