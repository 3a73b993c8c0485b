import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

const LENGTHS = [50, 100, 127, 128, 200, 250, 254, 255, 256, 500, 512, 1000, 1024, 2000, 4000, 32_767, 65_535]
const NUMBERS = ['127', '255', '32767', '-32768', '65535', '2147483647', '-2147483648', '4294967295', '9223372036854775807']

export const truncatedValue = defineCheck({
  id: 'C27',
  slug: 'truncated_value',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('截断的值', 'Truncated value'),
  counts: text('恰在常见截断长度或整数上限的值', 'a value that sits exactly on a limit of length or of whole numbers'),
  help: text(
    '长度 255、1000 等，或 32767、2147483647 等；可能是被程序截断的。',
    'A length such as 255 or 1000, or 32767, 2147483647: a program may have cut it there.',
  ),
  severity: 'minor',
  params: { lengths: { kind: 'texts', label: text('另定的长度', 'Other lengths') } },
  example: {
    columns: ['备注'],
    rows: [['x'.repeat(255)], ['x'.repeat(254)], ['x'.repeat(253)], ['32767'], ['32768'], ['']],
    parameter: { columns: ['备注'] },
    violations: [1, 2, 4],
    denominator: 5,
  },
  compile({ scope, column, params: { lengths }, dialect }) {
    const cell = scope.text(column)
    const cut = (lengths ?? LENGTHS.map(String)).map(Number).filter(Number.isInteger)
    return {
      shape: 'row',
      applies: scope.filled(column),
      violates: Sql`(length(${cell}) IN (${[-1, ...cut]}) OR ${dialect.values.oneOf(cell, NUMBERS)})`,
      fields: [column],
    }
  },
})
