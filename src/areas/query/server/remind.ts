import * as z from 'zod'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { eachOnce, notToldOn } from '#server/notification/daily.ts'
import { notify, type Recipient } from '#server/notification/notify.ts'
import { readSettings } from '#server/settings/read.ts'
import { defineTask } from '#server/task/definition.ts'
import { hospitalDay } from '#server/zone.ts'
import { lockedAmong } from '#study/lock/said.ts'
import { assigneesOf, teamOf } from '#study/query/assignee.ts'
import { dueNews } from './notification.ts'

type Due = { id: number; study: number; department: number | null; assignees: number[]; members: number[]; isLate: boolean } & Place
type Place = { form: number | null; record: number | null; subject: number | null; datafile: number | null; delivery: number | null }
const DUE = `SELECT id, study, department, assignees, members, form, record, subject, datafile, delivery, due < $1::date AS "isLate" FROM query
  WHERE state = 'open' AND due <= $1::date + $2::int ORDER BY due, id`
const DAYS = 2
const KEY = 'query due'

const numbered = (kind: 'admin' | 'member', ids: readonly number[]): Recipient[] => ids.map((id) => ({ kind, id }))

/** Whoever is to answer it and is still in the team; where all of them are gone, whoever it would be given to now. */
const peopleOf = async (ctx: Ctx, { study, department, assignees, members }: Due): Promise<Recipient[]> => {
  const team = await teamOf(ctx.db, study)
  const admins = assignees.filter((id) => team.some(({ admin }) => admin === id))
  const users = members.filter((id) => team.some(({ user }) => user === id))
  const now = admins.length + users.length > 0 ? { admins, members: users } : assigneesOf(team, department)
  return eachOnce([...numbered('admin', now.admins), ...numbered('member', now.members)])
}

const said = (open: number, late: number): Words =>
  late === 0
    ? { 'zh-cn': `有 ${open} 条质疑即将到期，等您答复`, en: `Queries that are due soon and wait for your answer: ${open}` }
    : {
        'zh-cn': `有 ${open} 条质疑等您答复，其中 ${late} 条已逾期`,
        en: `Queries that are due and wait for your answer: ${open}, overdue: ${late}`,
      }

/** One line for each person about all that waits for them, at most once a day however often the clock asks. */
const remindAll = async (ctx: Ctx, day: string, days: number): Promise<number> => {
  const waiting = new Map<string, { person: Recipient; open: number; late: number }>()
  const due = await ctx.db.query<Due>(DUE, [day, days])
  const locked = await lockedAmong(ctx.db, due)
  // Nobody is asked every day for what would be refused.
  for (const one of due.filter((query) => !locked.has(query)))
    for (const person of await peopleOf(ctx, one)) {
      const key = `${person.kind} ${person.id}`
      const { open, late } = waiting.get(key) ?? { open: 0, late: 0 }
      waiting.set(key, { person, open: open + 1, late: late + (one.isLate ? 1 : 0) })
    }
  let told = 0
  for (const { person, open, late } of waiting.values()) {
    const to = await notToldOn(ctx.db, day, dueNews, KEY, [person])
    const pages = { address: '/admin/query?filter=state:IN:open', memberAddress: '/user/study/query' }
    await notify(ctx.db, dueNews, to, { text: said(open, late), ...pages, key: KEY })
    told += to.length
  }
  return told
}

/** When the clock asks is a setting (`query_remind_cron`), and so is how many days ahead. */
export const reminding = defineTask({
  kind: 'query.remind',
  lane: 'light',
  title: { 'zh-cn': '提醒到期的质疑', en: 'Remind of queries that are due' },
  words: { remind: { 'zh-cn': '提醒', en: 'Remind' } },
  says: { told: { 'zh-cn': '提醒人次', en: 'Reminders' } },
  input: z.object({ day: z.iso.date().optional() }),
  steps: (none) =>
    none.commit('remind', async ({ input }, tx, ctx) => {
      const { query_remind_days: days } = await readSettings(tx, ['query_remind_days'])
      return { told: await remindAll({ ...ctx, db: tx }, input.day ?? hospitalDay(), typeof days === 'number' ? days : DAYS) }
    }),
})
