import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const jsonParseable = defineCheck({
  id: 'C17',
  slug: 'json_parseable',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('可读的 JSON', 'Readable JSON'),
  counts: text('读不出 JSON 的值', 'a value that is no JSON'),
  help: text('单个数字或带引号的文本也是 JSON。', 'A single number or a quoted text is JSON too.'),
  params: {},
  example: {
    columns: ['扩展'],
    rows: [['{"a":1}'], ['[1,2'], ['abc'], ['']],
    parameter: { columns: ['扩展'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile: ({ scope, column, dialect }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${dialect.texts.isJson(scope.text(column))})`,
    fields: [column],
  }),
})
