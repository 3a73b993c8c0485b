import type { Db } from '#server/db/database.ts'
import { bodyOf, parameterOf, type Lineage } from '#study/parameter/body.ts'

/** A rule as it is in force: the lineage, the version, and what it says. */
export type InForce = Lineage & { id: number; version: number; number: number; body: unknown }

const ACTIVE = `SELECT p.id, p.code, p."check", p.name, p.name_en AS "nameEn", v.id AS version, v.number, v.body
  FROM control_parameter p JOIN control_version v ON v.parameter = p.id AND v.state = 'active'`
const OF_SET = `${ACTIVE} JOIN control_set s ON p.id = ANY(s.parameters) WHERE s.id = $1 AND p.deleted_at IS NULL ORDER BY p.code`
/** Rules of other studies are nothing to this one. */
const NAMED = `${ACTIVE} WHERE p.id = ANY($1::bigint[]) AND (p.study IS NULL OR p.study = $2) AND p.deleted_at IS NULL ORDER BY p.code`

export const parametersOf = (db: Db, set: number): Promise<InForce[]> => db.query<InForce>(OF_SET, [set])
export const namedParameters = (db: Db, ids: readonly number[], study: number): Promise<InForce[]> => db.query<InForce>(NAMED, [ids, study])
export const engineParameter = (rule: InForce) => parameterOf(rule, bodyOf(rule.body))

/** One rule for several tables has a result for each, called `code@table`. */
export const ruleNamed = (rules: readonly InForce[], parameter: string): InForce | undefined =>
  rules.find(({ code }) => code === parameter) ?? rules.find(({ code }) => parameter.startsWith(`${code}@`))
