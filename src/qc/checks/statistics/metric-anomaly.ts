import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { historyOf } from '../../context.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'
import { pointsFor, STRATEGIES } from './anomaly.ts'
import { statistic } from './statistic-between.ts'

const METRICS = {
  mean: text('均值', 'Mean'),
  median: text('中位数', 'Median'),
  stdev: text('标准差', 'Standard deviation'),
  sum: text('合计', 'Sum'),
  min: text('最小值', 'Minimum'),
  max: text('最大值', 'Maximum'),
  filled: text('已填比例', 'Share of filled cells'),
  distinct: text('不同值个数', 'Number of different values'),
}

export const metricAnomaly = defineCheck({
  id: 'J14',
  slug: 'metric_anomaly',
  facts: ['history'],
  dimension: 'statistics',
  kahn: 'plausibility.temporal',
  level: 'column',
  target: 'column',
  severity: 'minor',
  title: text('指标异常', 'Metric anomaly'),
  counts: text('与历次运行相比异常的指标', 'a metric that is unusual after its history'),
  help: text(
    '测得值为异常程度：sd、mad 为倍数，relative 为与上次相差的百分比，absolute 为与上次之差。历史取自 context.history，本次指标记在 measures.metric；历史不足时不判断。',
    'The measured value is how unusual it is: multiples for sd and mad, percent of the last value for relative, the difference for absolute. History comes from context.history and this run’s metric is in measures.metric; without enough history nothing is judged.',
  ),
  params: {
    metric: { kind: 'choice', default: 'mean', options: METRICS, label: text('指标', 'Metric') },
    method: {
      kind: 'choice',
      judges: true,
      default: 'sd',
      options: {
        sd: text('距均值的标准差倍数', 'Standard deviations from the mean'),
        mad: text('稳健 z 值', 'Robust z'),
        relative: text('与上次相差（%）', 'Percent of the last value'),
        absolute: text('与上次之差', 'Difference to the last value'),
      },
      label: text('方法', 'Method'),
    },
    limit: {
      kind: 'number',
      judges: true,
      min: 0,
      label: text('界限（默认 3、3.5、50；absolute 必填）', 'Limit (3, 3.5, 50 by default; needed for absolute)'),
    },
    last: { kind: 'integer', judges: true, min: 1, default: 30, label: text('只看最近几次', 'Look at the last') },
    least: { kind: 'integer', judges: true, min: 1, label: text('至少需要几次历史', 'Least history') },
  },
  example: {
    columns: ['血红蛋白'],
    rows: [['190'], ['200'], ['210'], ['']],
    parameter: { columns: ['血红蛋白'], params: { metric: 'mean' } },
    context: {
      history: {
        p: [140, 142, 141, 139, 143].map((value, index) => ({ at: `2026-0${index + 1}-01`, value })),
      },
    },
    violations: 1,
    denominator: 1,
  },
  compile({ scope, column, columns, params, parameter, context, now, dialect }) {
    if (columns.length > 1)
      throw new WrongValue('columns', text('历史按参数保存，一次只能检查一列', 'history is kept by parameter: one column only'))
    const strategy = STRATEGIES[params.method]
    const limit = params.limit ?? strategy.limit
    if (limit === undefined) throw new WrongValue('params.limit', text('此方法须填界限', 'this method needs a limit'))
    const points = historyOf(context, parameter.id, now)
    const least = Math.max(params.least ?? strategy.least, params.method === 'sd' ? 2 : 1)
    const numeric = params.metric !== 'filled' && params.metric !== 'distinct'
    return {
      shape: 'measure',
      ...(numeric ? { base: scope.share(Sql`(${scope.number(column)} IS NOT NULL)`) } : {}),
      measures: {
        metric:
          params.metric === 'filled'
            ? Sql`avg(${dialect.values.cast(scope.filled(column), 'INT')})`
            : params.metric === 'distinct'
              ? Sql`count(DISTINCT ${scope.value(column)})`
              : statistic(dialect.aggregates, params.metric, scope.number(column)),
      },
      value({ metric }, group) {
        const past = pointsFor(points, parameter.groupBy ?? [], group).slice(-params.last)
        return metric === null || metric === undefined || past.length < least ? null : strategy.score(metric, past)
      },
      limit: { metric: 'value', op: '>', value: limit },
      fields: [column],
    }
  },
})
