import { can, fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { namesOf } from '#server/model/names.ts'
import { firingsIn } from '#server/task/schedule.ts'
import { knownTask } from '#server/task/saying.ts'
import { task } from '../index.ts'

const READ = { audience: 'admin', rule: ruleOf(task.name, 'index') } as const
const DAY_MS = 86_400_000
/** What comes more often than anybody plans by is said in one line, not in every day. */
const IN_A_DAY = 3
const MOST_DAYS = 62

type Kept = {
  name: string
  kind: string
  cron: string
  zone: string
  next: string
  input: unknown
  called: Readonly<Record<string, string>> | null
  lastId: number | null
  lastState: string | null
}
const KEPT = `SELECT s.name, s.kind, s.cron, s.zone, s.next_at AS next, s.input, l.called, l.id AS "lastId", l.state AS "lastState" FROM schedule s
  LEFT JOIN LATERAL (SELECT t.id, t.state, t.called -> 'title' AS called FROM task t WHERE t.schedule = s.name ORDER BY t.fired_for DESC LIMIT 1) l ON TRUE
  WHERE s.enabled ORDER BY s.next_at, s.name`

type Subject = { resource: string; id: number }
/** The record that somebody has set it up for: the first of its input. */
const subjectOf = ({ kind, input }: Pick<Kept, 'kind' | 'input'>): Subject | null => {
  const given: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {}
  for (const [name, saying] of Object.entries(knownTask(kind)?.says ?? {}))
    if (saying?.of && typeof given[name] === 'number') return { resource: saying.of, id: given[name] }
  return null
}
const labelsOf = async (ctx: Ctx, subjects: readonly Subject[]): Promise<ReadonlyMap<string, string>> => {
  const labels = new Map<string, string>()
  for (const [resource, all] of Map.groupBy(subjects, (one) => one.resource)) {
    if (!can(ctx.actor.rules, ruleOf(resource, 'index'))) continue
    const names = await namesOf(
      ctx,
      resource,
      all.map(({ id }) => id),
    )
    for (const [id, name] of names) labels.set(`${resource}/${id}`, name)
  }
  return labels
}

const dayOf = (given: unknown): Date => {
  const text = typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : ''
  const at = new Date(`${text}T00:00:00+08:00`)
  if (Number.isNaN(at.getTime())) throw fail('input.badValue', { field: 'from', value: String(given).slice(0, 60) })
  return at
}
/** What the clock will ask for between two days, `to` among them: whoever sees all tasks sees every schedule, others those of records that they see. */
const schedules = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const [first, last] = [dayOf(call.query['from']), dayOf(call.query['to'])]
  const now = new Date()
  const from = first > now ? first : now
  const to = new Date(Math.min(last.getTime() + DAY_MS, first.getTime() + MOST_DAYS * DAY_MS))
  const most = IN_A_DAY * Math.max(1, Math.ceil((to.getTime() - from.getTime()) / DAY_MS))
  const kept = (await ctx.db.query<Kept>(KEPT)).map((one) => ({ ...one, about: subjectOf(one) }))
  const labels = await labelsOf(
    ctx,
    kept.flatMap(({ about }) => about ?? []),
  )
  const list = kept.flatMap(({ about, called, kind, lastId, lastState, name, cron, zone, next }) => {
    const label = about && labels.get(`${about.resource}/${about.id}`)
    if (!label && !actor.scope.all && !actor.super) return []
    const title = knownTask(kind)?.title[ctx.language] ?? called?.[ctx.language] ?? kind
    return [
      {
        name,
        title,
        cron,
        zone,
        next,
        subject: about && label ? { ...about, label } : null,
        last: lastId === null ? null : { id: lastId, state: lastState },
        firings: firingsIn({ cron, zone }, from, to, most),
      },
    ]
  })
  return { list }
}

export const scheduleRoutes = ({ guarded }: Declare): void => guarded('GET', '/admin/task/schedules', READ, schedules)
