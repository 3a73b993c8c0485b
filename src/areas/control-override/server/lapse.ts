import * as z from 'zod'
import { Refusal } from '#kernel'
import { defineTask } from '#server/task/definition.ts'
import { defineSchedule } from '#server/task/schedule.ts'
import { HOSPITAL_ZONE, hospitalDay } from '#server/zone.ts'
import { controlOverride } from '../index.ts'

const PAST = `SELECT id FROM control_override WHERE state IN ('requested', 'active') AND until < $1::date ORDER BY id`

/** A run looks at the day itself; this is for whoever reads the list. What a lock holds stays as it is. */
export const lapsing = defineTask({
  kind: 'control.lapse',
  lane: 'light',
  title: { 'zh-cn': '结束过期的参数例外', en: 'End overrides that have lapsed' },
  words: { lapse: { 'zh-cn': '结束', en: 'End' } },
  says: { ended: { 'zh-cn': '结束的例外', en: 'Overrides ended' } },
  input: z.object({}),
  steps: (none) =>
    none.commit('lapse', async ({ log }, tx, ctx) => {
      let ended = 0
      for (const { id } of await tx.query<{ id: number }>(PAST, [hospitalDay()])) {
        try {
          await ctx.engine.move(ctx, controlOverride.name, { id, to: 'lapsed' })
          ended += 1
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          log(`${id}: ${error.words[ctx.language]}`)
        }
      }
      return { ended }
    }),
})
export const lapseSchedule = defineSchedule({ name: 'control.lapse', cron: '10 0 * * *', zone: HOSPITAL_ZONE, task: lapsing, input: {} })
