import { defineCheck } from '../../check.ts'
import { partnerValue } from '../../partner.ts'
import { all, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { previous } from './order-sql.ts'

export const contiguous = defineCheck({
  id: 'E12',
  slug: 'contiguous',
  dimension: 'consistency',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'columns',
  title: text('同组相邻', 'Contiguous groups'),
  counts: text('与同组前面的行被隔开的行', 'a row that is parted from the earlier rows of its group'),
  help: text(
    '同键的行应连在一起；只算隔开后的第一行。',
    'Rows with the same key should stand together; the first row behind the gap counts.',
  ),
  params: {},
  example: {
    columns: ['受试者'],
    rows: [['S1'], ['S1'], ['S2'], ['S1']],
    parameter: { columns: ['受试者'] },
    violations: [4],
    denominator: 4,
  },
  compile({ scope, columns, dialect }) {
    const key = scope.share(dialect.values.list(columns.map((name) => scope.value(name))))
    const pairs = columns.map((name) => ({ mine: name, theirs: name }))
    const first = partnerValue(scope, scope, pairs, Sql`min(${scope.row})`)
    const above = previous(scope, key, [], [])
    return {
      shape: 'row',
      applies: scope.share(all(...columns.map((name) => scope.filled(name)))),
      violates: scope.share(Sql`(${first} < ${scope.row} AND ${above} IS DISTINCT FROM ${key})`),
      fields: columns,
    }
  },
})
