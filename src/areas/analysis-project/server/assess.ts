import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Ctx } from '#server'
import { defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { analysisProject } from '../index.ts'
import { offerIn, readWanted, type Wanted } from './asked.ts'

/** What a plan would do; it answers no value of anybody. */
export const assessing = defineTask({
  kind: 'analysis.assess',
  lane: 'heavy',
  title: { 'zh-cn': '试算去标识方案', en: 'Try out a de-identification plan' },
  words: { assess: { 'zh-cn': '试算', en: 'Try out' } },
  input: z.object({ study: z.number(), cohortForm: z.number().nullable(), cohort: z.string().nullable(), plan: z.unknown() }),
  steps: (none) =>
    none.step('assess', async ({ input, tools, signal, log }) => {
      const offer = await offerIn(tools.database, input.study)
      const wanted = readWanted(offer, input, 'zh-cn')
      const { withRecords } = await import('./workspace.ts')
      const { assess } = await import('#study/release/assess.ts')
      // A key for this once: what is shown can be matched with nothing that is released.
      return withRecords({ tools, offer, wanted, key: randomBytes(32), signal, log }, (applying) => assess(applying))
    }),
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
