import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const swappedColumns = defineCheck({
  id: 'E13',
  slug: 'swapped_columns',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'column',
  title: text('两列填反', 'Swapped columns'),
  counts: text('两列的值各像对方的行', 'a row in which each of two columns looks like the other'),
  help: text(
    '两个值都不符合本列的模式、却都符合对方的模式时算填反；模式须与整个值相符。',
    'Swapped are values that both break the pattern of their own column and fit that of the other; a pattern must fit the whole value.',
  ),
  params: {
    other: { kind: 'column', required: true, label: text('另一列', 'The other column') },
    pattern: { kind: 'pattern', required: true, label: text('本列的模式', 'Pattern of this column') },
    otherPattern: { kind: 'pattern', required: true, label: text('另一列的模式', 'Pattern of the other') },
  },
  example: {
    columns: ['姓名', '电话'],
    rows: [
      ['张三', '13800000000'],
      ['13900000000', '李四'],
      ['王五', '不详'],
      ['13900000000', ''],
    ],
    parameter: { columns: ['姓名'], params: { other: '电话', pattern: '[^0-9]+', otherPattern: '1[0-9]{10}' } },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, column, params: { other, pattern, otherPattern }, dialect }) {
    const [a, b] = [scope.text(column), scope.text(other)]
    const fits = (value: Sql, wanted: string) => dialect.texts.fits(value, literal(wanted))
    return {
      shape: 'row',
      applies: scope.share(Sql`(${scope.filled(column)} AND ${scope.filled(other)})`),
      violates: Sql`(NOT ${fits(a, pattern)} AND NOT ${fits(b, otherPattern)} AND ${fits(a, otherPattern)} AND ${fits(b, pattern)})`,
      fields: [column, other],
    }
  },
})
