import { defineCheck } from '../../check.ts'
import { any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { LEAST, outliers, SLACK, WITHIN } from './outlier.ts'

const QUARTILES = { q1: 0.25, q3: 0.75 }
const SHARES = Object.values(QUARTILES)

export const outlierIqr = defineCheck({
  id: 'J02',
  slug: 'outlier_iqr',
  dimension: 'statistics',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  severity: 'minor',
  minDenominator: LEAST,
  title: text('四分位离群值', 'Outlier by quartiles'),
  counts: text(
    '落在 Tukey 界限（四分位数外 k 倍四分位距）之外的值',
    'a value beyond the fences, k interquartile ranges outside the quartiles',
  ),
  help: text(
    'k 取 1.5 为一般离群，3 为极端离群；四分位数由筛选后的全部数值精确算出，恰在界限上不算。',
    'k of 1.5 finds outliers, 3 extreme ones; the quartiles are exact over all numbers that pass the filter, and a value on the fence is inside.',
  ),
  params: { within: WITHIN, k: { kind: 'number', min: 0, default: 1.5, label: text('四分位距倍数', 'Interquartile ranges') } },
  example: {
    columns: ['血糖'],
    rows: [['4'], ['5'], ['5'], ['6'], ['6'], ['7'], ['58'], ['']],
    parameter: { columns: ['血糖'] },
    violations: [7],
    denominator: 7,
  },
  compile: (context) =>
    outliers(context, context.params.within, {
      statistics: (value, words) => ({ q1: words.quantileOf(value, SHARES, 0), q3: words.quantileOf(value, SHARES, 1) }),
      quantiles: QUARTILES,
      beyond(value, { q1, q3 }) {
        const reach = Sql`(${context.dialect.values.number(context.params.k)} * (${q3} - ${q1}) + ${SLACK} * greatest(abs(${q1}), abs(${q3})))`
        return any(Sql`(${value} < ${q1} - ${reach})`, Sql`(${value} > ${q3} + ${reach})`)
      },
    }),
})
