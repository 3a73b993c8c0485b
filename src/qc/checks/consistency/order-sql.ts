import { finite } from '../../cast.ts'
import { compareSql, longDigits } from '../../exact.ts'
import type { TableScope } from '../../scope.ts'
import { Sql } from '../../sql.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'

export const READ_AS = {
  kind: 'choice',
  default: 'number',
  options: { number: text('数值', 'Numbers'), date: text('日期', 'Dates'), text: text('文本', 'Texts') },
  label: text('读作', 'Read as'),
} as const

export const readAs = (scope: TableScope, column: string, as: 'number' | 'date' | 'text'): Sql =>
  as === 'number' ? scope.number(column) : as === 'date' ? scope.date(column) : scope.value(column)

/** The last known value before the row, among rows with the same keys, in the order given. */
export function previous(scope: TableScope, value: Sql, keys: readonly Sql[], order: readonly Sql[]): Sql {
  if (order.length === 0 && scope.table.unordered)
    throw new WrongValue(
      'table',
      text('此表的行没有次序，请用 --row 指明编号列', 'the rows of this table have no order; name the column that numbers them (--row)'),
    )
  const part = keys.length > 0 ? Sql`PARTITION BY ${keys} ` : Sql``
  const before = Sql`ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`
  return scope.share(scope.dialect.relations.lastKnown(value, Sql`${part}ORDER BY ${[...order, scope.row]} ${before}`))
}

export type Before = { keys: readonly Sql[]; order: readonly Sql[]; descending: boolean; applies?: Sql }

/** Whether a number belongs before the last known one: to the last digit, however long both are. */
export function outOfOrder(scope: TableScope, column: string, { keys, order, descending, applies }: Before): Sql {
  const { dialect } = scope
  const [value, digits] = [scope.number(column), scope.digits(column)]
  const known = scope.share(Sql`(CASE WHEN ${applies ?? Sql`${value} IS NOT NULL`} THEN ${scope.text(column)} END)`)
  // One value of the row before, as it was written: however the column was read, the hash of what was looked at is the same.
  const text = previous(scope, known, keys, order)
  const above = scope.share(finite(dialect, scope.share(dialect.values.readNumber(text))))
  const aboveDigits = digits === "''" ? digits : longDigits(dialect, text, above)
  return compareSql(dialect, descending ? '>' : '<', value, above, [digits, aboveDigits])
}
