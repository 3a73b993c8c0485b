import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const notConstant = defineCheck({
  id: 'C28',
  slug: 'not_constant',
  dimension: 'validity',
  kahn: 'plausibility.atemporal',
  level: 'column',
  target: 'column',
  title: text('不是常数', 'Not constant'),
  counts: text('只有一个值的列', 'a column with a single value'),
  help: text('测得的是不同值的个数；缺失不算值。', 'Measured is the number of different values; missing is none.'),
  minDenominator: 2,
  params: {},
  example: { columns: ['中心'], rows: [['北'], ['北'], ['']], parameter: { columns: ['中心'] }, violations: 1, denominator: 1 },
  compile: ({ scope, column }) => ({
    shape: 'measure',
    base: scope.filled(column),
    measures: { distinct: Sql`count(DISTINCT ${scope.value(column)})` },
    value: ({ distinct }) => distinct ?? null,
    limit: { metric: 'value', op: '<=', value: 1 },
    fields: [column],
  }),
})
