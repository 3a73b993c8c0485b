import { defineCheck } from '../../check.ts'
import { all, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { outOfOrder } from '../consistency/order-sql.ts'

export const monotone = defineCheck({
  id: 'G13',
  slug: 'monotone',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('只增不减', 'Monotone'),
  counts: text('与同一对象上一次相比走反了的值', 'a value that goes the wrong way since the last one of the same subject'),
  help: text(
    '按日期排序；例如累计剂量只增不减。相等不算走反。',
    'In the order of the date; a cumulative dose, for example, only grows. Equal values are fine.',
  ),
  params: {
    by: { kind: 'columns', required: true, label: text('对象列', 'Columns of the subject') },
    date: { kind: 'column', required: true, label: text('日期列', 'Date') },
    decreasing: { kind: 'boolean', default: false, label: text('只减不增', 'Decreasing') },
  },
  example: {
    columns: ['受试者', '日期', '累计'],
    rows: [
      ['S1', '2026-01-02', '20'],
      ['S1', '2026-01-01', '10'],
      ['S1', '2026-01-03', '15'],
      ['S2', '2026-01-03', '5'],
    ],
    parameter: { columns: ['累计'], params: { by: ['受试者'], date: '日期' } },
    violations: [3],
    denominator: 4,
  },
  compile({ scope, column, params: { by, date, decreasing } }) {
    const value = scope.number(column)
    const whole = scope.share(all(...by.map((name) => scope.filled(name)), Sql`(${scope.date(date)} IS NOT NULL AND ${value} IS NOT NULL)`))
    const keys = by.map((name) => scope.value(name))
    const wrong = outOfOrder(scope, column, { keys, order: [scope.date(date)], descending: decreasing, applies: whole })
    return {
      shape: 'row',
      applies: whole,
      violates: scope.share(Sql`coalesce(${wrong}, false)`),
      fields: [column, date],
    }
  },
})
