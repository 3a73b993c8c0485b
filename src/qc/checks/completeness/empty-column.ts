import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const emptyColumn = defineCheck({
  id: 'A17',
  slug: 'empty_column',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'column',
  target: 'column',
  title: text('空列', 'Empty column'),
  counts: text('没有任何值的列', 'a column without any value'),
  help: text('测得的是有值的行数；缺失代码不算值。', 'Measured is the number of filled rows; missing codes are no values.'),
  params: {},
  example: { columns: ['备注'], rows: [[''], [null], ['　']], parameter: { columns: ['备注'] }, violations: 1, denominator: 1 },
  compile: ({ scope, column, dialect }) => ({
    shape: 'measure',
    measures: { filled: dialect.aggregates.countIf(scope.filled(column)) },
    value: ({ filled }) => filled ?? null,
    limit: { metric: 'value', op: '==', value: 0 },
    fields: [column],
  }),
})
