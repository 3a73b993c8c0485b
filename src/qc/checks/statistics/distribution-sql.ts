import type { Sql } from '../../sql.ts'

/** Shares below this are taken as this: an empty category would make the index infinite. */
const FLOOR = 1e-4

const list = (...parts: readonly Sql[]): Sql => parts.filter((part) => part !== '').join(', ')
const sameGroup = (a: string, b: string, by: readonly string[]): Sql =>
  by.map((column) => ` AND ${a}.${column} IS NOT DISTINCT FROM ${b}.${column}`).join('')

/**
 * The largest distance of two empirical distributions. It is always reached at a value of the first sample, or just before one: only
 * those are looked up in the reference, which is read once for all groups.
 */
export function distanceSql(source: Sql, reference: Sql, by: readonly string[]): Sql {
  const keys = list(...by)
  const window = by.length > 0 ? `PARTITION BY ${keys} ` : ''
  return `WITH own AS (SELECT ${list(...by, 'x', 'count(*) AS n')} FROM ${source} GROUP BY ALL),
    ref AS (SELECT x, sum(n) OVER (ORDER BY x) AS upto FROM (SELECT x, count(*) AS n FROM ${reference} GROUP BY x)),
    steps AS (SELECT ${list(...by, 'x', 'n')}, sum(n) OVER (${window}ORDER BY x) AS upto, sum(n) OVER (${window}) AS total FROM own),
    low AS (SELECT steps.*, coalesce(ref.upto, 0) AS below FROM steps ASOF LEFT JOIN ref ON steps.x > ref.x),
    paired AS (SELECT low.*, coalesce(ref.upto, 0) AS at_x FROM low ASOF LEFT JOIN ref ON low.x >= ref.x)
    SELECT ${list(
      ...by,
      'max(greatest(abs(upto::DOUBLE / total - at_x::DOUBLE / m), abs((upto - n)::DOUBLE / total - below::DOUBLE / m))) AS distance',
      'max(total)::DOUBLE AS own',
      'max(m)::DOUBLE AS reference',
    )} FROM paired CROSS JOIN (SELECT max(upto) AS m FROM ref) size${by.length > 0 ? ` GROUP BY ${keys}` : ''}`
}

/** One category per tenth (or so) of the reference. Cut points that coincide leave categories empty, which does no harm. */
export const binned = (source: Sql, reference: Sql, bins: number, by: readonly string[]): Sql => {
  const shares = Array.from({ length: bins - 1 }, (_, index) => (index + 1) / bins)
  return `(SELECT ${list(...by, 'len(list_filter(cuts, lambda cut: x > cut))::VARCHAR AS x')} FROM ${source} CROSS JOIN (SELECT quantile_cont(x, [${shares.join(', ')}]) AS cuts FROM ${reference}) WHERE cuts IS NOT NULL)`
}

/** How far the shares of categories are from those of the reference. `counted`: the reference is a sample too, not a fixed table of shares. */
export function categoriesSql(source: Sql, reference: Sql, by: readonly string[], counted: boolean): Sql {
  const [p, q] = ['n / total', 'coalesce(m, 0) / whole']
  const [p0, q0] = [`greatest(${p}, ${FLOOR})`, `greatest(${q}, ${FLOOR})`]
  const half = (share: Sql): Sql => `(CASE WHEN ${share} > 0 THEN ${share} * log2(2 * (${share}) / (${p} + ${q})) ELSE 0 END)`
  const pooled = `((n + coalesce(m, 0)) / (total + whole))`
  const chi = counted
    ? `pow(n - total * ${pooled}, 2) / (total * ${pooled}) + pow(coalesce(m, 0) - whole * ${pooled}, 2) / (whole * ${pooled})`
    : `pow(n - total * ${q0}, 2) / (total * ${q0})`
  return `WITH own AS (SELECT ${list(...by, 'x', 'count(*)::DOUBLE AS n')} FROM ${source} GROUP BY ALL),
    ref AS (SELECT x, sum(weight)::DOUBLE AS m FROM ${reference} GROUP BY x),
    size AS (SELECT sum(m) AS whole FROM ref),
    totals AS (SELECT ${list(...by, 'sum(n) AS total')} FROM own${by.length > 0 ? ' GROUP BY ALL' : ''}),
    names AS (SELECT x FROM own UNION SELECT x FROM ref),
    cells AS (SELECT totals.*, whole, names.x, coalesce(own.n, 0) AS n, ref.m FROM totals CROSS JOIN names CROSS JOIN size
      LEFT JOIN own ON own.x = names.x${sameGroup('own', 'totals', by)} LEFT JOIN ref ON ref.x = names.x)
    SELECT ${list(
      ...by,
      `sum((${p0} - ${q0}) * ln(${p0} / (${q0}))) AS psi`,
      `sqrt(greatest(sum((${half(p)} + ${half(q)}) / 2), 0)) AS js`,
      `sum(CASE WHEN n + coalesce(m, 0) > 0 THEN ${chi} END) AS chi2`,
      `count(*) FILTER (WHERE n + coalesce(m, 0) > 0) - 1 AS freedom`,
      'max(total) AS own',
      'max(whole) AS reference',
    )} FROM cells${by.length > 0 ? ' GROUP BY ALL' : ''}`
}
