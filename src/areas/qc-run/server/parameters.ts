import type { Db } from '#server/db/database.ts'
import { bodyOf, parameterOf, type Lineage } from '#study/parameter/body.ts'

/** A rule of a set as it is in force: the lineage, the version, and what it says. */
export type InForce = Lineage & { id: number; version: number; number: number; body: unknown }

const IN_FORCE = `SELECT p.id, p.code, p."check", p.name, p.name_en AS "nameEn", v.id AS version, v.number, v.body
  FROM control_set s JOIN control_parameter p ON p.id = ANY(s.parameters) AND p.deleted_at IS NULL
  JOIN control_version v ON v.parameter = p.id AND v.state = 'active' WHERE s.id = $1 ORDER BY p.code`

export const parametersOf = (db: Db, set: number): Promise<InForce[]> => db.query<InForce>(IN_FORCE, [set])
export const engineParameter = (rule: InForce) => parameterOf(rule, bodyOf(rule.body))
