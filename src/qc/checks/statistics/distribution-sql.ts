import type { Dialect } from '../../dialect/dialect.ts'
import { join, Sql } from '../../sql.ts'

/** Shares below this are taken as this: an empty category would make the index infinite. */
const FLOOR = 1e-4

const list = (...parts: readonly Sql[]): Sql =>
  join(
    parts.filter((part) => part !== ''),
    ', ',
  )
const sameGroup = (a: Sql, b: Sql, by: readonly Sql[]): Sql =>
  join(
    by.map((column) => Sql` AND ${a}.${column} IS NOT DISTINCT FROM ${b}.${column}`),
    '',
  )

/** One category per tenth (or so) of the reference. Cut points that coincide leave categories empty, which does no harm. */
export const binned = (dialect: Dialect, source: Sql, reference: Sql, bins: number, by: readonly Sql[]): Sql =>
  dialect.relations.binned(
    source,
    reference,
    Array.from({ length: bins - 1 }, (_, index) => (index + 1) / bins),
    by,
  )

/** How far the shares of categories are from those of the reference. `counted`: the reference is a sample too, not a fixed table of shares. */
export function categoriesSql(dialect: Dialect, source: Sql, reference: Sql, by: readonly Sql[], counted: boolean): Sql {
  const { cast } = dialect.values
  const { groupBy } = dialect.relations
  const grouped = by.length > 0 ? Sql` ${groupBy(by)}` : Sql``
  const [p, q] = [Sql`n / total`, Sql`coalesce(m, 0) / whole`]
  const [p0, q0] = [Sql`greatest(${p}, ${FLOOR})`, Sql`greatest(${q}, ${FLOOR})`]
  const half = (share: Sql): Sql => Sql`(CASE WHEN ${share} > 0 THEN ${share} * log2(2 * (${share}) / (${p} + ${q})) ELSE 0 END)`
  const pooled = Sql`((n + coalesce(m, 0)) / (total + whole))`
  const chi = counted
    ? Sql`pow(n - total * ${pooled}, 2) / (total * ${pooled}) + pow(coalesce(m, 0) - whole * ${pooled}, 2) / (whole * ${pooled})`
    : Sql`pow(n - total * ${q0}, 2) / (total * ${q0})`
  return Sql`WITH own AS (SELECT ${list(...by, Sql`x`, Sql`${cast(Sql`count(*)`, 'DOUBLE')} AS n`)} FROM ${source} ${groupBy([...by, Sql`x`])}),
    ref AS (SELECT x, ${cast(Sql`sum(weight)`, 'DOUBLE')} AS m FROM ${reference} GROUP BY x),
    size AS (SELECT sum(m) AS whole FROM ref),
    totals AS (SELECT ${list(...by, Sql`sum(n) AS total`)} FROM own${grouped}),
    names AS (SELECT x FROM own UNION SELECT x FROM ref),
    cells AS (SELECT totals.*, whole, names.x, coalesce(own.n, 0) AS n, ref.m FROM totals CROSS JOIN names CROSS JOIN size
      LEFT JOIN own ON own.x = names.x${sameGroup(Sql`own`, Sql`totals`, by)} LEFT JOIN ref ON ref.x = names.x)
    SELECT ${list(
      ...by,
      Sql`sum((${p0} - ${q0}) * ln(${p0} / (${q0}))) AS psi`,
      Sql`sqrt(greatest(sum((${half(p)} + ${half(q)}) / 2), 0)) AS js`,
      Sql`sum(CASE WHEN n + coalesce(m, 0) > 0 THEN ${chi} END) AS chi2`,
      Sql`count(*) FILTER (WHERE n + coalesce(m, 0) > 0) - 1 AS freedom`,
      Sql`max(total) AS own`,
      Sql`max(whole) AS reference`,
    )} FROM cells${grouped}`
}
