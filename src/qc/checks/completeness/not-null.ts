import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const notNull = defineCheck({
  id: 'A01',
  slug: 'not_null',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'cell',
  target: 'column',
  title: text('不为空', 'Not blank'),
  counts: text('单元格为空、只有空格或为缺失代码', 'a cell that is null, blank or a missing code'),
  help: text(
    '空格（含全角）与缺失代码也算缺失。若“未查”等代码可以接受，请勿列入缺失代码。',
    'Blanks (full-width too) and missing codes count as missing. Leave codes you accept out of the missing codes.',
  ),
  params: { treatBlank: { kind: 'boolean', default: true, label: text('空格视为缺失', 'Blanks count as missing') } },
  example: {
    columns: ['编号', '年龄'],
    rows: [
      ['S1', '34'],
      ['S2', ''],
      ['S3', '-9'],
    ],
    parameter: { columns: ['年龄'], missingCodes: ['-9'], keyFields: ['编号'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, params }) {
    const violates = params.treatBlank ? scope.missing(column) : scope.share(Sql`(${scope.text(column)} IS NULL OR ${scope.coded(column)})`)
    return { shape: 'row', violates, fields: [column] }
  },
})
