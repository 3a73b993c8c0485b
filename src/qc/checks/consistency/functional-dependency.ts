import { defineCheck } from '../../check.ts'
import { partnerValue } from '../../partner.ts'
import { all, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const functionalDependency = defineCheck({
  id: 'E04',
  slug: 'functional_dependency',
  dimension: 'consistency',
  kahn: 'conformance.relational',
  level: 'cell',
  target: 'column',
  title: text('由此可知彼', 'Functional dependency'),
  counts: text('与同组多数不同的值', 'a value that differs from the majority of its group'),
  help: text(
    '同组的行应有同一个值；有过半数时只算少数，没有过半数时都算。',
    'Rows of a group should have one value; where it has a majority only the others count, otherwise all do.',
  ),
  params: { by: { kind: 'columns', required: true, label: text('决定它的列', 'Columns that decide it') } },
  example: {
    columns: ['邮编', '城市'],
    rows: [
      ['100000', '北京'],
      ['100000', '北京'],
      ['100000', '背景'],
      ['200000', '上海'],
      ['200000', ''],
    ],
    parameter: { columns: ['城市'], params: { by: ['邮编'] } },
    violations: [3],
    denominator: 4,
  },
  compile({ scope, column, params: { by } }) {
    const pairs = by.map((name) => ({ mine: name, theirs: name }))
    const rows = partnerValue(scope, scope, pairs, Sql`count(${scope.value(column)})`)
    const same = partnerValue(scope, scope, [...pairs, { mine: column, theirs: column }], Sql`count(*)`)
    return {
      shape: 'row',
      applies: scope.share(all(...[...by, column].map((name) => scope.filled(name)))),
      violates: scope.share(Sql`coalesce(${same} < ${rows} AND ${same} * 2 <= ${rows}, false)`),
      fields: [column],
    }
  },
})
