import { defineCheck } from '../../check.ts'
import { any, literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const likePattern = defineCheck({
  id: 'C11',
  slug: 'like_pattern',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('符合通配符', 'Like one of the patterns'),
  counts: text('与任何一个模式都不符的值', 'a value like none of the patterns'),
  help: text('% 代表任意文字，_ 代表一个字。', '% stands for any text, _ for one character.'),
  params: { patterns: { kind: 'texts', required: true, label: text('模式', 'Patterns') } },
  example: {
    columns: ['诊断'],
    rows: [['C34.1'], ['D02'], ['J18'], ['']],
    parameter: { columns: ['诊断'], params: { patterns: ['C%', 'D0_'] } },
    violations: [3],
    denominator: 3,
  },
  compile: ({ scope, column, params: { patterns } }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${any(...patterns.map((pattern) => Sql`(${scope.text(column)} LIKE ${literal(pattern)})`))})`,
    fields: [column],
  }),
})
