import { refuse } from '#kernel'
import type { Actor, Call } from '#server'
import type { CheckResult } from '#qc/result.ts'
import { whatIf } from '#study/run/what-if.ts'
import locale from '../../locale.ts'
import { numberIn, openRun } from './run.ts'

const RESULTS = `SELECT result FROM qc_result WHERE run = $1 ORDER BY id`
const shareIn = (given: unknown): number | null => {
  const share = numberIn(given)
  if (share !== null && (share < 0 || share > 1)) throw refuse(locale, 'badShare')
  return share
}

/** What the run would have said under other limits; no data is read. */
export const suppose = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const { dimension } = call.query
  const [warn, fail] = [shareIn(call.query['warn']), shareIn(call.query['fail'])]
  if (warn === null && fail === null) throw refuse(locale, 'noLimit')
  const results = await ctx.db.query<{ result: CheckResult }>(RESULTS, [run.id])
  return whatIf(
    results.map(({ result }) => result),
    { warn, fail, ...(dimension ? { dimension: String(dimension) } : {}) },
  )
}
