import { join, Sql } from '../sql.ts'

const list = (...parts: readonly Sql[]): Sql =>
  join(
    parts.filter((part) => part !== ''),
    ', ',
  )

/**
 * The largest distance of two empirical distributions. It is always reached at a value of the first sample, or just before one: only
 * those are looked up in the reference, which is read once for all groups.
 */
export function distanceSql(source: Sql, reference: Sql, by: readonly Sql[]): Sql {
  const keys = list(...by)
  const window = by.length > 0 ? Sql`PARTITION BY ${keys} ` : Sql``
  return Sql`WITH own AS (SELECT ${list(...by, Sql`x`, Sql`count(*) AS n`)} FROM ${source} GROUP BY ALL),
    ref AS (SELECT x, sum(n) OVER (ORDER BY x) AS upto FROM (SELECT x, count(*) AS n FROM ${reference} GROUP BY x)),
    steps AS (SELECT ${list(...by, Sql`x`, Sql`n`)}, sum(n) OVER (${window}ORDER BY x) AS upto, sum(n) OVER (${window}) AS total FROM own),
    low AS (SELECT steps.*, coalesce(ref.upto, 0) AS below FROM steps ASOF LEFT JOIN ref ON steps.x > ref.x),
    paired AS (SELECT low.*, coalesce(ref.upto, 0) AS at_x FROM low ASOF LEFT JOIN ref ON low.x >= ref.x)
    SELECT ${list(
      ...by,
      Sql`max(greatest(abs(upto::DOUBLE / total - at_x::DOUBLE / m), abs((upto - n)::DOUBLE / total - below::DOUBLE / m))) AS distance`,
      Sql`max(total)::DOUBLE AS own`,
      Sql`max(m)::DOUBLE AS reference`,
    )} FROM paired CROSS JOIN (SELECT max(upto) AS m FROM ref) size${by.length > 0 ? Sql` GROUP BY ${keys}` : Sql``}`
}
