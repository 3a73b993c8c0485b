import * as z from 'zod'
import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { eachOnce, notToldOn } from '#server/notification/daily.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { notify, type Recipient } from '#server/notification/notify.ts'
import { defineTask } from '#server/task/definition.ts'
import { defineSchedule } from '#server/task/schedule.ts'
import { HOSPITAL_ZONE, hospitalDay } from '#server/zone.ts'
import { settleFilled, sitesDue } from '#study/gather/due.ts'
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

/** What departments owe that were waited for on the same day; none named: the whole study. */
type Overdue = { id: number; study: number; name: string; nameEn: string; departments: number[]; days: number }
type Late = Omit<Overdue, 'departments' | 'days'> & { channel: string; dueNext: string }
const LATE = `SELECT id, study, channel, name, name_en AS "nameEn", due_next AS "dueNext" FROM gather_project
  WHERE state = 'open' AND deleted_at IS NULL AND due_next <= $1::date AND ($2::bigint[] IS NULL OR id = ANY($2)) ORDER BY id`
type Owing = { department: number | null; due: string | null }
const daysFrom = (due: string, day: string): number => Math.round((Date.parse(day) - Date.parse(due)) / 86_400_000)
const asSystem = (ctx: Ctx): Ctx => ({ ...ctx, actor: SYSTEM })

/** Who owes what: by gather project and day. Forms that were filled in are settled before anybody is told. */
const overdueOn = async (ctx: Ctx, day: string, ids: readonly number[] | null): Promise<Overdue[]> => {
  for (const { id } of (await ctx.db.query<Late>(LATE, [day, ids])).filter(({ channel }) => channel === 'form')) {
    const dueNext = await settleFilled(ctx.db, id, day)
    if (dueNext !== undefined) await ctx.engine.edit(asSystem(ctx), gatherProject.name, { id }, { dueNext })
  }
  const late = await ctx.db.query<Late>(LATE, [day, ids])
  const dues = await sitesDue(
    ctx.db,
    late.map(({ id }) => id),
  )
  return late.flatMap(({ id, study, name, nameEn, dueNext }) => {
    const sites = dues.get(id) ?? []
    const owing: Owing[] =
      sites.length > 0 ? sites.filter(({ due }) => due !== null && due < day) : dueNext < day ? [{ department: null, due: dueNext }] : []
    return [...Map.groupBy(owing, ({ due }) => due ?? dueNext)].map(([due, all]) => ({
      id,
      study,
      name,
      nameEn,
      departments: all.flatMap(({ department }) => department ?? []),
      days: daysFrom(due, day),
    }))
  })
}

/** Whoever hands data over at the sites that owe; where a site has nobody, those who manage the data. */
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

/** By hand: those of the chosen that are overdue, at one department or wherever they are. */
export const remindNow = async (ctx: Ctx, ids: readonly number[], department: number | null): Promise<{ count: number }> => {
  const day = hospitalDay(ctx.at)
  const all = await overdueOn(ctx, day, ids)
  const overdue =
    department === null
      ? all
      : all.filter((one) => one.departments.includes(department)).map((one) => ({ ...one, departments: [department] }))
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
  says: { told: { 'zh-cn': '提醒人次', en: 'Reminders' } },
  input: z.object({ day: z.iso.date().optional() }),
  steps: (none) =>
    none.commit('remind', async ({ input }, tx, ctx) => {
      const day = input.day ?? hospitalDay()
      let told = 0
      const own = { ...ctx, db: tx }
      for (const one of (await overdueOn(own, day, null)).filter(isDay)) told += (await remindOf(own, one, day)).told
      return { told }
    }),
})
export const remindSchedule = defineSchedule({ name: 'gather.remind', cron: '30 8 * * *', zone: HOSPITAL_ZONE, task: reminding, input: {} })
