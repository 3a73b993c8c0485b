import { findCheck } from '#qc/checks/registry.ts'
import { pointsOf, type HistoryPoint } from '#qc/context.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { CheckResult } from '#qc/result.ts'
import { bodyOf } from '../parameter/body.ts'
import { ruleNamed, type InForce } from '../parameter/in-force.ts'
import type { Rows } from '../reader.ts'

export type Points = Readonly<Record<string, readonly HistoryPoint[]>>

/** What of a rule decides what it measures. Where the line is drawn, and how grave it is to cross it, may change without a new history. */
const measureOf = (check: string, body: unknown): string => {
  const { params = {}, columns = [], filter = '', groupBy = [], missingCodes = [] } = bodyOf(body)
  const fields = findCheck(check)?.params ?? {}
  const own = Object.entries(params).filter(([name]) => !fields[name]?.judges)
  return JSON.stringify([own.toSorted(([one], [other]) => (one < other ? -1 : 1)), columns, filter, groupBy, missingCodes])
}

/** More than any rule looks back; the oldest are let go. */
const RUNS = 400
/** Re-checks follow every correction: so many points of nearly the same data would make any other look far away. */
const MEASURED = `SELECT r.code, r.form, r.result, v.body, q.judged_at AS at
  FROM (SELECT id, judged_at FROM qc_run WHERE state = 'done' AND id <> $1 AND datafile IS NOT DISTINCT FROM $2::bigint AND study IS NOT DISTINCT FROM $3::bigint
      AND asked IS NULL AND judged_at IS NOT NULL ORDER BY id DESC LIMIT ${RUNS}) q
    JOIN qc_result r ON r.run = q.id JOIN control_version v ON v.id = r.parameter_version
  WHERE r.parameter = ANY($4::bigint[]) AND r.result -> 'measures' ->> 'metric' IS NOT NULL ORDER BY q.judged_at`
type Measured = { code: string; form: number | null; result: CheckResult; body: unknown; at: string }

export type Measuring = {
  run: number
  datafile: number | null
  study: number | null
  rules: readonly InForce[]
  parameters: readonly Parameter[]
  /** The number of the form that a table is; null for a file. */
  formOf: (table: string | undefined) => number | null
}
/** What rules that keep a history measured in earlier runs over the same data, by what this run calls them. */
export const measuredBefore = async (db: Rows, { run, datafile, study, rules, parameters, formOf }: Measuring): Promise<Points> => {
  const keeping = rules.filter(({ check }) => findCheck(check)?.facts?.includes('history'))
  const rows = await db.query<Measured>(MEASURED, [run, datafile, study, keeping.map(({ id }) => id)])
  const own = parameters.flatMap(({ id, table }) => {
    const rule = ruleNamed(keeping, id)
    return rule ? [{ id, form: formOf(table), measure: measureOf(rule.check, rule.body), check: rule.check }] : []
  })
  return Object.fromEntries(
    own.map(({ id, form, measure, check }) => [
      id,
      rows
        .filter((row) => row.code === id && row.form === form && measureOf(check, row.body) === measure)
        .flatMap(({ result, at }) => pointsOf(result, at)),
    ]),
  )
}
