import * as z from 'zod'
import type { Actor, Call } from '#server'
import { curvesOf, funnelOf } from '#study/run/funnel.ts'
import { reachIn } from '#study/team.ts'
import { openRun } from './run.ts'

const shape = z.array(
  z.object({ place: z.string(), department: z.string(), rows: z.number(), flagged: z.number(), rules: z.record(z.string(), z.number()) }),
)
const NAMES = `SELECT id, name FROM department WHERE id = ANY($1::bigint[])`

/** Sites against each other: records that any rule hit, or that one rule hit, among those judged. Each reader sees the sites that they reach. */
export const sites = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const stored = shape.safeParse(run.sites).data
  if (!stored || run.study === null) return { isKept: stored !== undefined, share: 0, sites: [], curves: [] }
  const { parameter = '', form = '' } = call.query
  const asked = stored.filter(({ place }) => form === '' || place === `form:${String(form)}`)
  const reach = await reachIn(ctx.db, actor, run.study)
  const departments = [...new Set(asked.map(({ department }) => Number(department)))]
  const names = new Map((await ctx.db.query<{ id: number; name: string }>(NAMES, [departments])).map(({ id, name }) => [id, name]))
  const counted = departments.map((department) => {
    const own = asked.filter((site) => Number(site.department) === department)
    return {
      department,
      name: names.get(department) ?? String(department),
      judged: own.reduce((sum, { rows }) => sum + rows, 0),
      hit: own.reduce((sum, { flagged, rules }) => sum + (parameter === '' ? flagged : (rules[String(parameter)] ?? 0)), 0),
    }
  })
  const { share, sites: all } = funnelOf(counted)
  const most = Math.max(1, ...counted.map(({ judged }) => judged))
  const seen = all.filter(({ department }) => reach === 'all' || reach.has(department))
  return { isKept: true, share, sites: seen, curves: curvesOf(share, most) }
}
