import { defineCheck } from '../../check.ts'
import { any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { LOOKUP_PARAMS, lookup } from '../lookup.ts'

export const withinVisit = defineCheck({
  id: 'G05',
  slug: 'within_visit',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('在访视期内', 'Within the visit'),
  counts: text('早于访视开始或晚于访视结束（含容差）的日期', 'a date before the start or after the end of its visit, beyond the tolerance'),
  help: text(
    '不填结束列时以开始日为整个访视；结束列为空的访视只判断开始。',
    'Without an end column the visit is its start day; a visit whose end is empty is judged by its start alone.',
  ),
  params: {
    start: { kind: 'column', of: 'table', required: true, label: text('访视开始列', 'Visit start column') },
    end: { kind: 'column', of: 'table', label: text('访视结束列', 'Visit end column') },
    tolerance: { kind: 'integer', min: 0, default: 7, label: text('容差（天）', 'Tolerance, days') },
    ...LOOKUP_PARAMS,
  },
  example: {
    columns: ['受试者', '访视', '采样'],
    rows: [
      ['S1', 'V1', '2026-01-08'],
      ['S1', 'V1', '2026-01-20'],
      ['S1', 'V2', '2026-01-20'],
      ['S1', 'V1', ''],
    ],
    others: {
      访视: {
        columns: ['受试者', '访视', '开始', '结束'],
        rows: [['S1', 'V1', '2026-01-05', '2026-01-06']],
      },
    },
    parameter: { columns: ['采样'], params: { start: '开始', end: '结束', tolerance: 2, table: '访视', on: ['受试者', '访视'] } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params, other, dialect }) {
    const date = scope.date(column)
    const start = lookup({ scope, params, other }, params.start, 'earliest')
    const end = lookup({ scope, params, other }, params.end ?? params.start, 'latest')
    return {
      shape: 'row',
      applies: scope.share(Sql`(${date} IS NOT NULL AND ${start} IS NOT NULL)`),
      violates: any(
        Sql`(${dialect.dates.days(date, start)} > ${params.tolerance})`,
        Sql`(${dialect.dates.days(end, date)} > ${params.tolerance})`,
      ),
      fields: [column],
    }
  },
})
