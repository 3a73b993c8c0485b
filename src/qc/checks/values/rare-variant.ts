import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const rareVariant = defineCheck({
  id: 'C30',
  slug: 'rare_variant',
  dimension: 'validity',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  title: text('疑似错字', 'Rare variant of a frequent value'),
  counts: text('罕见且与某个常见值只差几个字的值', 'a rare value that is a few letters away from a frequent one'),
  help: text(
    '大小写和首尾空白不同也算；差一个字、多一个字、少一个字各计一。常见值的行数须是罕见值的若干倍。',
    'Another case or blanks around count too; one letter more, less or other is a distance of one. The frequent value must have so many times the rows of the rare one.',
  ),
  severity: 'minor',
  params: {
    distance: { kind: 'integer', min: 1, max: 5, default: 1, label: text('最多相差', 'Distance at most') },
    times: { kind: 'number', min: 2, default: 10, label: text('常见值至少是几倍', 'Times as frequent') },
    shortest: { kind: 'integer', min: 1, default: 3, label: text('至少几个字才判断', 'Shortest value judged') },
  },
  example: {
    columns: ['药名'],
    rows: [...Array.from({ length: 20 }, () => ['aspirin']), ['asprin'], ['Aspirin'], ['ibuprofen'], ['']],
    parameter: { columns: ['药名'] },
    violations: [21, 22],
    denominator: 23,
  },
  compile({ scope, column, params: { distance, times, shortest }, dialect }) {
    const value = scope.value(column)
    const counts = Sql`(SELECT ${value} AS v, lower(${dialect.texts.trimSpaces(value)}) AS plain, count(*) AS n FROM ${scope.shared.from([value])} WHERE ${value} IS NOT NULL GROUP BY ${value})`
    const near = Sql`abs(length(rare.plain) - length(common.plain)) <= ${distance} AND ${dialect.texts.distance(Sql`rare.plain`, Sql`common.plain`)} <= ${distance}`
    const typos = Sql`SELECT rare.v FROM ${counts} rare JOIN ${counts} common ON common.n >= ${times} * rare.n AND rare.v <> common.v AND ${near} WHERE length(rare.plain) >= ${shortest}`
    return {
      shape: 'row',
      applies: scope.filled(column),
      violates: scope.share(Sql`coalesce(${value} IN (${typos}), false)`),
      fields: [column],
    }
  },
})
