import type { QcWorkspace } from '#qc'
import { duckdb } from '#qc/dialect/duckdb.ts'
import { framed } from '#qc/framed.ts'
import { identifier, literal, join, Sql } from '#qc/sql.ts'
import { isSame, type Plan } from './plan.ts'
import type { Released } from './apply.ts'

/** How well persons hide among each other: the smallest class, the fewest sensitive values in one, and who is in classes that are too small. */
export type Anonymity = { subjects: number; classes: number; k: number | null; l: number | null; exposed: number }

const quasiOf = ({ columns }: Released) => columns.filter(({ chosen }) => chosen.quasi)
const signatureSql = (released: readonly Released[]): Sql => {
  const parts = released
    .filter((one) => quasiOf(one).length > 0)
    .map((one) => {
      const values = quasiOf(one).map(({ offered: { code } }) => identifier(code))
      return Sql`SELECT subject, ${literal(`${one.id} `)} || ${framed(duckdb, values)} AS mark FROM ${one.relation}`
    })
  return parts.length === 0 ? Sql`SELECT NULL AS subject, NULL AS mark WHERE false` : join(parts, ' UNION ALL ')
}
const sensitiveSql = (released: readonly Released[], { sensitive }: Plan): Sql => {
  for (const { relation, columns } of sensitive ? released : [])
    for (const { chosen, offered } of columns)
      if (sensitive && isSame(chosen, sensitive)) return Sql`SELECT subject, ${identifier(offered.code)} AS value FROM ${relation}`
  return Sql`SELECT NULL AS subject, NULL AS value WHERE false`
}

const FIGURES = `SELECT coalesce(sum(size), 0)::BIGINT AS subjects, count(*) AS classes, min(size) AS k, min(variety) AS l FROM classes`

/**
 * A class is all persons with the same values of all quasi-identifiers in all their rows: whoever knows all of that of somebody finds the whole
 * class and not one of it. Counted in persons, not in rows.
 */
export const measure = async (db: QcWorkspace, released: readonly Released[], plan: Plan): Promise<Anonymity> => {
  await db.run(`CREATE OR REPLACE TEMP TABLE member AS SELECT p.subject, coalesce(s.class, '') AS class FROM people p
    LEFT JOIN (SELECT subject, string_agg(mark, chr(10) ORDER BY mark) AS class FROM (${signatureSql(released)}) GROUP BY subject) s USING (subject)`)
  await db.run(`CREATE OR REPLACE TEMP TABLE classes AS SELECT m.class, count(DISTINCT m.subject) AS size, count(DISTINCT v.value) AS variety
    FROM member m LEFT JOIN (${sensitiveSql(released, plan)}) v ON v.subject = m.subject GROUP BY m.class`)
  const [found] = await db.all<{ subjects: number; classes: number; k: number | null; l: number | null }>(FIGURES)
  const [small] = await db.all<{ n: number }>(`SELECT coalesce(sum(size), 0)::BIGINT AS n FROM classes WHERE ${tooSmall(plan)}`)
  const { subjects = 0, classes = 0, k = null, l = null } = found ?? {}
  return { subjects: Number(subjects), classes: Number(classes), k, l: plan.sensitive ? l : null, exposed: Number(small?.n ?? 0) }
}
const tooSmall = ({ k, l, sensitive }: Plan): Sql => Sql`(size < ${k}${sensitive ? Sql` OR variety < ${l}` : Sql``})`

/** Leaves out who is in a class that is too small, in all forms. Classes are left out whole: what stays is as it was measured. */
export const suppress = async (db: QcWorkspace, released: readonly Released[], plan: Plan): Promise<void> => {
  const exposed = `SELECT subject FROM member WHERE class IN (SELECT class FROM classes WHERE ${tooSmall(plan)})`
  for (const { relation } of released) await db.run(`DELETE FROM ${relation} WHERE subject IN (${exposed})`)
  await db.run(`DELETE FROM people WHERE subject IN (${exposed})`)
}
