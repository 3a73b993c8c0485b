import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import { outOfOrder, previous, READ_AS, readAs } from './order-sql.ts'

export const sortedBy = defineCheck({
  id: 'E10',
  slug: 'sorted_by',
  dimension: 'consistency',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'column',
  title: text('按序排列', 'Sorted'),
  counts: text('排在前一行之前的行', 'a row that belongs before the one above it'),
  help: text('与上面最近一个有值的行比较；相等算有序。', 'Compared with the last row above that has a value; equal is in order.'),
  params: {
    as: READ_AS,
    descending: { kind: 'boolean', default: false, label: text('从大到小', 'Descending') },
    by: { kind: 'columns', label: text('各组分别排列', 'Within groups of') },
  },
  example: {
    columns: ['序号'],
    rows: [['1'], ['2'], [''], ['1'], ['3']],
    parameter: { columns: ['序号'] },
    violations: [4],
    denominator: 4,
  },
  compile({ scope, column, params: { as, descending, by } }) {
    const value = readAs(scope, column, as)
    const keys = (by ?? []).map((name) => scope.value(name))
    const wrong =
      as === 'number'
        ? outOfOrder(scope, column, { keys, order: [], descending })
        : Sql`${value} ${descending ? Sql`>` : Sql`<`} ${previous(scope, value, keys, [])}`
    return {
      shape: 'row',
      applies: scope.share(Sql`(${value} IS NOT NULL)`),
      violates: scope.share(Sql`coalesce(${wrong}, false)`),
      fields: [column],
    }
  },
})
