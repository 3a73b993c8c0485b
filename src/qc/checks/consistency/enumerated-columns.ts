import { defineCheck } from '../../check.ts'
import { all, any, not, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const enumeratedColumns = defineCheck({
  id: 'E11',
  slug: 'enumerated_columns',
  dimension: 'consistency',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('依次填写', 'Filled in order'),
  counts: text('后一列有值而前一列为空的行', 'a row in which a later column is filled and an earlier one is not'),
  help: text(
    '列按应填的先后给出，例如 诊断1、诊断2、诊断3。',
    'Name the columns in the order they are to be filled, such as term 1, term 2, term 3.',
  ),
  params: {},
  example: {
    columns: ['诊断1', '诊断2', '诊断3'],
    rows: [
      ['a', 'b', ''],
      ['', 'b', ''],
      ['a', '', 'c'],
      ['', '', ''],
    ],
    parameter: { columns: ['诊断1', '诊断2', '诊断3'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, columns }) {
    const gaps = columns.slice(1).map((name, at) => Sql`(${scope.filled(name)} AND ${scope.missing(columns[at]!)})`)
    return {
      shape: 'row',
      applies: scope.share(not(all(...columns.map((name) => scope.missing(name))))),
      violates: scope.share(any(...gaps)),
      fields: columns,
    }
  },
})
