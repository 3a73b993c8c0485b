import { defineCheck } from '../../check.ts'
import { any, Sql, join } from '../../sql.ts'
import { text } from '../../text.ts'

export const uniqueWithinRecord = defineCheck({
  id: 'D04',
  slug: 'unique_within_record',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('行内不重复', 'Different within a row'),
  counts: text('所列各项中有两项相同的行', 'a row in which two of the columns are equal'),
  help: text('例如第一、第二诊断不应相同；缺失项不比较。', 'For example first and second diagnosis; missing cells are not compared.'),
  params: {},
  example: {
    columns: ['诊断1', '诊断2', '诊断3'],
    rows: [
      ['肺癌', '高血压', ''],
      ['肺癌', '', '肺癌'],
      ['', '', ''],
    ],
    parameter: { columns: ['诊断1', '诊断2', '诊断3'] },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, columns, dialect }) {
    const filled = join(
      columns.map((column) => dialect.values.cast(scope.filled(column), 'INT')),
      ' + ',
    )
    const pairs = columns.flatMap((a, index) =>
      columns.slice(index + 1).map((b) => Sql`coalesce(${scope.value(a)} = ${scope.value(b)}, false)`),
    )
    return { shape: 'row', applies: scope.share(Sql`(${filled} > 1)`), violates: any(...pairs), fields: columns }
  },
})
