import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const studyDayCorrect = defineCheck({
  id: 'G16',
  slug: 'study_day_correct',
  dimension: 'temporal',
  kahn: 'conformance.computational',
  level: 'row',
  target: 'column',
  title: text('研究日正确', 'Study day'),
  counts: text('研究日与重算不符的行', 'a row whose study day is not what its dates give'),
  help: text(
    '按 CDISC：起始日为第 1 天，前一天为第 -1 天，没有第 0 天。',
    'As CDISC counts: the reference is day 1, the day before it day -1, and there is no day 0.',
  ),
  params: {
    date: { kind: 'column', required: true, label: text('日期列', 'Date') },
    reference: { kind: 'column', required: true, label: text('起始日期列', 'Reference date') },
  },
  example: {
    columns: ['研究日', '日期', '起始'],
    rows: [
      ['1', '2026-01-10', '2026-01-10'],
      ['-1', '2026-01-09', '2026-01-10'],
      ['0', '2026-01-09', '2026-01-10'],
      ['3', '', '2026-01-10'],
    ],
    parameter: { columns: ['研究日'], params: { date: '日期', reference: '起始' } },
    violations: [3],
    denominator: 3,
  },
  compile({ scope, column, params: { date, reference }, dialect }) {
    const day = scope.number(column)
    const passed = scope.share(dialect.dates.days(scope.date(reference), scope.date(date)))
    return {
      shape: 'row',
      applies: scope.share(Sql`(${day} IS NOT NULL AND ${passed} IS NOT NULL)`),
      violates: Sql`(${day} <> ${passed} + CASE WHEN ${passed} >= 0 THEN 1 ELSE 0 END)`,
      fields: [column, date, reference],
    }
  },
})
