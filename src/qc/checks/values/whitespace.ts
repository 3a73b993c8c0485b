import { BLANKS } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const strayWhitespace = defineCheck({
  id: 'C19',
  slug: 'stray_whitespace',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('多余空白', 'Stray blanks'),
  counts: text('首尾有空白或中间有连续空白的值', 'a value with blanks around it or several in a row'),
  help: text('全角空格、不间断空格、换行都算空白。', 'Full-width and no-break spaces and line breaks are blanks too.'),
  severity: 'minor',
  params: {},
  example: {
    columns: ['姓名'],
    rows: [['张三'], ['张　　三'], ['Anna　　Lee'], ['Anna Lee'], ['']],
    parameter: { columns: ['姓名'] },
    violations: [2, 3],
    denominator: 4,
  },
  compile({ scope, column, dialect: { texts } }) {
    const cell = scope.text(column)
    const around = Sql`${texts.trim(cell, literal(BLANKS))} <> ${cell}`
    return {
      shape: 'row',
      applies: scope.filled(column),
      violates: Sql`(${around} OR ${texts.matches(cell, literal(`[${BLANKS}]{2}`))})`,
      fields: [column],
    }
  },
})
