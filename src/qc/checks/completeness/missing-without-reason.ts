import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const missingWithoutReason = defineCheck({
  id: 'A09',
  slug: 'missing_without_reason',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'row',
  target: 'column',
  title: text('缺失须有原因', 'Missing without a reason'),
  counts: text('值缺失而原因也未填的行', 'a row in which neither the value nor the reason is given'),
  help: text('例如未做检查时应填未做原因。', 'For example a test that was not done, and no word why.'),
  params: { reason: { kind: 'column', required: true, label: text('原因列', 'Column of the reason') } },
  example: {
    columns: ['血红蛋白', '未做原因'],
    rows: [
      ['120', ''],
      ['', '拒绝'],
      ['', ''],
    ],
    parameter: { columns: ['血红蛋白'], params: { reason: '未做原因' } },
    violations: [3],
    denominator: 3,
  },
  compile: ({ scope, column, params: { reason } }) => ({
    shape: 'row',
    violates: scope.share(Sql`(${scope.missing(column)} AND ${scope.missing(reason)})`),
    fields: [column, reason],
  }),
})
