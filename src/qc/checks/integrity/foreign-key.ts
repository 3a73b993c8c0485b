import { defineCheck } from '../../check.ts'
import { any, not, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { hasPartner, pairsOf } from '../lookup.ts'

export const foreignKey = defineCheck({
  id: 'F01',
  slug: 'foreign_key',
  dimension: 'integrity',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'columns',
  title: text('外键', 'Foreign key'),
  counts: text('键在主表中不存在的行', 'a row whose key is not in the parent table'),
  help: text(
    '逐字比较；多列时整组比较。键缺失的行默认不判断。',
    'Compared letter by letter, several columns as one key. Rows with a missing key are not judged unless told so.',
  ),
  params: {
    parent: { kind: 'table', required: true, label: text('主表', 'Parent table') },
    key: { kind: 'columns', of: 'parent', label: text('主表的键列（不填则同名）', 'Key columns of the parent, if named otherwise') },
    missing: {
      kind: 'choice',
      default: 'ignore',
      options: { ignore: text('不判断', 'Not judged'), violation: text('算违规', 'A violation') },
      label: text('键缺失时', 'A missing key is'),
    },
  },
  example: {
    columns: ['受试者', '项目'],
    rows: [
      ['S1', 'HGB'],
      ['S9', 'HGB'],
      ['', 'HGB'],
      ['S2', 'GLU'],
    ],
    others: { 受试者表: { columns: ['编号'], rows: [['S1'], ['S2'], [''], ['S2']] } },
    parameter: { columns: ['受试者'], params: { parent: '受试者表', key: ['编号'] } },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, columns, params, other }) {
    const parent = other(params.parent, 'params.parent')
    const found = hasPartner(scope, parent, pairsOf(parent, columns, params.key, 'params.key'))
    const missing = scope.share(any(...columns.map((column) => scope.missing(column))))
    return params.missing === 'violation'
      ? { shape: 'row', violates: scope.share(Sql`(${missing} OR NOT ${found})`), fields: columns }
      : { shape: 'row', applies: scope.share(not(missing)), violates: scope.share(not(found)), fields: columns }
  },
})
