import type { AggregateWords } from '../../dialect/dialect.ts'
import type { CompileContext } from '../../check.ts'
import type { Measures, Part } from '../../shape.ts'
import { all, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { partnerValue } from '../lookup.ts'

/** A column of one repeated value has a mean that is off by the last digit: without this, every row of it would be an outlier. */
export const SLACK = 1e-12

/** Fewer numbers than this have no distribution to speak of. */
export const LEAST = 5

export const WITHIN = {
  kind: 'columns',
  default: [],
  label: text('在这些列的每种取值内分别计算（如检验项目、单位）', 'Separately within each value of (test, unit …)'),
} as const

type Context = Pick<CompileContext<never>, 'scope' | 'table' | 'column' | 'parameter' | 'condition' | 'dialect'>

export type OutlierRule<S extends string> = {
  /** Aggregates over the numbers under judgement. */
  statistics: (value: Sql, words: AggregateWords) => Readonly<Record<S, Sql>>
  /** Which quantiles they are, if they are. */
  quantiles?: Readonly<Record<S, number>>
  /**
   * True where a number is an outlier, given the statistics as SQL and the mean of an expression over the same numbers. `measures` are
   * their values where they are known already: the mean costs another scan and should only be asked for when it is needed.
   */
  beyond: (value: Sql, statistics: Readonly<Record<S, Sql>>, mean: (expression: Sql) => Sql, measures?: Measures) => Sql
}

/** A verdict for each number against statistics of the column, or of its own group where `within` names columns. */
export function outliers<S extends string>(context: Context, within: readonly string[], rule: OutlierRule<S>): Part {
  const { scope, column, parameter, condition, dialect } = context
  const words = dialect.aggregates
  const value = scope.number(column)
  const filter = parameter.filter?.trim() ? condition(parameter.filter, 'filter') : undefined
  const known = scope.share(Sql`(${value} IS NOT NULL)`)
  if (within.length > 0) {
    const counted = filter === undefined ? value : scope.share(Sql`(CASE WHEN ${filter} THEN ${value} END)`)
    const pairs = within.map((name) => ({ mine: name, theirs: name }))
    const ask = (aggregate: Sql): Sql => partnerValue(scope, scope, pairs, aggregate)
    const statistics = mapped(rule.statistics(counted, words), ask)
    const enough = Sql`coalesce(${ask(Sql`count(${counted})`)} >= ${parameter.minDenominator ?? LEAST}, false)`
    const violates = rule.beyond(value, statistics, (expression) =>
      ask(words.mean(Sql`CASE WHEN ${counted} IS NOT NULL THEN ${expression} END`)),
    )
    return { shape: 'row', applies: scope.share(all(known, enough)), violates: scope.share(violates), fields: [column] }
  }
  return {
    shape: 'row',
    applies: known,
    stats: rule.statistics(value, words),
    ...(rule.quantiles ? { quantiles: { of: value, shares: rule.quantiles } } : {}),
    violates(measures) {
      if (Object.values(measures).some((measure) => typeof measure !== 'number')) return Sql`false`
      const judged = all(filter, known)
      const mean = (expression: Sql): Sql =>
        Sql`(SELECT ${words.mean(expression)} FROM ${scope.shared.from([judged, expression])} WHERE ${judged})`
      const statistics = Object.fromEntries(
        Object.entries(measures).map(([name, measure]) => [name, dialect.values.number(measure ?? NaN)]),
      )
      return rule.beyond(value, statistics as Record<S, Sql>, mean, measures)
    },
    fields: [column],
  }
}

const mapped = <S extends string>(statistics: Readonly<Record<S, Sql>>, change: (sql: Sql) => Sql): Record<S, Sql> =>
  Object.fromEntries(Object.entries<Sql>(statistics).map(([name, sql]) => [name, change(sql)])) as Record<S, Sql>
