import type { Parameter } from '../../src/qc/parameter.ts'

export const TWELVE: readonly Parameter[] = [
  { id: 'not_null.subject_id', check: 'not_null', columns: ['subject_id'] },
  { id: 'not_null.name', check: 'not_null', columns: ['name'] },
  { id: 'not_null.sbp', check: 'not_null', columns: ['sbp'] },
  { id: 'unique.subject_id', check: 'unique', columns: ['subject_id'] },
  { id: 'range.sbp', check: 'range', columns: ['sbp'], params: { min: 60, max: 250 } },
  { id: 'range.dbp', check: 'range', columns: ['dbp'], params: { min: 30, max: 150 } },
  { id: 'regex.mobile', check: 'regex', columns: ['mobile'], params: { pattern: '1[3-9][0-9]{9}' } },
  { id: 'in_set.sex', check: 'in_set', columns: ['sex'], params: { values: ['男', '女'] } },
  { id: 'date_order', check: 'start_before_end', columns: ['visit_date'], params: { end: 'end_date' } },
  { id: 'outlier.glucose', check: 'outlier_iqr', columns: ['glucose'], params: { k: 3 } },
  { id: 'cross.dbp', check: 'compare_fields', columns: ['dbp'], params: { op: '<', other: 'sbp' } },
  { id: 'duplicate_row', check: 'duplicate_row' },
]

/** Two hundred on eighty columns; about a third of them fail. */
export function twoHundred(): Parameter[] {
  const numbers = Array.from({ length: 39 }, (_, index) => `n${index}`)
  const texts = Array.from({ length: 20 }, (_, index) => `t${index}`)
  const dates = Array.from({ length: 10 }, (_, index) => `d${index}`)
  const codes = Array.from({ length: 10 }, (_, index) => `c${index}`)
  const each = (columns: readonly string[], check: string, body: Partial<Parameter> = {}): Parameter[] =>
    columns.map((column) => ({ id: `${check}.${column}`, check, columns: [column], keyFields: ['id'], ...body }))
  return [
    ...each(['id', ...numbers, ...texts, ...dates, ...codes], 'not_null'),
    ...each(numbers, 'range', { params: { min: 0, max: 100 } }),
    ...each(codes, 'in_set', { params: { values: ['A', 'B', 'C', 'D', 'E'] } }),
    ...each(texts, 'regex', { params: { pattern: 'T[0-9]{1,4}' } }),
    ...each(texts, 'length_between', { params: { min: 2, max: 5 } }),
    ...each(dates, 'not_future', {}),
    ...each(numbers.slice(0, 15), 'outlier_iqr', { params: { k: 3 } }),
    ...each(numbers.slice(0, 5), 'compare_fields', { params: { op: '<=', other: 'n38' } }),
    { id: 'unique.id', check: 'unique', columns: ['id'], keyFields: ['id'] },
  ]
}
