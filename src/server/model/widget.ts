import { ruleOf } from '#kernel'
import type { Resource } from '#kernel'
import type { Widget } from './half.ts'

const WEEK_MS = 7 * 86_400_000

/** How many rows of a resource the reader may see, and how many of them are of the last week. */
export const countWidget = (resource: Resource, look: Pick<Widget, 'title' | 'icon' | 'order'>): Widget => ({
  key: resource.name,
  rule: ruleOf(resource.name, 'index'),
  path: `/admin/${resource.name.replaceAll('.', '/')}`,
  ...look,
  read: async (ctx) => {
    const count = (search?: object[]) => ctx.engine.list(ctx, resource.name, { limit: 1, ...(search ? { search } : {}) })
    const week = [{ field: 'createdAt', operator: 'RANGE', val: [new Date(Date.now() - WEEK_MS).toISOString()] }]
    const [all, fresh] = await Promise.all([count(), count(week)])
    return { kind: 'stat', value: all.total, capped: all.capped, since: fresh.total }
  },
})
