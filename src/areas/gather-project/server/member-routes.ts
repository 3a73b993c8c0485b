import { fail, labelOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { MemberWork } from '#server/model/half.ts'
import type { AnyRow } from '#server/model/row.ts'
import { hospitalDay } from '#server/zone.ts'
import { sitesOf } from '#study/delivery/receive.ts'
import { waitsText } from '#study/entered-twice.ts'
import { earliest, sitesDue } from '#study/gather/due.ts'
import { countExpected } from '#study/record/expected.ts'
import { gatherProject, waysOf } from '../index.ts'

/** A member's group holds the page; which gather projects they see, their place in the team says alone. */
export const MEMBER_RULE = 'study/gather'
const OWN = { audience: 'user', rule: MEMBER_RULE } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

const placeIn = (row: AnyRow): { study: number; departments: number[] } => ({
  study: Number(row['study']),
  departments: Array.isArray(row['departments']) ? row['departments'].map(Number) : [],
})
const formOf = (row: AnyRow): string => `clinical.data.f${Number(row['form'])}`
export const nameOf = (ctx: Ctx, row: AnyRow): string => String(row[labelOf(gatherProject, ctx.language)])
/** By other ways the house takes data. */
const ownWays = (row: AnyRow) => waysOf(row).filter((way) => way === 'form' || way === 'upload')
/** Asked of members at all, and of this one's sites. */
export const isAsked = async (ctx: Ctx, row: AnyRow): Promise<boolean> =>
  ownWays(row).length > 0 && (await sitesOf(ctx, placeIn(row)))?.length !== 0
/** A form can be filled in once it is published. */
const isOwed = async (ctx: Ctx, row: AnyRow): Promise<boolean> =>
  row['form'] !== null &&
  (await isAsked(ctx, row)) &&
  (ownWays(row).includes('upload') || (await ctx.engine.registry.open(ctx, formOf(row))) !== undefined)
/** Of a form: at how many places of the member's subjects something is to do. */
const toDo = async (ctx: Ctx, row: AnyRow) => {
  if (row['channel'] !== 'form') return null
  const { study, departments } = placeIn(row)
  const visits = Array.isArray(row['visits']) ? row['visits'].map(Number) : []
  const sites = await sitesOf(ctx, { study, departments })
  const form = Number(row['form'])
  return countExpected(ctx.db, { study, form, sites, visits, today: hospitalDay(ctx.at), waits: waitsText(study, form, ctx.actor) })
}

const labelIn = (row: AnyRow, name: string): unknown => {
  const labels: unknown = row['_labels']
  return typeof labels === 'object' && labels !== null ? Reflect.get(labels, name) : null
}
/** The first day that one of the member's own departments is waited for. */
const dueOf = async (ctx: Ctx, row: AnyRow): Promise<unknown> => {
  const own = await sitesOf(ctx, placeIn(row))
  const sites = (await sitesDue(ctx.db, [row.id])).get(row.id)?.filter(({ department }) => own === null || own.includes(department)) ?? []
  return sites.length > 0 && row['dueNext'] !== null ? earliest(sites) : row['dueNext']
}
const shown = async (ctx: Ctx, row: AnyRow) => ({
  id: row.id,
  name: nameOf(ctx, row),
  study: labelIn(row, 'study'),
  form: labelIn(row, 'form'),
  ways: ownWays(row),
  state: row['state'],
  intake: row['intake'],
  due: await dueOf(ctx, row),
  remark: row['remark'],
})

const COUNTED = `SELECT gather, count(*) AS sent, count(*) FILTER (WHERE submitted_at IS NULL AND state <> 'rejected') AS waiting
  FROM gather_delivery WHERE sender = $1 AND gather = ANY($2::bigint[]) GROUP BY gather`
/** What the member is asked for now, the nearest deadline first. */
const owedTo = async (ctx: Ctx) => {
  const search = [{ field: 'state', operator: '=', val: 'open' }]
  const found = await ctx.engine.list(ctx, gatherProject.name, { limit: 100, search, order: 'dueNext,asc' })
  const owed: AnyRow[] = []
  for (const row of found.list) if (await isOwed(ctx, row)) owed.push(row)
  const counted = await ctx.db.query<{ gather: number; sent: number; waiting: number }>(COUNTED, [ctx.actor.id, owed.map(({ id }) => id)])
  const answers = []
  for (const row of owed) {
    const own = counted.find(({ gather }) => gather === row.id)
    answers.push({ ...(await shown(ctx, row)), sent: own?.sent ?? 0, waiting: own?.waiting ?? 0, toDo: await toDo(ctx, row) })
  }
  return answers.toSorted((a, b) => String(a.due ?? '9').localeCompare(String(b.due ?? '9')))
}
const list = async (call: Call, actor: Actor) => ({ list: await owedTo(await asPlaced(call, actor)) })

const SOON_MS = 7 * 86_400_000
/** Gather projects with something to do: overdue, due within a week, read and not yet submitted, or places of a form. */
export const memberGathers: MemberWork = {
  key: 'gather',
  title: { 'zh-cn': '等您交数据的采集项目', en: 'Gather projects that wait for your data' },
  icon: 'inbox',
  rule: MEMBER_RULE,
  path: '/user/study/gather',
  order: 20,
  count: async (ctx) => {
    const [today, soon] = [hospitalDay(ctx.at), hospitalDay(Date.now() + SOON_MS)]
    const owed = (await owedTo(ctx)).map(({ due, waiting, toDo: places }) => {
      const { late = 0, due: now = 0, draft = 0, second = 0 } = places ?? {}
      const day = typeof due === 'string' ? due : null
      return {
        waits: waiting + late + now + draft + second > 0 || (day !== null && day <= soon),
        isLate: late > 0 || (day !== null && day < today),
      }
    })
    return { value: owed.filter(({ waits }) => waits).length, late: owed.filter(({ isLate }) => isLate).length }
  },
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
