import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const YEAR = '[0-9]{4}'
const MONTH = '(0[1-9]|1[0-2])'
const DAY = '(0[1-9]|[12][0-9]|3[01])'
const UNKNOWN = '(UNK?|NK|XX|-)'
/** How much of a date is known at least. */
const PRECISIONS = {
  year: `${YEAR}(-(${MONTH}|${UNKNOWN})(-(${DAY}|${UNKNOWN}))?)?`,
  month: `${YEAR}-${MONTH}(-(${DAY}|${UNKNOWN}))?`,
  day: `${YEAR}-${MONTH}-${DAY}`,
  time: `${YEAR}-${MONTH}-${DAY}[T ][0-2][0-9]:[0-5][0-9].*`,
}

export const completeDate = defineCheck({
  id: 'C15',
  slug: 'complete_date',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('日期精度', 'Complete date'),
  counts: text('精度不够的日期', 'a date less precise than required'),
  help: text(
    '按 ISO 8601 写法判断：2024、2024-03、2024-03-05；UN、UNK、NK、XX 表示未知。',
    'By ISO 8601: 2024, 2024-03, 2024-03-05; UN, UNK, NK and XX mean unknown.',
  ),
  params: {
    precision: {
      kind: 'choice',
      default: 'day',
      options: { year: text('年', 'Year'), month: text('月', 'Month'), day: text('日', 'Day'), time: text('时刻', 'Time of day') },
      label: text('至少精确到', 'At least to the'),
    },
  },
  example: {
    columns: ['发病日期'],
    rows: [['2024-03-05'], ['2024-03'], ['2024-03-UN'], ['2024-03-05T08:00'], ['']],
    parameter: { columns: ['发病日期'] },
    violations: [2, 3],
    denominator: 4,
  },
  compile: ({ scope, column, params: { precision }, dialect }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${dialect.texts.fits(scope.text(column), literal(`(${PRECISIONS[precision]}|${PRECISIONS.time})`))})`,
    fields: [column],
  }),
})
