import type { Db } from '#server/db/database.ts'
import type { Judged } from '#study/run/judge.ts'
import { formIn } from '#study/run/source.ts'
import type { Override } from '#study/parameter/override.ts'
import { overrideIn } from '#study/run/split.ts'
import { ruleNamed, type InForce } from '#study/parameter/in-force.ts'

const AT_ONCE = 500
const INSERT = `INSERT INTO qc_result (run, parameter, parameter_version, override, form, code, "check", target, dimension, severity, status, reason, "rows", denominator,
    violated, value, score, result)
  SELECT $1, d.* FROM jsonb_to_recordset($2::jsonb) AS d(parameter bigint, version bigint, override bigint, form bigint, code text, "check" text, target text, dimension text,
    severity text, status text, reason text, "rows" bigint, denominator bigint, violated bigint, value float8, score float8, result jsonb)`

type By = { rules: readonly InForce[]; overrides: readonly Override[] }
export const writeResults = async (tx: Db, run: number, { rules, overrides }: By, results: Judged['results']): Promise<void> => {
  const rows = results.flatMap(({ place, ...result }) => {
    const rule = ruleNamed(rules, result.parameter)
    if (!rule) return []
    const { check, dimension, severity, status, reason = null, denominator, violated, value = null, score } = result
    const target = [result.table, result.columns.join(', ')].filter(Boolean).join(': ')
    const override = overrideIn(result.parameter, overrides)?.id ?? null
    const own = { parameter: rule.id, version: rule.version, override, form: formIn(place), code: result.parameter, check, target }
    return [{ ...own, dimension, severity, status, reason, rows: result.rows, denominator, violated, value, score, result }]
  })
  for (let at = 0; at < rows.length; at += AT_ONCE) await tx.query(INSERT, [run, JSON.stringify(rows.slice(at, at + AT_ONCE))])
}
