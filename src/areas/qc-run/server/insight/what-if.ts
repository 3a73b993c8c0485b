import { refuse } from '#kernel'
import type { Actor, Call } from '#server'
import type { CheckResult } from '#qc/result.ts'
import { whatIf } from '#study/run/what-if.ts'
import locale from '../../locale.ts'
import { numberIn, openRun } from './run.ts'

const RESULTS = `SELECT result FROM qc_result WHERE run = $1 ORDER BY id`
const METRICS = ['ratio', 'count', 'value'] as const
type Metric = (typeof METRICS)[number]
const limitIn = (given: unknown, by: Metric): number | null => {
  const limit = numberIn(given)
  if (limit === null || by === 'value') return limit
  if (limit < 0 || (by === 'ratio' && limit > 1)) throw refuse(locale, by === 'ratio' ? 'badShare' : 'badCount')
  return limit
}

/** What the run would have said under other limits; no data is read. */
export const suppose = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const { dimension, parameter } = call.query
  const by = METRICS.find((metric) => metric === call.query['by']) ?? 'ratio'
  const [warn, fail] = [limitIn(call.query['warn'], by), limitIn(call.query['fail'], by)]
  if (warn === null && fail === null) throw refuse(locale, 'noLimit')
  const results = await ctx.db.query<{ result: CheckResult }>(RESULTS, [run.id])
  return whatIf(
    results.map(({ result }) => result),
    { warn, fail, by, ...(dimension ? { dimension: String(dimension) } : {}), ...(parameter ? { parameter: String(parameter) } : {}) },
  )
}
