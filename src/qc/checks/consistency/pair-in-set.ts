import { defineCheck } from '../../check.ts'
import { any, literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const pairInSet = defineCheck({
  id: 'E03',
  slug: 'pair_in_set',
  dimension: 'consistency',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'column',
  title: text('允许的组合', 'Allowed pairs'),
  counts: text('不在允许之列的组合', 'a pair that is not in the list'),
  help: text('两列都有值时才判断；逐字比较。', 'Judged where both are filled; compared letter by letter.'),
  params: {
    other: { kind: 'column', required: true, label: text('另一列', 'The other column') },
    pairs: {
      kind: 'rows',
      required: true,
      label: text('允许的组合', 'Pairs'),
      fields: {
        value: { kind: 'text', required: true, label: text('本列的值', 'Value') },
        others: { kind: 'texts', required: true, label: text('另一列的值', 'Values of the other') },
      },
    },
  },
  example: {
    columns: ['编码', '术语'],
    rows: [
      ['I10', '高血压'],
      ['I10', '糖尿病'],
      ['E11', '糖尿病'],
      ['I10', ''],
    ],
    parameter: {
      columns: ['编码'],
      params: {
        other: '术语',
        pairs: [
          { value: 'I10', others: ['高血压'] },
          { value: 'E11', others: ['糖尿病', '2型糖尿病'] },
        ],
      },
    },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, column, params: { other, pairs } }) {
    const [a, b] = [scope.text(column), scope.text(other)]
    const known = any(...pairs.map(({ value, others }) => Sql`(${a} = ${literal(value)} AND ${b} IN (${others.map(literal)}))`))
    return {
      shape: 'row',
      applies: scope.share(Sql`(${scope.filled(column)} AND ${scope.filled(other)})`),
      violates: Sql`(NOT ${known})`,
      fields: [column, other],
    }
  },
})
