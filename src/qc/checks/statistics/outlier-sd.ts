import { defineCheck } from '../../check.ts'
import { Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { LEAST, outliers, SLACK, WITHIN } from './outlier.ts'

const CENTRES = {
  mean: text('均值', 'Mean'),
  median: text('中位数', 'Median'),
  mode: text('众数', 'Mode'),
}

/** The square of a larger number is beyond double precision: it would end the check with an error instead of being its first finding. */
const sane = (value: Sql): Sql => Sql`(CASE WHEN abs(${value}) < 1e150 THEN ${value} END)`

export const outlierSd = defineCheck({
  id: 'J01',
  slug: 'outlier_sd',
  dimension: 'statistics',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  severity: 'minor',
  minDenominator: LEAST,
  title: text('标准差离群值', 'Outlier by standard deviation'),
  counts: text('离中心超过 k 个标准差的值', 'a value more than k standard deviations from the centre'),
  help: text(
    '中心与标准差由筛选后的全部数值算出，分组只用于计数。少于 5 个数值时不判断。',
    'Centre and deviation come from all numbers that pass the filter; groups only count. Fewer than 5 numbers are not judged.',
  ),
  params: {
    k: { kind: 'number', min: 0, default: 3, label: text('标准差倍数', 'Standard deviations') },
    within: WITHIN,
    centre: { kind: 'choice', default: 'mean', options: CENTRES, label: text('中心', 'Centre') },
  },
  example: {
    columns: ['体重'],
    rows: [['60'], ['61'], ['62'], ['63'], ['64'], ['65'], ['66'], ['640'], ['未查']],
    parameter: { columns: ['体重'], params: { k: 2 } },
    violations: [8],
    denominator: 8,
  },
  compile: (context) =>
    outliers(context, context.params.within, {
      statistics(value, words) {
        const numbers = sane(value)
        return {
          centre: words[context.params.centre](numbers),
          sd: words.spread(numbers),
        }
      },
      beyond: (value, { centre, sd }) =>
        Sql`(abs(${value} - ${centre}) > ${context.dialect.values.number(context.params.k * (1 + SLACK))} * ${sd} + ${SLACK} * abs(${centre}))`,
    }),
})
