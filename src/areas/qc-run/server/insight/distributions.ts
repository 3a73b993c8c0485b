import type { Actor, Call } from '#server'
import { binsOf } from '#qc/report/bins.ts'
import type { Limits, ReportColumn } from '#qc/report/model.ts'
import { modelOf, seesWhole } from './model.ts'
import { namesOf } from './names.ts'
import { openRun } from './run.ts'

type Ruled = { parameter: number; code: string }
const RULES = `SELECT DISTINCT parameter, code FROM qc_result WHERE run = $1`

const isMeasured = ({ bars, allowed }: ReportColumn): boolean => bars !== undefined && bars.dates !== true && allowed === undefined

/** How the values of each number lie, and its limits: bar by bar, with those beyond a limit marked, as the report draws it. */
export const distributions = async (call: Call, actor: Actor) => {
  const opened = await openRun(call, actor)
  const { ctx, run } = opened
  // Figures of all sites: who reaches some of them is told so.
  if (!(await seesWhole(opened.ctx.db, actor, opened.run))) return { isKept: true, isWithheld: true, tables: [] }
  const model = await modelOf(opened)
  if (!model) return { isKept: false, tables: [] }
  const called = await namesOf(ctx, run.datafile === null ? run.study : null)
  const rules = new Map((await ctx.db.query<Ruled>(RULES, [run.id])).map(({ code, parameter }) => [code, parameter]))
  const limitOf = ({ min, max, parameter, out }: Limits) => ({
    min: min ?? null,
    max: max ?? null,
    code: parameter ?? null,
    parameter: rules.get(parameter ?? '') ?? null,
    out: out ?? 0,
  })
  const tables = model.tables.flatMap(({ name, rows, columns }) => {
    const own = called(name)
    const shown = columns.flatMap((column) => {
      const slot = own?.slots.get(column.name) ?? null
      if (!column.bars || !isMeasured(column) || (own && slot === null)) return []
      const { bars, limits, numbers } = column
      return [
        {
          name: column.name,
          title: (slot !== null && own?.labels.get(slot)) || column.name,
          slot,
          type: (slot !== null && own?.types.get(slot)) || null,
          from: bars.from,
          to: bars.to,
          median: numbers?.quantiles.p50 ?? null,
          bins: binsOf(bars, limits),
          limits: limits.map(limitOf),
        },
      ]
    })
    return shown.length > 0 ? [{ name, title: own?.title ?? name, form: own?.form ?? null, rows, columns: shown }] : []
  })
  return { isKept: true, tables }
}
