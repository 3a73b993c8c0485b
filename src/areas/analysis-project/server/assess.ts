import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Call, Ctx } from '#server'
import { defineQuestion } from '#server/lane/question.ts'
import type { AnyRow } from '#server/model/row.ts'
import { readInput } from '#server/resource/action.ts'
import { defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import type { Tools } from '#server/task/tools.ts'
import type { Assessment } from '#study/release/assess.ts'
import { analysisProject } from '../index.ts'
import { offerIn, offerTo, readTrial, refuseStranger, type Wanted } from './asked.ts'

const shape = z.object({ study: z.number(), cohortForm: z.number().nullable(), cohort: z.string().nullable(), plan: z.unknown() })
const assessed = async (
  tools: Tools,
  input: z.output<typeof shape>,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Assessment> => {
  const offer = await offerIn(tools.database, input.study)
  const wanted = readTrial(offer, input, 'zh-cn')
  // DuckDB is loaded here, in the worker, and nowhere else.
  const [{ withRecords }, { assess }] = await Promise.all([import('./workspace.ts'), import('#study/release/assess.ts')])
  // A key for this once: what is shown can be matched with nothing that is released.
  return withRecords({ tools, offer, wanted, key: randomBytes(32), signal, log }, (applying) => assess(applying))
}

/** What a plan would do; it answers no value of anybody. */
export const assessing = defineTask({
  kind: 'analysis.assess',
  lane: 'heavy',
  title: { 'zh-cn': '试算去标识方案', en: 'Try out a de-identification plan' },
  words: { assess: { 'zh-cn': '试算', en: 'Try out' } },
  says: { cohortForm: { 'zh-cn': '队列表单', en: 'Form of the cohort', of: 'study.form' }, cohort: { 'zh-cn': '队列条件', en: 'Cohort' } },
  input: shape,
  steps: (none) => none.step('assess', ({ input, tools, signal, log }) => assessed(tools, input, signal, log)),
})

/** The same for whoever waits: cohort and plan in figures. */
export const assessQuestion = defineQuestion({
  kind: 'analysis.assess',
  input: shape,
  output: z.custom<Assessment>((said) => typeof said === 'object' && said !== null && 'anonymity' in said),
  instead: 'task',
  warm: () => Promise.all([import('./workspace.ts'), import('#study/release/assess.ts')]),
  answer: (tools, input, signal) => assessed(tools, input, signal, () => {}),
})

export const askAssessment = async (
  ctx: Ctx,
  row: { id: number; title: string; study: number },
  wanted: Wanted,
): Promise<number | undefined> => {
  const owner = { kind: ctx.actor.kind, id: ctx.actor.id || null, departmentId: ctx.actor.departmentId }
  const about = { title: row.title, owner, subject: { resource: analysisProject.name, record: row.id } }
  return enqueue(ctx.db, assessing, { study: row.study, ...wanted }, about)
}

const sentIn = ({ body }: Call): { id: unknown; given: Record<string, unknown> } => {
  const { id, ...given } = typeof body === 'object' && body !== null ? { id: undefined, ...body } : { id: undefined }
  return { id, given }
}
/** Asked of a worker while the request waits; no transaction does. */
export const assessNow = async (ctx: Ctx, call: Call, signal: AbortSignal, find: (id: unknown) => Promise<AnyRow>): Promise<Assessment> => {
  const { id, given } = sentIn(call)
  const study = Number((await find(id))['study'])
  await refuseStranger(ctx, study)
  const { cohortForm, cohort, plan } = readInput(analysisProject, 'assess', given)
  const sent = {
    cohortForm: typeof cohortForm === 'number' ? cohortForm : null,
    cohort: typeof cohort === 'string' ? cohort : null,
    plan,
  }
  const wanted = readTrial(await offerTo(ctx, study), sent, ctx.language)
  return call.backend.lane.ask(assessQuestion, { study, ...wanted }, { signal, language: call.language })
}
