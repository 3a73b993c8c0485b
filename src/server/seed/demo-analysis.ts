import type { Actor } from '../model/actor.ts'
import type { Ctx } from '../model/context.ts'

const FORMS = `SELECT id, code FROM study_form WHERE study = $1`
const DAY_MS = 86_400_000
/** Code, title, purpose, and how far it has come. */
const REQUESTS: [string, string, string, 'draft' | 'submitted' | 'approved' | 'released' | 'withdrawn'][] = [
  ['HTN-A4', '体质指数与血压', '探索体质指数与基线血压的关系，方案尚在讨论。', 'draft'],
  ['HTN-A3', '吸烟与血压控制', '比较吸烟者与非吸烟者的血压控制率。', 'submitted'],
  ['HTN-A2', '基线血压描述', '队列基线特征的描述性分析，用于首篇论文。', 'approved'],
  ['HTN-A0', '性别与血压分布', '年度报告所需的分布图表。', 'released'],
  ['HTN-A1', '初步可行性分析', '样本量估计所需的血压分布。', 'withdrawn'],
]

/** Requests for the data of the cohort in their states: asked, agreed and called back as people do. A worker makes the package once it is there. */
export const demoAnalyses = async (ctx: Ctx, head: Actor, study: number): Promise<void> => {
  const forms = await ctx.db.query<{ id: number; code: string }>(FORMS, [study])
  const idOf = (code: string): number => forms.find((form) => form.code === code)?.id ?? 0
  const [demography, vitals] = [idOf('demography'), idOf('vitals')]
  const chosen = (form: number, slot: number, treatment: object, quasi = false) => ({ form, slot, treatment, quasi })
  const plan = {
    site: 'drop',
    format: 'csv',
    k: 5,
    l: 1,
    sensitive: null,
    variables: [
      chosen(demography, 1, { kind: 'keep' }, true),
      chosen(demography, 2, { kind: 'year' }),
      chosen(demography, 3, { kind: 'drop' }),
      chosen(demography, 5, { kind: 'keep' }),
      chosen(vitals, 1, { kind: 'shift' }),
      chosen(vitals, 2, { kind: 'keep' }),
      chosen(vitals, 3, { kind: 'keep' }),
      chosen(vitals, 5, { kind: 'band', width: 10, top: 100 }),
    ],
  }
  const validUntil = new Date(Date.parse(ctx.at ?? new Date().toISOString()) + 180 * DAY_MS).toISOString().slice(0, 10)
  const agreed: Ctx = { ...ctx, actor: head, approved: true, reason: '符合知情同意与伦理批件' }
  for (const [code, title, purpose, state] of REQUESTS.toReversed()) {
    const { id } = await ctx.engine.add(ctx, 'analysis.project', { study, code, title, purpose, validUntil })
    if (state === 'draft') continue
    await ctx.engine.act(ctx, 'analysis.project', 'arrange', [id], { cohortForm: vitals, cohort: 'sbp >= 120', plan })
    await ctx.engine.move(ctx, 'analysis.project', { id, to: 'submitted' })
    if (state === 'submitted') continue
    await ctx.engine.move(agreed, 'analysis.project', { id, to: 'approved' })
    if (state === 'released') await ctx.engine.act(ctx, 'analysis.project', 'release', [id], {})
    if (state === 'withdrawn') await ctx.engine.move({ ...agreed, reason: '改用公开数据' }, 'analysis.project', { id, to: 'withdrawn' })
  }
}
