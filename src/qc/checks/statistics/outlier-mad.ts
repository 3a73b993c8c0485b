import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import { LEAST, outliers, SLACK, WITHIN } from './outlier.ts'

/** One robust standard deviation, from the median absolute deviation or, where that is nought, from the mean absolute deviation. */
const OF_MEDIAN = 1.4826
const OF_MEAN = 1.253314

export const outlierMad = defineCheck({
  id: 'J03',
  slug: 'outlier_mad',
  dimension: 'statistics',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  severity: 'minor',
  minDenominator: LEAST,
  title: text('稳健离群值', 'Robust outlier'),
  counts: text('稳健 z 值超过界限的值', 'a value whose robust z exceeds the cut'),
  help: text(
    '稳健 z 为与中位数之差除以 1.4826 倍的绝对中位差；过半数值相同、绝对中位差为 0 时改用平均绝对差。',
    'Robust z is the distance from the median over 1.4826 times the median absolute deviation; where more than half of the values are equal and that is 0, the mean absolute deviation is used.',
  ),
  params: { within: WITHIN, cut: { kind: 'number', min: 0, default: 3.5, label: text('界限', 'Cut') } },
  example: {
    columns: ['肌酐'],
    rows: [['70'], ['72'], ['74'], ['76'], ['78'], ['80'], ['880'], ['溶血']],
    parameter: { columns: ['肌酐'] },
    violations: [7],
    denominator: 7,
  },
  compile: (context) =>
    outliers(context, context.params.within, {
      statistics: (value, words) => ({ median: words.median(value), mad: words.medianDeviation(value) }),
      beyond(value, { median, mad }, mean, measures) {
        const distance = Sql`abs(${value} - ${median})`
        const tiny = Sql`${SLACK} * abs(${median})`
        const spread = Sql`${OF_MEDIAN} * ${mad}`
        const varied = measures && (measures['mad'] ?? 0) > SLACK * Math.abs(measures['median'] ?? 0)
        const deviation = varied
          ? Sql`(${spread})`
          : Sql`(CASE WHEN ${mad} > ${tiny} THEN ${spread} ELSE ${OF_MEAN} * ${mean(distance)} END)`
        return Sql`(${distance} > ${context.dialect.values.number(context.params.cut * (1 + SLACK))} * ${deviation} + ${tiny})`
      },
    }),
})
