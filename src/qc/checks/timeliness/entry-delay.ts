import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const entryDelay = defineCheck({
  id: 'H03',
  slug: 'entry_delay',
  dimension: 'timeliness',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('录入延迟', 'Entry delay'),
  counts: text('事件发生后超过规定天数才录入的行', 'a row entered more days after its event than allowed'),
  help: text(
    '目标为事件日期列。早于事件的录入不算延迟，由“开始不晚于结束”检查。',
    'The target is the event date. An entry before its event is not late; "start before end" finds it.',
  ),
  params: {
    entered: { kind: 'column', required: true, label: text('录入时间列', 'Entry time column') },
    maxDays: { kind: 'integer', min: 0, default: 7, label: text('最多天数', 'Days allowed') },
  },
  example: {
    columns: ['访视日期', '录入时间'],
    rows: [
      ['2026-01-01', '2026-01-08 23:59:00'],
      ['2026-01-01', '2026-01-09 00:00:00'],
      ['2026-01-01', ''],
    ],
    parameter: { columns: ['访视日期'], params: { entered: '录入时间' } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params: { entered, maxDays }, dialect }) {
    const days = scope.share(dialect.dates.days(scope.date(column), scope.date(entered)))
    return {
      shape: 'row',
      applies: scope.share(Sql`(${days} IS NOT NULL)`),
      violates: Sql`(${days} > ${maxDays})`,
      fields: [column, entered],
    }
  },
})
