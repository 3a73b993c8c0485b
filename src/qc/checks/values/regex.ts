import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const regex = defineCheck({
  id: 'C10',
  slug: 'regex',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('正则表达式', 'Regular expression'),
  counts: text('不符合（或符合禁用）模式的值', 'a value that does not match, or that matches a forbidden pattern'),
  help: text('RE2 语法，无环视与反向引用。', 'RE2 syntax: no look-around, no back-references.'),
  params: {
    pattern: { kind: 'pattern', required: true, label: text('模式', 'Pattern') },
    mode: {
      kind: 'choice',
      default: 'must',
      options: { must: text('必须符合', 'Must match'), must_not: text('不得符合', 'Must not match') },
      label: text('方式', 'Mode'),
    },
    whole: { kind: 'boolean', default: true, label: text('整个值', 'The whole value') },
    ignoreCase: { kind: 'boolean', default: false, label: text('忽略大小写', 'Ignore case') },
  },
  example: {
    columns: ['编号'],
    rows: [['S001'], ['S01'], ['X S001'], ['']],
    parameter: { columns: ['编号'], params: { pattern: 'S[0-9]{3}' } },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, params, dialect: { texts } }) {
    const call = params.whole ? texts.fits : texts.matches
    const match = call(scope.text(column), literal(params.pattern), params.ignoreCase)
    return { shape: 'row', applies: scope.filled(column), violates: params.mode === 'must' ? Sql`(NOT ${match})` : match, fields: [column] }
  },
})
