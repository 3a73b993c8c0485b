import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { columnsOf } from '../../expression/columns.ts'
import { text } from '../../text.ts'

export const calculatedEqualsStored = defineCheck({
  id: 'C22',
  slug: 'calculated_equals_stored',
  dimension: 'validity',
  kahn: 'conformance.computational',
  level: 'cell',
  target: 'column',
  title: text('计算值与存储值一致', 'Calculation equals stored value'),
  counts: text('存储值与按公式重算的值不符', 'a stored value that differs from the recomputed one'),
  help: text(
    '两者都读得出数值时才判断；差值大于容差为不符。',
    'Judged where both are numbers; a difference above the tolerance is a violation.',
  ),
  params: {
    formula: { kind: 'expression', required: true, label: text('公式', 'Formula') },
    tolerance: { kind: 'number', min: 0, default: 0.000001, label: text('容差', 'Tolerance') },
  },
  example: {
    columns: ['身高', '体重', 'BMI'],
    rows: [
      ['170', '65', '22.5'],
      ['160', '80', '25'],
      ['', '70', '20'],
    ],
    parameter: { columns: ['BMI'], params: { formula: 'round(体重 / (身高 / 100 * 身高 / 100), 1)', tolerance: 0.05 } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params, expression, dialect }) {
    const stored = scope.number(column)
    const computed = scope.share(expression(params.formula, 'params.formula', 'number'))
    return {
      shape: 'row',
      applies: scope.share(Sql`(${stored} IS NOT NULL AND ${computed} IS NOT NULL)`),
      violates: Sql`(abs(${stored} - ${computed}) > ${dialect.values.number(params.tolerance)})`,
      fields: [column, ...columnsOf(params.formula).filter((name) => name !== column)],
      label: column,
    }
  },
})
