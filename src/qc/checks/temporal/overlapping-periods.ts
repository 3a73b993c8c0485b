import { defineCheck } from '../../check.ts'
import { all, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const overlappingPeriods = defineCheck({
  id: 'G09',
  slug: 'overlapping_periods',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('时段重叠', 'Overlapping periods'),
  counts: text('在同一对象更早的时段结束前就开始的时段', 'a period that begins before an earlier one of the same subject has ended'),
  help: text(
    '本列为开始；前一段结束当天开始不算重叠，除非另选。',
    'The column is the start; starting on the day another ends is no overlap unless told so.',
  ),
  params: {
    end: { kind: 'column', required: true, label: text('结束列', 'End') },
    by: { kind: 'columns', required: true, label: text('对象列', 'Columns of the subject') },
    touching: { kind: 'boolean', default: false, label: text('首尾相接也算', 'Touching counts') },
  },
  example: {
    columns: ['受试者', '开始', '结束'],
    rows: [
      ['S1', '2026-01-01', '2026-01-10'],
      ['S1', '2026-01-05', '2026-01-06'],
      ['S1', '2026-01-10', '2026-01-12'],
      ['S2', '2026-01-02', '2026-01-03'],
    ],
    parameter: { columns: ['开始'], params: { end: '结束', by: ['受试者'] } },
    violations: [2],
    denominator: 4,
  },
  compile({ scope, column, params: { end, by, touching } }) {
    const [from, to] = [scope.date(column), scope.date(end)]
    const keys = join(
      by.map((name) => scope.value(name)),
      ', ',
    )
    const before = Sql`ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`
    const whole = scope.share(all(...by.map((name) => scope.filled(name)), Sql`(${from} IS NOT NULL AND ${to} IS NOT NULL)`))
    const known = scope.share(Sql`(CASE WHEN ${whole} THEN ${to} END)`)
    const latest = scope.share(Sql`max(${known}) OVER (PARTITION BY ${keys} ORDER BY ${from}, ${scope.row} ${before})`)
    return {
      shape: 'row',
      applies: whole,
      violates: scope.share(Sql`coalesce(${from} ${touching ? Sql`<=` : Sql`<`} ${latest}, false)`),
      fields: [column, end],
    }
  },
})
