import type { CheckResult } from '#qc'
import type { Db } from '#server/db/database.ts'
import type { InForce } from './parameters.ts'

const AT_ONCE = 500
const INSERT = `INSERT INTO qc_result (run, parameter, parameter_version, code, "check", target, dimension, severity, status, reason, "rows", denominator, violated,
    value, score, result)
  SELECT $1, d.* FROM jsonb_to_recordset($2::jsonb) AS d(parameter bigint, version bigint, code text, "check" text, target text, dimension text, severity text,
    status text, reason text, "rows" bigint, denominator bigint, violated bigint, value float8, score float8, result jsonb)`

/** One rule for several tables has a result for each, called `code@table`. */
export const ruleOfResult = (rules: readonly InForce[], { parameter }: Pick<CheckResult, 'parameter'>): InForce | undefined =>
  rules.find(({ code }) => code === parameter) ?? rules.find(({ code }) => parameter.startsWith(`${code}@`))

export const writeResults = async (tx: Db, run: number, rules: readonly InForce[], results: readonly CheckResult[]): Promise<void> => {
  const rows = results.flatMap((result) => {
    const rule = ruleOfResult(rules, result)
    if (!rule) return []
    const { check, dimension, severity, status, reason = null, denominator, violated, value = null, score } = result
    const target = [result.table, result.columns.join(', ')].filter(Boolean).join(': ')
    const own = { parameter: rule.id, version: rule.version, code: result.parameter, check, target }
    return [{ ...own, dimension, severity, status, reason, rows: result.rows, denominator, violated, value, score, result }]
  })
  for (let at = 0; at < rows.length; at += AT_ONCE) await tx.query(INSERT, [run, JSON.stringify(rows.slice(at, at + AT_ONCE))])
}
