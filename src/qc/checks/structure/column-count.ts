import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'

export const columnCountBetween = defineCheck({
  id: 'B07',
  slug: 'column_count_between',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'table',
  target: 'table',
  title: text('列数范围', 'Number of columns'),
  counts: text('列数超出上下限的表', 'a table with too few or too many columns'),
  help: text('至少填一个界限，含界限。', 'Give at least one limit; a count equal to it is fine.'),
  params: {
    min: { kind: 'integer', min: 0, label: text('最少列数', 'At least') },
    max: { kind: 'integer', min: 0, label: text('最多列数', 'At most') },
  },
  example: { columns: ['编号', '年龄'], rows: [['S1', '3']], parameter: { params: { min: 3 } }, violations: 1, denominator: 1 },
  compile({ table, params: { min, max } }) {
    if (min === undefined && max === undefined) throw new WrongValue('params', text('须填下限或上限', 'give a lower or an upper limit'))
    const count = table.columns.length
    const wrong = (min !== undefined && count < min) || (max !== undefined && count > max)
    return {
      shape: 'fact',
      fields: [],
      label: 'columns',
      evaluate: () => ({ denominator: 1, violated: wrong ? 1 : 0, value: count, items: wrong ? [{ value: String(count) }] : [] }),
    }
  },
})
