import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const range = defineCheck({
  id: 'C02',
  slug: 'range',
  dimension: 'validity',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  title: text('数值范围', 'Range'),
  counts: text('数值超出上下限', 'a number outside the limits'),
  help: text(
    '只判断能读作数值的单元格；读不出的由“类型可读”检查。',
    'Only cells that read as numbers are judged; others are the business of "type castable".',
  ),
  params: {
    min: { kind: 'number', label: text('下限', 'Lower limit') },
    max: { kind: 'number', label: text('上限', 'Upper limit') },
    inclusive: { kind: 'boolean', default: true, label: text('含上下限', 'Limits are allowed') },
  },
  example: {
    columns: ['编号', '体温'],
    rows: [
      ['S1', '36.5'],
      ['S2', '42'],
      ['S3', '365'],
      ['S4', '未查'],
    ],
    parameter: { columns: ['体温'], params: { min: 34, max: 42 } },
    violations: [3],
    denominator: 3,
  },
  compile({ scope, column, params: { min, max, inclusive }, dialect: { values } }) {
    if (min === undefined && max === undefined) throw new WrongValue('params', text('须填下限或上限', 'give a lower or an upper limit'))
    if (min !== undefined && max !== undefined && min > max)
      throw new WrongValue('params.min', text('下限大于上限', 'the lower limit is above the upper'))
    const value = scope.number(column)
    const below = min === undefined ? undefined : Sql`(${value} ${inclusive ? Sql`<` : Sql`<=`} ${values.number(min)})`
    const above = max === undefined ? undefined : Sql`(${value} ${inclusive ? Sql`>` : Sql`>=`} ${values.number(max)})`
    return { shape: 'row', applies: scope.share(Sql`(${value} IS NOT NULL)`), violates: any(below, above), fields: [column] }
  },
})
