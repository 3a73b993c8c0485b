import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { AnyRow } from '#server/model/row.ts'
import { lockedAmong } from '#study/lock/said.ts'
import { partIn, type Part } from '#study/query/role.ts'
import { isAsked } from './answer.ts'

const whole = (given: unknown): number | null => (typeof given === 'number' ? given : null)
const UNSETTLED: ReadonlySet<unknown> = new Set(['open', 'answered'])
/** Those that still wait, and lie behind a lock: there nobody says anything more, and somebody closes them. */
const trapped = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<ReadonlySet<number>> => {
  const waiting = rows
    .filter(({ state }) => UNSETTLED.has(state))
    .map((row) => ({
      id: row.id,
      study: Number(row['study']),
      form: whole(row['form']),
      record: whole(row['record']),
      subject: whole(row['subject']),
      datafile: whole(row['datafile']),
      delivery: whole(row['delivery']),
    }))
  return new Set([...(await lockedAmong(ctx.db, waiting))].map(({ id }) => id))
}
const numbers = (given: unknown): number[] => (Array.isArray(given) ? given.map(Number) : [])

/** What this person may do about each of them: a page offers nothing that would be refused. One question for each site. */
export const withMay = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const parts = new Map<string, Part>()
  const shown: AnyRow[] = []
  const locked = await trapped(ctx, rows)
  for (const row of rows) {
    const department = typeof row['department'] === 'number' ? row['department'] : null
    const key = `${Number(row['study'])} ${department}`
    const part = parts.get(key) ?? (await partIn(ctx.db, ctx.actor, Number(row['study']), department))
    parts.set(key, part)
    const answer = part.answers || isAsked(ctx, { assignees: numbers(row['assignees']), members: numbers(row['members']) })
    const isOwn = row['author'] !== null && row['author'] === adminId(ctx.actor)
    const may = { answer, decide: part.decides, cancel: part.decides || isOwn, remark: part.asks || answer }
    const none = { answer: false, decide: false, cancel: false, remark: false }
    const isLocked = locked.has(row.id)
    const close = part.decides && (isLocked || row['state'] === 'answered')
    shown.push({ ...row, _may: { ...(isLocked ? none : may), close } })
  }
  return shown
}
