import { dateIn } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const notFuture = defineCheck({
  id: 'G08',
  slug: 'not_future',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'cell',
  target: 'column',
  title: text('不在将来', 'Not in the future'),
  counts: text('晚于运行日（或数据截止日）的日期', 'a date after the day of the run, or after the data cut'),
  help: text('按日比较，当日不算将来。', 'Days are compared; the day itself is not in the future.'),
  params: {
    cutoff: { kind: 'text', label: text('数据截止日（不填为运行日）', 'Data cut; the day of the run if empty') },
    tolerance: { kind: 'integer', min: 0, default: 0, label: text('容差（天）', 'Tolerance, days') },
  },
  example: {
    columns: ['日期'],
    rows: [['2026-01-31'], ['2062-01-31'], ['']],
    parameter: { columns: ['日期'], params: { cutoff: '2026-03-01' } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params: { cutoff, tolerance }, now, dialect }) {
    if (cutoff !== undefined && dateIn(cutoff) === null)
      throw new WrongValue('params.cutoff', text(`“${cutoff}”不是日期`, `"${cutoff}" is no date`))
    const limit = new Date(dateIn(cutoff ?? now.slice(0, 10)) ?? 0).toISOString().slice(0, 10)
    const date = scope.date(column)
    return {
      shape: 'row',
      applies: scope.share(Sql`(${date} IS NOT NULL)`),
      violates: Sql`(${dialect.dates.days(Sql`TIMESTAMP ${literal(limit)}`, date)} > ${tolerance})`,
      fields: [column],
    }
  },
})
