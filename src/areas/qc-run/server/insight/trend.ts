import type { Actor, Call } from '#server'
import { FEWEST, westgard } from '#study/run/westgard.ts'
import { numberIn, openRun, SAME } from './run.ts'

const SHOWN = 60
type Point = { run: number; at: string; violated: number; denominator: number; value: number | null }
const POINTS = `SELECT q.id AS run, q.finished_at AS at, r.violated::float8 AS violated, r.denominator::float8 AS denominator, r.value
  FROM qc_result r JOIN qc_run q ON q.id = r.run
  WHERE ${SAME} AND q.id <= $3 AND r.parameter = $4 AND r.form IS NOT DISTINCT FROM $5::bigint AND r.code = $6 AND r.status IN ('passed', 'warned', 'failed')
  ORDER BY q.id DESC LIMIT ${SHOWN}`

/** Of the same forms by the same set: another scope has another score. */
const SCORES = `SELECT q.id AS run, q.finished_at AS at, q.score AS value, 0 AS violated, 0 AS denominator FROM qc_run q
  WHERE ${SAME} AND q.id <= $3 AND q.form IS NOT DISTINCT FROM $4::bigint AND q."set" IS NOT DISTINCT FROM $5::bigint AND q.score IS NOT NULL
  ORDER BY q.id DESC LIMIT ${SHOWN}`

/** The score, or one rule, or the part of it that an override makes, over the runs of the same data: what it measured, or its share of violations in percent, with the rules of control charts. */
export const trend = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const { parameter, form, code = '' } = call.query
  const same = [run.datafile, run.study, run.id]
  const found =
    code === ''
      ? await ctx.db.query<Point>(SCORES, [...same, run.form, run.set])
      : await ctx.db.query<Point>(POINTS, [...same, numberIn(parameter), numberIn(form), String(code)])
  const points = found.toReversed()
  const isMeasured = points.some(({ value }) => value !== null)
  const figures = points.flatMap(({ value, violated, denominator, ...point }) => {
    const figure = isMeasured ? value : denominator > 0 ? (100 * violated) / denominator : 0
    return figure === null ? [] : [{ ...point, violated, denominator, figure }]
  })
  const chart = westgard(figures.map(({ figure }) => figure))
  return {
    isMeasured,
    fewest: FEWEST,
    limits: chart && { mean: chart.mean, sd: chart.sd },
    points: figures.map((point, at) => ({ ...point, rules: chart?.rules[at] ?? [] })),
  }
}
