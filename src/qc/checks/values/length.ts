import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const lengthBetween = defineCheck({
  id: 'C13',
  slug: 'length_between',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('长度范围', 'Length between'),
  counts: text('字符数超出范围的值', 'a value with too few or too many characters'),
  help: text('按字符计，一个汉字算一个；空格也算。', 'Counts characters, a Chinese character is one; blanks count.'),
  params: {
    min: { kind: 'integer', min: 0, label: text('最短', 'Shortest') },
    max: { kind: 'integer', min: 0, label: text('最长', 'Longest') },
  },
  example: {
    columns: ['编号'],
    rows: [['S001'], ['S1'], ['']],
    parameter: { columns: ['编号'], params: { min: 4, max: 4 } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params: { min, max } }) {
    if (min === undefined && max === undefined) throw new WrongValue('params', text('须填最短或最长', 'give a shortest or a longest'))
    const length = Sql`length(${scope.text(column)})`
    return {
      shape: 'row',
      applies: scope.filled(column),
      violates: any(min === undefined ? undefined : Sql`${length} < ${min}`, max === undefined ? undefined : Sql`${length} > ${max}`),
      fields: [column],
    }
  },
})
