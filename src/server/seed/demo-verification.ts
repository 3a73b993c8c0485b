import type { Ctx } from '../model/context.ts'

/** Who is drawn follows from it: everybody who starts the demo finds the same subjects. */
const SEED = 'HTN-2026'
const SUBJECTS = `SELECT DISTINCT r.subject AS id FROM "record".`
const FORMS = `SELECT id, code FROM study_form WHERE study = $1 AND code IN ('demography', 'vitals') ORDER BY code`
const LOOKED_AT = 9

/** A plan, and what was looked at of it so far: vital signs against the source, demography as a review. */
export const demoVerification = async (ctx: Ctx, study: number): Promise<void> => {
  const plan = { study, critical: true, percent: 20, seed: SEED, remark: '关键变量全部核对，另抽五分之一受试者全部核对' }
  await ctx.engine.add(ctx, 'study.verification', plan)
  const forms = await ctx.db.query<{ id: number; code: string }>(FORMS, [study])
  for (const { id: form, code } of forms) {
    const text = `${SUBJECTS}"t${form}" r WHERE r.state <> 'draft' AND r.deleted_at IS NULL ORDER BY 1 LIMIT ${LOOKED_AT}`
    for (const subject of await ctx.db.query<{ id: number }>(text))
      await ctx.engine.act(ctx, 'study.mark', 'mark', [], {
        form,
        subject: subject.id,
        kind: code === 'vitals' ? 'source' : 'review',
        note: '与门诊病历一致',
      })
  }
}
