import { fail, labelOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { sitesOf } from '#study/delivery/receive.ts'
import { gatherProject } from '../index.ts'

/** A member's group holds the page; which gather projects they see, their place in the team says alone. */
export const MEMBER_RULE = 'study/gather'
const OWN = { audience: 'user', rule: MEMBER_RULE } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

export const placeIn = (row: AnyRow): { study: number; departments: number[] } => ({
  study: Number(row['study']),
  departments: Array.isArray(row['departments']) ? row['departments'].map(Number) : [],
})
/** By other ways the house takes data. */
const isOwed = async (ctx: Ctx, row: AnyRow): Promise<boolean> =>
  row['channel'] === 'upload' && row['form'] !== null && (await sitesOf(ctx, placeIn(row)))?.length !== 0

const labelIn = (row: AnyRow, name: string): unknown => {
  const labels: unknown = row['_labels']
  return typeof labels === 'object' && labels !== null ? Reflect.get(labels, name) : null
}
const shown = (ctx: Ctx, row: AnyRow) => ({
  id: row.id,
  name: row[labelOf(gatherProject, ctx.language)],
  study: labelIn(row, 'study'),
  form: labelIn(row, 'form'),
  channel: row['channel'],
  state: row['state'],
  intake: row['intake'],
  due: row['dueNext'],
  remark: row['remark'],
})

const COUNTED = `SELECT gather, count(*) AS sent, count(*) FILTER (WHERE submitted_at IS NULL AND state <> 'rejected') AS waiting
  FROM gather_delivery WHERE sender = $1 AND gather = ANY($2::bigint[]) GROUP BY gather`
/** What the member is asked for now, the nearest deadline first. */
const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const search = [{ field: 'state', operator: '=', val: 'open' }]
  const found = await ctx.engine.list(ctx, gatherProject.name, { limit: 100, search, order: 'dueNext,asc' })
  const owed: AnyRow[] = []
  for (const row of found.list) if (await isOwed(ctx, row)) owed.push(row)
  const counted = await ctx.db.query<{ gather: number; sent: number; waiting: number }>(COUNTED, [actor.id, owed.map(({ id }) => id)])
  return {
    list: owed.map((row) => {
      const own = counted.find(({ gather }) => gather === row.id)
      return { ...shown(ctx, row), sent: own?.sent ?? 0, waiting: own?.waiting ?? 0 }
    }),
  }
}

const read = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const id = Number(call.query['id'])
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  const row = await ctx.engine.get(ctx, gatherProject.name, id)
  if (!(await isOwed(ctx, row))) throw fail('record.missing')
  return shown(ctx, row)
}

export const memberGatherRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/gather/index', OWN, list)
  guarded('GET', '/api/study/gather/read', OWN, read)
}
