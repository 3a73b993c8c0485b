import { Sql, join } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const mutuallyExclusive = defineCheck({
  id: 'E08',
  slug: 'mutually_exclusive',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('不可并存', 'Mutually exclusive'),
  counts: text('同时选了多项的行', 'a row in which more than one is chosen'),
  help: text(
    '例如“无”与其他选项。一项也没选的行不判断。',
    'For example "none" and something else. Rows in which nothing is chosen are not judged.',
  ),
  params: { chosen: { kind: 'texts', label: text('算作选中的值（不填则有值即选中）', 'Values that mean chosen; any value if left out') } },
  example: {
    columns: ['无症状', '咳嗽', '发热'],
    rows: [
      ['1', '0', '0'],
      ['1', '1', '0'],
      ['0', '1', '0'],
      ['0', '0', '0'],
    ],
    parameter: { columns: ['无症状', '咳嗽'], params: { chosen: ['1'] } },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, columns, params: { chosen }, dialect: { values } }) {
    const picked = columns.map((name) => (chosen ? Sql`coalesce(${values.oneOf(scope.value(name), chosen)}, false)` : scope.filled(name)))
    const count = scope.share(
      Sql`(${join(
        picked.map((item) => values.cast(item, 'INT')),
        ' + ',
      )})`,
    )
    return { shape: 'row', applies: scope.share(Sql`(${count} > 0)`), violates: Sql`(${count} > 1)`, fields: columns }
  },
})
