import { defineCheck } from '../../check.ts'
import { all, not } from '../../sql.ts'
import { text } from '../../text.ts'
import { hasPartner, pairsOf } from '../lookup.ts'

export const orphanParent = defineCheck({
  id: 'F02',
  slug: 'orphan_parent',
  dimension: 'integrity',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'columns',
  title: text('没有下级记录', 'Parent without children'),
  counts: text('在另一张表中没有任何记录的行', 'a row whose key occurs in no row of the other table'),
  help: text(
    '例如入组而没有任何访视的受试者；键缺失的行不判断。',
    'For example an enrolled subject without any visit; rows with a missing key are not judged.',
  ),
  params: {
    child: { kind: 'table', required: true, label: text('下级表', 'Table of the children') },
    key: { kind: 'columns', of: 'child', label: text('下级表的键列（不填则同名）', 'Key columns of the children, if named otherwise') },
  },
  example: {
    columns: ['编号'],
    rows: [['S1'], ['S2'], ['']],
    others: { 访视: { columns: ['受试者'], rows: [['S1'], ['S1']] } },
    parameter: { columns: ['编号'], params: { child: '访视', key: ['受试者'] } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, columns, params, other }) {
    const child = other(params.child, 'params.child')
    return {
      shape: 'row',
      applies: scope.share(all(...columns.map((name) => scope.filled(name)))),
      violates: scope.share(not(hasPartner(scope, child, pairsOf(child, columns, params.key, 'params.key')))),
      fields: columns,
    }
  },
})
