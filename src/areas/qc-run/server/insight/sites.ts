import * as z from 'zod'
import type { Actor, Call } from '#server'
import { curvesOf, funnelOf } from '#study/run/funnel.ts'
import { reachIn } from '#study/team.ts'
import { openRun, placedIn } from './run.ts'

/** Runs from before a rule's own records were counted at each site kept the hits alone, by the lineage. */
const rule = z.union([z.number(), z.object({ judged: z.number(), hit: z.number() })])
const shape = z.array(
  z.object({ place: z.string(), department: z.string(), rows: z.number(), flagged: z.number(), rules: z.record(z.string(), rule) }),
)
type Site = z.infer<typeof shape>[number]
type Wanted = { code: string; parameter: string }

const countIn = ({ rows, flagged, rules }: Site, { code, parameter }: Wanted): { judged: number; hit: number } => {
  if (code === '') return { judged: rows, hit: flagged }
  const own = rules[code] ?? rules[parameter] ?? { judged: rows, hit: 0 }
  return typeof own === 'number' ? { judged: rows, hit: own } : own
}
const NAMES = `SELECT id, name FROM department WHERE id = ANY($1::bigint[])`

/** Sites against each other: records that any rule hit, or that one rule hit, among those judged. Each reader sees the sites that they reach. */
export const sites = async (call: Call, actor: Actor) => {
  const opened = await openRun(call, actor)
  const { ctx, run } = opened
  const stored = shape.safeParse((await placedIn(opened)).sites).data
  if (!stored || run.study === null) return { isKept: stored !== undefined, share: 0, sites: [], curves: [] }
  const { code = '', parameter = '', form = '' } = call.query
  const wanted = { code: String(code), parameter: String(parameter) }
  const asked = stored.filter(({ place }) => form === '' || place === `form:${String(form)}`)
  const reach = await reachIn(ctx.db, actor, run.study)
  const departments = [...new Set(asked.map(({ department }) => Number(department)))]
  const names = new Map((await ctx.db.query<{ id: number; name: string }>(NAMES, [departments])).map(({ id, name }) => [id, name]))
  const counted = departments.map((department) => {
    const own = asked.filter((site) => Number(site.department) === department).map((site) => countIn(site, wanted))
    return {
      department,
      name: names.get(department) ?? String(department),
      judged: own.reduce((sum, { judged }) => sum + judged, 0),
      hit: own.reduce((sum, { hit }) => sum + hit, 0),
    }
  })
  const { share, sites: all } = funnelOf(counted)
  const most = Math.max(1, ...counted.map(({ judged }) => judged))
  const seen = all.filter(({ department }) => reach === 'all' || reach.has(department))
  return { isKept: true, share, sites: seen, curves: curvesOf(share, most) }
}
