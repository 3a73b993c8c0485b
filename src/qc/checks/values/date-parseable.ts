import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'

const KNOWN = /^(?:[^%]|%(?:-?[dmyHIMS]|[YbBpjfzZ%TF]))+$/

export const dateParseable = defineCheck({
  id: 'C14',
  slug: 'date_parseable',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('日期可读', 'Date parseable'),
  counts: text('读不出日期的值，含不存在的日期', 'a value that is no date, or a date that does not exist'),
  help: text(
    '格式用 %Y %m %d %H %M %S 等写出，可列多个；不填则读 2026-01-31 与 2026/1/31 及其后的时刻。',
    'Write formats with %Y %m %d %H %M %S, several are allowed; without, 2026-01-31 and 2026/1/31 are read, with or without a time.',
  ),
  params: { formats: { kind: 'texts', default: [], label: text('格式', 'Formats') } },
  example: {
    columns: ['日期'],
    rows: [['2026-01-31'], ['2026-02-30'], ['20260131'], ['']],
    parameter: { columns: ['日期'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, params: { formats } }) {
    formats.forEach((format, index) => {
      if (!KNOWN.test(format) || !format.includes('%'))
        throw new WrongValue(`params.formats[${index}]`, text(`无法识别的日期格式“${format}”`, `unknown date format "${format}"`))
    })
    return { shape: 'row', applies: scope.filled(column), violates: Sql`(${scope.date(column, formats)} IS NULL)`, fields: [column] }
  },
})
