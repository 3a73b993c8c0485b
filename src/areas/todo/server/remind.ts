import * as z from 'zod'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import type { Recipient } from '#server/notification/notify.ts'
import { defineTask } from '#server/task/definition.ts'
import { defineSchedule } from '#server/task/schedule.ts'
import { HOSPITAL_ZONE, hospitalDay } from '#server/zone.ts'
import { say, waitedFor } from './tell.ts'

type Due = {
  id: number
  title: string
  assignee: number | null
  department: number | null
  author: number | null
  state: string
  days: number
}
const DUE = `SELECT id, title, assignee, department, author, state, due - $1::date AS days FROM todo
  WHERE state IN ('waiting', 'inProgress', 'returned', 'submitted') AND deleted_at IS NULL AND due <= $1::date + 1
  AND (reminded_on IS NULL OR reminded_on < $1::date) ORDER BY id`

const words = ({ title, days }: Due): Words => {
  if (days < 0)
    return { 'zh-cn': `待办“${title}”已逾期 ${-days} 天`, en: `The to-do “${title}” is ${-days} ${days === -1 ? 'day' : 'days'} overdue` }
  return days === 0
    ? { 'zh-cn': `待办“${title}”今天截止`, en: `The to-do “${title}” is due today` }
    : { 'zh-cn': `待办“${title}”明天截止`, en: `The to-do “${title}” is due tomorrow` }
}

/** Given back or handed in it waits for whoever asked for it: to give it to somebody else, to accept it, or to call it off. */
const toRemind = async (ctx: Ctx, one: Due): Promise<Recipient[]> =>
  (one.state === 'returned' || one.state === 'submitted') && one.author !== null ? [{ kind: 'admin', id: one.author }] : waitedFor(ctx, one)

/** Reminds of what is due tomorrow, today or has been. */
export const remind = defineTask({
  kind: 'todo.remind',
  lane: 'light',
  title: { 'zh-cn': '提醒到期的待办', en: 'Remind of to-dos that are due' },
  says: { reminded: { 'zh-cn': '提醒的待办', en: 'To-dos reminded of' } },
  input: z.object({ day: z.iso.date().optional() }),
  steps: (none) =>
    none.commit('remind', async ({ input }, tx, ctx) => {
      const day = input.day ?? hospitalDay()
      const due = await tx.query<Due>(DUE, [day])
      for (const one of due) {
        // Once a day, also when the task is run again.
        await ctx.engine.edit(ctx, 'todo', { id: one.id }, { remindedOn: day })
        await say(tx, one, await toRemind(ctx, one), words(one))
      }
      return { reminded: due.length }
    }),
})
export const remindSchedule = defineSchedule({ name: 'todo.remind', cron: '0 8 * * *', zone: HOSPITAL_ZONE, task: remind, input: {} })
