import * as z from 'zod'
import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { eachOnce, notToldOn } from '#server/notification/daily.ts'
import { notify, type Recipient } from '#server/notification/notify.ts'
import { defineTask } from '#server/task/definition.ts'
import { defineSchedule } from '#server/task/schedule.ts'
import { HOUSE_ZONE, houseDay } from '#server/zone.ts'
import { assigneesOf, teamOf } from '#study/query/assignee.ts'
import { gatherProject } from '../index.ts'
import locale from '../locale.ts'

export const overdueNews: NotificationKind = {
  kind: 'gather.overdue',
  title: { 'zh-cn': '逾期未交的数据', en: 'Data that are overdue' },
  icon: 'inbox',
  digest: true,
  members: true,
}

type Overdue = { id: number; study: number; name: string; nameEn: string; departments: number[]; days: number }
const OVERDUE = `SELECT id, study, name, name_en AS "nameEn", departments, $1::date - due_next AS days FROM gather_project
  WHERE state = 'open' AND deleted_at IS NULL AND due_next < $1::date AND ($2::bigint[] IS NULL OR id = ANY($2)) ORDER BY id`

/** Whoever hands data over at its sites; where a site has nobody, those who manage the data. */
const peopleOf = async (ctx: Ctx, { study, departments }: Overdue): Promise<Recipient[]> => {
  const team = await teamOf(ctx.db, study)
  const found = (departments.length > 0 ? departments : [null]).map((site) => assigneesOf(team, site))
  return eachOnce([
    ...found.flatMap(({ admins }) => admins).map((id) => ({ kind: 'admin' as const, id })),
    ...found.flatMap(({ members }) => members).map((id) => ({ kind: 'member' as const, id })),
  ])
}

/** Tells those who have not been told on this day. Answers how many there are, and how many were told. */
const remindOf = async (ctx: Ctx, one: Overdue, day: string): Promise<{ people: number; told: number }> => {
  const key = `gather ${one.id}`
  const people = await peopleOf(ctx, one)
  const to = await notToldOn(ctx.db, day, overdueNews, key, people)
  if (to.length > 0) {
    const text = {
      'zh-cn': `“${one.name}”的数据已逾期 ${one.days} 天，请尽快交来`,
      en: `“${one.nameEn}” is overdue, days: ${one.days}; please hand the data over`,
    }
    const pages = { address: `/admin/gather/project/${one.id}?tab=deliveries`, memberAddress: '/user/study/gather' }
    await notify(ctx.db, overdueNews, to, { text, ...pages, key })
    const event = { action: 'remind', resource: gatherProject.name, recordId: one.id, label: one.name }
    await record(ctx, { ...event, changes: { reminded: [null, to.length] } })
  }
  return { people: people.length, told: to.length }
}

/** By hand: those of the chosen that are overdue. */
export const remindNow = async (ctx: Ctx, ids: readonly number[]): Promise<{ count: number }> => {
  const day = houseDay(ctx.at)
  const overdue = await ctx.db.query<Overdue>(OVERDUE, [day, ids])
  if (overdue.length === 0) throw refuse(locale, 'notOverdue')
  let [people, count] = [0, 0]
  for (const one of overdue) {
    const answer = await remindOf(ctx, one, day)
    people += answer.people
    count += answer.told
  }
  if (people === 0) throw refuse(locale, 'nobody')
  if (count === 0) throw refuse(locale, 'toldToday')
  return { count }
}

/** On the first, the third and every seventh day: what comes daily nobody reads. */
const isDay = ({ days }: Overdue): boolean => days === 1 || days === 3 || days % 7 === 0

export const reminding = defineTask({
  kind: 'gather.remind',
  lane: 'light',
  title: { 'zh-cn': '提醒逾期的数据', en: 'Remind of data that are overdue' },
  words: { remind: { 'zh-cn': '提醒', en: 'Remind' } },
  input: z.object({ day: z.iso.date().optional() }),
  steps: (none) =>
    none.commit('remind', async ({ input }, tx, ctx) => {
      const day = input.day ?? houseDay()
      let told = 0
      for (const one of (await tx.query<Overdue>(OVERDUE, [day, null])).filter(isDay))
        told += (await remindOf({ ...ctx, db: tx }, one, day)).told
      return { told }
    }),
})
export const remindSchedule = defineSchedule({ name: 'gather.remind', cron: '30 8 * * *', zone: HOUSE_ZONE, task: reminding, input: {} })
