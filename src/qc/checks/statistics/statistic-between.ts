import type { AggregateWords } from '../../dialect/dialect.ts'
import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const STATISTICS = {
  mean: text('均值', 'Mean'),
  median: text('中位数', 'Median'),
  sum: text('合计', 'Sum'),
  stdev: text('标准差', 'Standard deviation'),
  min: text('最小值', 'Minimum'),
  max: text('最大值', 'Maximum'),
  quantile: text('分位数', 'Quantile'),
}

export const statistic = (words: AggregateWords, name: keyof typeof STATISTICS, value: Sql, share = 0.5): Sql =>
  ({
    mean: words.mean(value),
    median: words.median(value),
    sum: words.sum(value),
    stdev: words.spread(value),
    min: Sql`min(${value})`,
    max: Sql`max(${value})`,
    quantile: words.quantile(value, share),
  })[name]

export const statisticBetween = defineCheck({
  id: 'J07',
  slug: 'statistic_between',
  dimension: 'statistics',
  kahn: 'plausibility.atemporal',
  level: 'column',
  target: 'column',
  title: text('统计量范围', 'Statistic between'),
  counts: text('统计量超出上下限的列', 'a column whose statistic is outside the limits'),
  help: text('测得值即统计量；上下限均含。', 'The measured value is the statistic; both limits are allowed.'),
  params: {
    statistic: { kind: 'choice', default: 'mean', options: STATISTICS, label: text('统计量', 'Statistic') },
    share: { kind: 'number', min: 0, max: 1, default: 0.5, label: text('分位（0–1）', 'Quantile, 0 to 1') },
    min: { kind: 'number', label: text('下限', 'Lower limit') },
    max: { kind: 'number', label: text('上限', 'Upper limit') },
  },
  example: {
    columns: ['年龄'],
    rows: [['30'], ['40'], ['80'], ['不详']],
    parameter: { columns: ['年龄'], params: { statistic: 'mean', min: 30, max: 45 } },
    violations: 1,
    denominator: 1,
  },
  compile({ scope, column, params: { statistic: name, share, min, max }, dialect }) {
    if (min === undefined && max === undefined) throw new WrongValue('params', text('须填下限或上限', 'give a lower or an upper limit'))
    if (min !== undefined && max !== undefined && min > max)
      throw new WrongValue('params.min', text('下限大于上限', 'the lower limit is above the upper'))
    const value = scope.number(column)
    return {
      shape: 'measure',
      base: scope.share(Sql`(${value} IS NOT NULL)`),
      measures: { metric: statistic(dialect.aggregates, name, value, share) },
      value: ({ metric }) => metric ?? null,
      limit: { metric: 'value', op: 'outside', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
      fields: [column],
    }
  },
})
