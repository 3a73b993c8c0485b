import type { Threshold } from './parameter.ts'
import type { Sql } from './sql.ts'
import type { Text } from './text.ts'

export type Measures = Readonly<Record<string, number | null>>

/**
 * One verdict per row. `applies` says which rows are judged (the denominator), `violates` which of those are wrong; null counts as
 * "not known to be wrong". With `stats`, the aggregates are computed first (over `applies`) and `violates` receives their values.
 */
export type RowShape = {
  shape: 'row'
  applies?: Sql
  violates: Sql | ((stats: Measures) => Sql)
  stats?: Readonly<Record<string, Sql>>
  /** What `stats` are, where they are quantiles of one value: there may be a quicker way to them. */
  quantiles?: { of: Sql; shares: Readonly<Record<string, number>> }
}

/**
 * Aggregates of the whole table and one number made of them, judged by thresholds on `value`. `base` says which rows carry evidence.
 * The aggregates see only rows that pass the filter and `base`.
 */
export type MeasureShape = {
  shape: 'measure'
  base?: Sql
  measures: Readonly<Record<string, Sql>>
  value: (measures: Measures, group?: readonly (string | null)[]) => number | null
  limit?: Threshold
  /** Zero rows are an answer, not a reason not to apply. */
  judgesEmpty?: true
}

/**
 * A measured value that one pass over the rows cannot give: ranks, a second table. `sql` receives the judged rows as a relation with
 * `columns` and, as g0, g1 …, the group-by columns named in `by`; it yields those of `by` and the measures, one line in all without `by`.
 */
export type AggregateShape = {
  shape: 'aggregate'
  base?: Sql
  columns: Readonly<Record<string, Sql>>
  sql: (source: Sql, by: readonly Sql[]) => Sql
  value: MeasureShape['value']
  limit?: Threshold
  judgesEmpty?: true
}

/**
 * Rows grouped by `keys`; `violates` speaks of `n` (rows of the group) and of `aggregates` by their quoted names. What is counted:
 * the rows of bad groups, or the bad groups themselves (reported at their first row).
 */
export type GroupShape = {
  shape: 'group'
  applies?: Sql
  keys: readonly Sql[]
  aggregates?: Readonly<Record<string, Sql>>
  violates: Sql
  unit: 'row' | 'group'
  /** Rows outside `applies` that are violations by themselves, e.g. a blank key. */
  alsoRows?: Sql
}

/** SQL of its own, for what is not a verdict about rows of one table. `violations` yields "field" and "value"; no row is to blame. */
export type QueryShape = {
  shape: 'query'
  denominator: Sql
  violations: Sql
  value?: Sql
}

export type FactItem = { row?: number; field?: string; value?: string; key?: Readonly<Record<string, string>> }
export type Fact = {
  denominator: number
  violated: number
  value?: number
  measures?: Measures
  items?: readonly FactItem[]
  groups?: readonly { group: readonly (string | null)[]; denominator: number; violated: number; value?: number }[]
}

/** Known without reading rows: headers, file facts, history. */
export type FactShape = { shape: 'fact'; evaluate: () => Fact | Promise<Fact>; limit?: Threshold }

export type Shape = RowShape | MeasureShape | AggregateShape | GroupShape | QueryShape | FactShape

/**
 * `fields`: the columns a violation of this shape names, with their values; `label` instead where no single column is to blame.
 * `unread`: conditions of rows with a cell that could not be read as what the check needs; filled in by the planner.
 */
export type Part = Shape & { fields: readonly string[]; label?: string; unread?: readonly Sql[] }

export const REASONS = {
  table_missing: { zh: '表不存在', en: 'the table is not there' },
  column_missing: { zh: '列不存在', en: 'the column is not there' },
  no_rows: { zh: '没有数据行', en: 'there are no rows' },
  column_empty: { zh: '没有可判断的值', en: 'there is no value to judge' },
  insufficient: { zh: '数据或历史不足，算不出数值', en: 'too little data or history to compute the value' },
  below_minimum: { zh: '可判断的行数低于最小分母', en: 'fewer rows to judge than the minimum' },
  subgroup_absent: { zh: '筛选后没有数据行', en: 'no row passes the filter' },
  out_of_scope: { zh: '不在适用范围内', en: 'out of scope' },
} satisfies Record<string, Text>
export type Reason = keyof typeof REASONS
