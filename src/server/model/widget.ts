import type { Resource, Words } from '#kernel'
import { ruleOf } from '#kernel'
import type { Ctx } from './context.ts'

/** The day as the reader's clock has it: an IANA zone that was checked, and the days shown, oldest first. */
export type Days = { zone: string; list: readonly string[] }

/** A figure; `since` is what came in the last seven days, `before` what it was yesterday. Neither is there when nobody counted it. */
type Stat = { kind: 'stat'; value: number; unit?: 'bytes'; capped?: boolean; since?: number; before?: number }
type Series = { kind: 'series'; chart: 'line' | 'bar'; lines: { name: string; values: number[] }[] }
type Feed = { kind: 'feed'; entries: { at: string; by: string; action: string; where: string; what: string }[] }
/** A sentence that stays until what it says is mended. */
type Notice = { kind: 'notice'; text: string }
export type WidgetData = Stat | Series | Feed | Notice

/** One thing on the dashboard. An area contributes its own in `serve(…, { widgets })`; who may not see it does not get it. */
export type Widget = {
  key: string
  title: Words
  icon: string
  /** Whoever lacks it never learns that the widget exists. */
  rule: string
  order: number
  /** Where its figures can be read one by one. */
  path?: string
  /** Null: there is nothing to say today. */
  read(ctx: Ctx, days: Days): Promise<WidgetData | null>
}

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
