import { SYSTEM } from '../model/actor.ts'
import type { Actor, Ctx } from '../model/context.ts'
import { DEMO_RULES } from './demo-rule.ts'

const VERSIONS = 'SELECT id FROM control_version WHERE parameter = ANY($1::bigint[]) ORDER BY id'
/** The rules as they come into force: written by the data manager, agreed to by the principal investigator. */
const put = async (ctx: Ctx, second: Actor, study: number): Promise<number[]> => {
  const drafts = DEMO_RULES.flatMap(([table, rules]) =>
    rules.map(([code, name, nameEn, check, body]) => ({ code: `HTN.${code}`, name, nameEn, study, check, body: { table, ...body } })),
  )
  const parameters = (await ctx.engine.addAll(ctx, 'control.parameter', drafts)).map(({ id }) => id)
  const versions = (await ctx.db.query<{ id: number }>(VERSIONS, [parameters])).map(({ id }) => id)
  const move = (by: Ctx, to: string) => by.engine.moveAll(by, 'control.version', versions, to)
  // No worker is there yet that could try them: what the product brings along is tested where it is built.
  await move({ ...ctx, actor: SYSTEM }, 'tested')
  await move({ ...ctx, actor: second, approved: true }, 'approved')
  await move(ctx, 'active')
  return parameters
}

/** The control set of the cohort, and what was asked of it: the vital signs first, then the whole study twice, so that a run has one to stand against. Workers answer once they are there. */
export const demoControl = async (ctx: Ctx, second: Actor, study: number): Promise<void> => {
  const parameters = await put(ctx, second, study)
  const names = { code: 'HTN-FOLLOW', name: '随访数据质控', nameEn: 'Follow-up data' }
  const { id: set } = await ctx.engine.add(ctx, 'control.set', { ...names, study, parameters })
  const gathers = await ctx.db.query<{ id: number }>(
    `SELECT id FROM gather_project WHERE study = $1 AND code IN ('HTN-LAB', 'HTN-VS', 'HTN-CRF')`,
    [study],
  )
  for (const { id } of gathers) await ctx.engine.edit(ctx, 'gather.project', { id, controlSet: set })
  const [vitals] = await ctx.db.query<{ id: number }>(`SELECT id FROM study_form WHERE study = $1 AND code = 'vitals'`, [study])
  for (const form of [vitals?.id ?? null, null, null]) await ctx.engine.act(ctx, 'qc.run', 'judge', [], { study, form, set })
}
