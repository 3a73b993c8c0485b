import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const startBeforeEnd = defineCheck({
  id: 'G01',
  slug: 'start_before_end',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('开始不晚于结束', 'Start before end'),
  counts: text('结束早于开始的行', 'a row whose end is before its start'),
  help: text(
    '目标为开始列。默认按日比较：只写日期的结束不会早于同日有时刻的开始。',
    'The target is the start. Days are compared by default, so that an end without a time is not before a start on the same day.',
  ),
  params: {
    end: { kind: 'column', required: true, label: text('结束列', 'End column') },
    precision: {
      kind: 'choice',
      default: 'day',
      options: { day: text('按日', 'Days'), time: text('按时刻', 'Times') },
      label: text('精度', 'Precision'),
    },
  },
  example: {
    columns: ['开始', '结束'],
    rows: [
      ['2026-01-01', '2026-01-03'],
      ['2026-01-05', '2026-01-03'],
      ['2026-01-03 09:30', '2026-01-03'],
      ['2026-01-01', ''],
    ],
    parameter: { columns: ['开始'], params: { end: '结束' } },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, column, params: { end: name, precision }, dialect }) {
    const [start, end] = [scope.date(column), scope.date(name)]
    return {
      shape: 'row',
      applies: scope.share(Sql`(${start} IS NOT NULL AND ${end} IS NOT NULL)`),
      violates:
        precision === 'day' ? Sql`(${dialect.values.cast(end, 'DATE')} < ${dialect.values.cast(start, 'DATE')})` : Sql`(${end} < ${start})`,
      fields: [column, name],
    }
  },
})
