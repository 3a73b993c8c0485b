import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const weekend = defineCheck({
  id: 'G15',
  slug: 'weekend',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'cell',
  target: 'column',
  title: text('休息日', 'Closed day'),
  counts: text('落在周末或所列休息日的日期', 'a date on a weekend or a listed closed day'),
  help: text(
    '调休上班的日子可列为工作日。允许的比例用阈值（ratio）设定。',
    'Days that are worked although they are weekends can be listed. Allow a share by a threshold on ratio.',
  ),
  severity: 'info',
  params: {
    closed: { kind: 'texts', label: text('另有的休息日', 'Other closed days') },
    open: { kind: 'texts', label: text('上班的周末', 'Weekends that are worked') },
  },
  example: {
    columns: ['访视日期'],
    rows: [['2026-06-12'], ['2026-06-13'], ['2026-06-14'], ['2026-06-19'], ['']],
    parameter: { columns: ['访视日期'], params: { closed: ['2026-06-19'], open: ['2026-06-14'] } },
    violations: [2, 4],
    denominator: 4,
  },
  compile({ scope, column, params: { closed = [], open = [] }, dialect: { dates } }) {
    const date = scope.date(column)
    const among = (days: readonly string[]) => (days.length > 0 ? Sql`${dates.isoDay(date)} IN (${days.map(literal)})` : Sql`false`)
    return {
      shape: 'row',
      applies: scope.share(Sql`(${date} IS NOT NULL)`),
      violates: scope.share(Sql`((${dates.weekday(date)} >= 6 AND NOT ${among(open)}) OR ${among(closed)})`),
      fields: [column],
    }
  },
})
