import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { not } from '../../sql.ts'
import { text } from '../../text.ts'

export const missingCodeUsed = defineCheck({
  id: 'A08',
  slug: 'missing_code_used',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'cell',
  target: 'column',
  title: text('使用缺失代码', 'Missing code used'),
  counts: text('值等于缺失代码的单元格', 'a cell whose value is a missing code'),
  help: text(
    '代码取自本项，未填则取参数的缺失代码；允许的比例用不通过阈值（ratio）设定。',
    'The codes given here, else the missing codes of the parameter; allow a share by a fail threshold on ratio.',
  ),
  severity: 'minor',
  params: { codes: { kind: 'texts', label: text('缺失代码', 'Codes') } },
  example: {
    columns: ['血糖'],
    rows: [['5.1'], ['-9'], [''], ['NI']],
    parameter: { columns: ['血糖'], params: { codes: ['-9', 'NI'] } },
    violations: [2, 4],
    denominator: 3,
  },
  compile({ scope, column, params }) {
    const codes = params.codes ?? scope.codesOf(column)
    if (codes.length === 0) throw new WrongValue('params.codes', text('须列出缺失代码', 'list the missing codes'))
    return { shape: 'row', applies: scope.share(not(scope.blank(column))), violates: scope.coded(column, codes), fields: [column] }
  },
})
