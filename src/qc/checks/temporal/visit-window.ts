import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { literal, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { LOOKUP_PARAMS, lookup } from '../lookup.ts'

export const withinVisitWindow = defineCheck({
  id: 'G06',
  slug: 'within_visit_window',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('在访视窗内', 'Within the visit window'),
  counts: text('超出其访视窗的访视日期', 'a visit date outside the window of its visit'),
  help: text(
    '访视窗为起点后第 day 天，提前至多 before 天，延后至多 after 天；计划中没有的访视不判断。',
    'A window is the given day after the anchor, so many days before and after it; visits that the schedule does not name are not judged.',
  ),
  params: {
    visit: { kind: 'column', required: true, label: text('访视名称列', 'Visit name column') },
    anchor: { kind: 'column', of: 'table', required: true, label: text('起点日期列', 'Anchor date column') },
    schedule: {
      kind: 'rows',
      required: true,
      label: text('访视计划', 'Schedule'),
      fields: {
        visit: { kind: 'text', required: true, label: text('访视', 'Visit') },
        day: { kind: 'integer', required: true, label: text('第几天', 'Day') },
        before: { kind: 'integer', min: 0, default: 0, label: text('提前（天）', 'Days before') },
        after: { kind: 'integer', min: 0, default: 0, label: text('延后（天）', 'Days after') },
      },
    },
    ...LOOKUP_PARAMS,
  },
  example: {
    columns: ['访视', '起点', '日期'],
    rows: [
      ['V2', '2026-01-01', '2026-01-31'],
      ['V2', '2026-01-01', '2026-02-10'],
      ['V2', '2026-01-01', '2026-01-25'],
      ['计划外', '2026-01-01', '2026-05-05'],
    ],
    parameter: {
      columns: ['日期'],
      params: { visit: '访视', anchor: '起点', schedule: [{ visit: 'V2', day: 30, before: 3, after: 7 }] },
    },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, params, other, dialect }) {
    if (params.schedule.length === 0) throw new WrongValue('params.schedule', text('计划不能为空', 'the schedule must not be empty'))
    const twice = params.schedule.findIndex((item, index) => params.schedule.findIndex((first) => first.visit === item.visit) < index)
    if (twice >= 0) throw new WrongValue(`params.schedule[${twice}].visit`, text('同一访视出现了两次', 'the visit is named twice'))
    const anchor = lookup({ scope, params, other }, params.anchor, 'earliest')
    const days = scope.share(dialect.dates.days(anchor, scope.date(column)))
    const windows = params.schedule.map(
      ({ visit, day, before, after }) => Sql`WHEN ${literal(visit)} THEN ${days} < ${day - before} OR ${days} > ${day + after}`,
    )
    const outside = scope.share(Sql`(CASE ${scope.value(params.visit)} ${join(windows, ' ')} END)`)
    return { shape: 'row', applies: scope.share(Sql`(${outside} IS NOT NULL)`), violates: outside, fields: [column, params.visit] }
  },
})
