import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { AnyRow } from '#server/model/row.ts'
import { partIn, type Part } from '#study/query/role.ts'
import { isAsked } from './answer.ts'

const numbers = (given: unknown): number[] => (Array.isArray(given) ? given.map(Number) : [])

/** What this person may do about each of them: a page offers nothing that would be refused. One question for each site. */
export const withMay = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const parts = new Map<string, Part>()
  const shown: AnyRow[] = []
  for (const row of rows) {
    const department = typeof row['department'] === 'number' ? row['department'] : null
    const key = `${Number(row['study'])} ${department}`
    const part = parts.get(key) ?? (await partIn(ctx.db, ctx.actor, Number(row['study']), department))
    parts.set(key, part)
    const answer = part.answers || isAsked(ctx, { assignees: numbers(row['assignees']), members: numbers(row['members']) })
    const isOwn = row['author'] !== null && row['author'] === adminId(ctx.actor)
    shown.push({ ...row, _may: { answer, decide: part.decides, cancel: part.decides || isOwn, remark: part.asks || answer } })
  }
  return shown
}
