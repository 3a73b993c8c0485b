import * as z from 'zod'
import { askBulk } from '../bulk/task.ts'
import { SYSTEM } from '../model/actor.ts'
import type { Actor, Ctx } from '../model/context.ts'
import { DEMO_CORRECTED } from './demo-record.ts'
import { DEMO_RULES } from './demo-rule.ts'

const VERSIONS = 'SELECT id FROM control_version WHERE parameter = ANY($1::bigint[]) ORDER BY id'
const ASKS = `SELECT v.id FROM control_version v JOIN control_parameter p ON p.id = v.parameter WHERE p.study = $1 AND p.code = $2`
/** The rules as they come into force: written by the data manager, agreed to by the principal investigator. */
const put = async (ctx: Ctx, second: Actor, study: number): Promise<number[]> => {
  const drafts = DEMO_RULES.flatMap(([table, rules]) =>
    rules.map(([code, name, nameEn, check, body]) => ({ code: `HTN.${code}`, name, nameEn, study, check, body: { table, ...body } })),
  )
  const parameters = (await ctx.engine.addAll(ctx, 'control.parameter', drafts)).map(({ id }) => id)
  const versions = (await ctx.db.query<{ id: number }>(VERSIONS, [parameters])).map(({ id }) => id)
  const move = (by: Ctx, to: string) => by.engine.moveAll(by, 'control.version', versions, to)
  const [asks] = await ctx.db.query<{ id: number }>(ASKS, [study, `HTN.${DEMO_CORRECTED.rule}`])
  if (asks) await ctx.engine.edit({ ...ctx, actor: SYSTEM }, 'control.version', { id: asks.id }, { autoQuery: true })
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
  const tasks: number[] = []
  for (const form of [vitals?.id ?? null, null, null])
    tasks.push(begun.parse(await ctx.engine.act(ctx, 'qc.run', 'judge', [], { study, form, set })).task)
  if (vitals) await correctBehind(ctx, vitals.id, tasks)
}

const begun = z.object({ task: z.number() })
const GROUP = 0
/** What the site does once it has been asked: a task like any other, that waits for the runs. The re-check behind it closes the query. */
const correctBehind = async (ctx: Ctx, form: number, runs: readonly number[]): Promise<void> => {
  const { slot, wrong, right } = DEMO_CORRECTED
  const search = [{ field: slot, operator: '=', val: wrong }]
  const wish = { act: { verb: 'set', field: slot, value: right }, params: { search }, count: 1 } as const
  await askBulk({ ...ctx, reason: '核对原始记录' }, `clinical.data.f${form}`, wish, GROUP, runs)
}
