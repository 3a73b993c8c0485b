import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const unique = defineCheck({
  id: 'D01',
  slug: 'unique',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'cell',
  target: 'column',
  title: text('值唯一', 'Unique values'),
  counts: text('值重复出现的每一行', 'every row whose value occurs more than once'),
  help: text('缺失的单元格不参与比较。', 'Missing cells are not compared.'),
  params: {},
  example: {
    columns: ['编号'],
    rows: [['S1'], ['S2'], ['S1'], ['']],
    parameter: { columns: ['编号'] },
    violations: [1, 3],
    denominator: 3,
  },
  compile: ({ scope, column }) => ({
    shape: 'group',
    applies: scope.filled(column),
    keys: [scope.key(column)],
    violates: Sql`n > 1`,
    unit: 'row',
    fields: [column],
  }),
})
