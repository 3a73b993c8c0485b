import { ruleBase, ruleOf } from '#kernel'
import type { Resource, SearchItem } from '#kernel'
import type { Ctx } from './context.ts'
import type { Widget, WorkColumn } from './half.ts'
import { hospitalDay } from '../zone.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** How many rows of a resource the reader may see, and how many of them are of the last week. */
export const countWidget = (resource: Resource, look: Pick<Widget, 'title' | 'icon' | 'order'>): Widget => ({
  key: resource.name,
  rule: ruleOf(resource.name, 'index'),
  path: `/admin/${ruleBase(resource.name)}`,
  ...look,
  read: async (ctx) => {
    const count = (search?: object[]) => ctx.engine.list(ctx, resource.name, { limit: 1, ...(search ? { search } : {}) })
    const week = [{ field: 'createdAt', operator: 'RANGE', val: [new Date(Date.now() - WEEK_MS).toISOString()] }]
    const [all, fresh] = await Promise.all([count(), count(week)])
    return { kind: 'stat', value: all.total, capped: all.capped, since: fresh.total }
  },
})

export const yesterday = (): string => hospitalDay(Date.now() - DAY_MS)
/** What was due yesterday and is too late since today, as a filter of a day. */
export const onlyYesterday = (): string => `${yesterday()},${yesterday()}`
/** The last 24 hours, as a filter of a moment. */
export const lastDay = (): string => `${new Date(Date.now() - DAY_MS).toISOString()},`

type Found = readonly SearchItem[] | null
type Work = Pick<Widget, 'title' | 'icon' | 'order'> & {
  key: string
  column: WorkColumn
  /** What one can do about them; without the right they are no work of one's own. */
  action?: string
  /** Which rows; null: none for this person. */
  where(ctx: Ctx): Found | Promise<Found>
  /** Which of them are too late. */
  late?(): SearchItem
}
/** Work on the dashboard: the rows of a filter that ask for the reader, counted in their scope, with the door to exactly those. */
export const workWidget = (resource: Resource, { key, column, action = 'index', where, late, ...look }: Work): Widget => ({
  key: `${resource.name}.${key}`,
  rule: ruleOf(resource.name, action),
  ...look,
  read: async (ctx) => {
    const search = await where(ctx)
    if (!search) return null
    const count = (items: readonly SearchItem[]) => ctx.engine.list(ctx, resource.name, { limit: 1, search: [...items] })
    const { total, capped } = await count(search)
    if (total === 0) return null
    const filters = search.map(({ field, operator, val }) => `filter=${encodeURIComponent(`${field}:${operator}:${val}`)}`)
    const path = `/admin/${ruleBase(resource.name)}?${filters.join('&')}`
    const lateOnes = late ? { late: (await count([...search, late()])).total } : {}
    return { kind: 'work', column, value: total, capped, path, ...lateOnes }
  },
})
