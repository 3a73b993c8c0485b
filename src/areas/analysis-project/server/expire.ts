import * as z from 'zod'
import { defineTask } from '#server/task/definition.ts'
import { defineSchedule } from '#server/task/schedule.ts'
import { HOSPITAL_ZONE, hospitalDay } from '#server/zone.ts'
import { analysisProject } from '../index.ts'

const DUE = `SELECT id FROM analysis_project WHERE state = 'released' AND deleted_at IS NULL AND valid_until < $1::date ORDER BY id`

/** What is past its day: nobody downloads it any more, and its key goes with it. */
export const expiring = defineTask({
  kind: 'analysis.expire',
  lane: 'light',
  title: { 'zh-cn': '让过期的数据包失效', en: 'End packages that are past their day' },
  says: { expired: { 'zh-cn': '失效的数据包', en: 'Packages ended' } },
  input: z.object({ day: z.iso.date().optional() }),
  steps: (none) =>
    none.commit('expire', async ({ input }, tx, ctx) => {
      const due = await tx.query<{ id: number }>(DUE, [input.day ?? hospitalDay()])
      for (const { id } of due) await ctx.engine.move(ctx, analysisProject.name, { id, to: 'expired' })
      return { expired: due.length }
    }),
})
export const expireSchedule = defineSchedule({
  name: 'analysis.expire',
  cron: '10 0 * * *',
  zone: HOSPITAL_ZONE,
  task: expiring,
  input: {},
})
