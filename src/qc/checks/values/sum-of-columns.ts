import { defineCheck } from '../../check.ts'
import { all, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const sumOfColumns = defineCheck({
  id: 'C23',
  slug: 'multicolumn_sum',
  dimension: 'validity',
  kahn: 'conformance.computational',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('各列之和', 'Sum of columns'),
  counts: text('各列之和与合计不符的行', 'a row whose parts do not add up to the total'),
  help: text(
    '各列与合计都读得出时才判断；容差含界限。',
    'Judged where all parts and the total can be read; a difference equal to the tolerance is fine.',
  ),
  params: {
    total: { kind: 'column', required: true, label: text('合计列', 'Column of the total') },
    tolerance: { kind: 'number', min: 0, default: 0, label: text('容差', 'Tolerance') },
  },
  example: {
    columns: ['男', '女', '合计'],
    rows: [
      ['3', '4', '7'],
      ['3', '4', '8'],
      ['3', '', '3'],
    ],
    parameter: { columns: ['男', '女'], params: { total: '合计' } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, columns, params: { total, tolerance }, dialect }) {
    const parts = columns.map((name) => scope.number(name))
    const sum = join(parts, ' + ')
    // 0.1 + 0.2 is not 0.3 in binary: the last digits of an addition must not make a mistake.
    const slack = Sql`${dialect.values.number(tolerance)} + 1e-9 * greatest(1, abs(${scope.number(total)}))`
    return {
      shape: 'row',
      applies: scope.share(all(...[...parts, scope.number(total)].map((part) => Sql`(${part} IS NOT NULL)`))),
      violates: Sql`(abs((${sum}) - ${scope.number(total)}) > ${slack})`,
      fields: [...columns, total],
    }
  },
})
