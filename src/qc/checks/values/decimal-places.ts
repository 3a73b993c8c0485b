import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const decimalPlaces = defineCheck({
  id: 'C20',
  slug: 'decimal_places',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('小数位数', 'Decimal places'),
  counts: text('小数位数超出上下限的数值', 'a number with too few or too many decimals'),
  help: text(
    '按写法计位，1.50 是两位；只判断能读作数值、不带指数的单元格。',
    'Counted as written, 1.50 has two; only cells that read as numbers without an exponent are judged.',
  ),
  params: {
    min: { kind: 'integer', min: 0, label: text('最少位数', 'At least') },
    max: { kind: 'integer', min: 0, label: text('最多位数', 'At most') },
  },
  example: {
    columns: ['血糖'],
    rows: [['5.6'], ['5.61'], ['5'], ['约5'], ['']],
    parameter: { columns: ['血糖'], params: { min: 1, max: 1 } },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, params: { min, max }, dialect: { texts } }) {
    if (min === undefined && max === undefined) throw new WrongValue('params', text('须填下限或上限', 'give a lower or an upper limit'))
    const places = scope.share(texts.bytes(texts.extract(scope.text(column), Sql`'[.]([0-9]*)'`, 1)))
    return {
      shape: 'row',
      applies: scope.share(
        Sql`(${scope.number(column)} IS NOT NULL AND NOT ${texts.contains(Sql`lower(${scope.text(column)})`, Sql`'e'`)})`,
      ),
      violates: any(min === undefined ? undefined : Sql`(${places} < ${min})`, max === undefined ? undefined : Sql`(${places} > ${max})`),
      fields: [column],
    }
  },
})
