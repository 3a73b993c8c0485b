import { defineCheck } from '../../check.ts'
import { any, Sql, join } from '../../sql.ts'
import { text } from '../../text.ts'

export const eventOrder = defineCheck({
  id: 'G10',
  slug: 'event_order',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('事件先后', 'Order of events'),
  counts: text('后一事件早于前一事件的行', 'a row in which a later event comes before an earlier one'),
  help: text(
    '列按应有的先后给出；至少读得出两个日期才判断，同日算有序。',
    'Name the columns in their order; judged where at least two dates can be read, the same day is in order.',
  ),
  params: {},
  example: {
    columns: ['知情', '入组', '出组'],
    rows: [
      ['2026-01-01', '2026-01-02', '2026-02-01'],
      ['2026-01-03', '2026-01-02', ''],
      ['2026-01-03', '', '2026-01-02'],
      ['2026-01-01', '', ''],
    ],
    parameter: { columns: ['知情', '入组', '出组'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, columns, dialect }) {
    const dates = columns.map((name) => scope.date(name))
    const wrong = dates.flatMap((later, at) => dates.slice(0, at).map((earlier) => Sql`coalesce(${later} < ${earlier}, false)`))
    const known = join(
      dates.map((date) => dialect.values.cast(Sql`(${date} IS NOT NULL)`, 'INT')),
      ' + ',
    )
    return { shape: 'row', applies: scope.share(Sql`(${known} >= 2)`), violates: scope.share(any(...wrong)), fields: columns }
  },
})
