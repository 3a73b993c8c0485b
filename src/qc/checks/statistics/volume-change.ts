import type { Dialect } from '../../dialect/dialect.ts'
import { dateIn } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { historyOf, type HistoryPoint } from '../../context.ts'
import { literal, Sql, join } from '../../sql.ts'
import { text } from '../../text.ts'
import { mean, percent, pointsFor } from './anomaly.ts'

const DAY = 86_400_000
const DAYS = { previous: undefined, mean7: 7, mean30: 30 } as const

export const volumeChange = defineCheck({
  id: 'J23',
  slug: 'volume_change',
  facts: ['history'],
  dimension: 'statistics',
  kahn: 'plausibility.temporal',
  level: 'table',
  target: 'table',
  title: text('数据量变化', 'Volume change'),
  counts: text('数据量比以往骤增或骤减的表', 'a table whose volume jumped or dropped'),
  help: text(
    '测得值为变化百分比。历史取自 context.history；以往有数据、这次一行也没有的组同样判断，新出现的组没有历史而不判断。',
    'The measured value is the change in percent. History comes from context.history; a group that had rows and now has none is judged, a new group without history is not.',
  ),
  params: {
    count: { kind: 'column', label: text('计不同值的列（不填则计行）', 'Count the different values of this column instead of rows') },
    against: {
      kind: 'choice',
      judges: true,
      default: 'previous',
      options: {
        previous: text('上一次', 'The previous run'),
        mean7: text('近 7 天均值', 'Mean of 7 days'),
        mean30: text('近 30 天均值', 'Mean of 30 days'),
      },
      label: text('相比', 'Compared with'),
    },
    maxDrop: { kind: 'number', judges: true, min: 0, default: 50, label: text('最多减少（%）', 'Largest drop, percent') },
    maxRise: { kind: 'number', judges: true, min: 0, default: 100, label: text('最多增加（%）', 'Largest rise, percent') },
  },
  example: {
    columns: ['受试者'],
    rows: [['S1'], ['S2'], ['S3'], ['S4']],
    parameter: {},
    context: {
      history: {
        p: [
          { at: '2026-06-01', value: 8 },
          { at: '2026-06-10', value: 10 },
        ],
      },
    },
    violations: 1,
    denominator: 1,
  },
  compile({ scope, params: { count, against, maxDrop, maxRise }, parameter, context, now, dialect }) {
    const columns = parameter.groupBy ?? []
    const days = DAYS[against]
    const earliest = days === undefined ? -Infinity : (dateIn(now) ?? 0) - days * DAY
    const points = historyOf(context, parameter.id, now).filter((point) => (dateIn(point.at) ?? 0) >= earliest)
    return {
      shape: 'aggregate',
      judgesEmpty: true,
      columns: { x: count === undefined ? Sql`1` : scope.value(count) },
      sql(source, by) {
        const counted = count === undefined ? Sql`count(x)` : Sql`count(DISTINCT x)`
        if (by.length === 0) return Sql`SELECT ${counted} AS metric FROM ${source}`
        const known = knownGroups(dialect, points, columns)
        const rows = [Sql`SELECT ${by}, x FROM ${source}`, ...(known ? [Sql`SELECT ${by}, NULL FROM (VALUES ${known}) known(${by})`] : [])]
        return Sql`SELECT ${by}, ${counted} AS metric FROM (${join(rows, ' UNION ALL ')}) ${dialect.relations.groupBy(by)}`
      },
      value({ metric }, group) {
        const past = pointsFor(points, columns, group)
        if (past.length === 0) return null
        return percent(metric ?? 0, days === undefined ? past.at(-1)! : mean(past))
      },
      limit: { metric: 'value', op: 'outside', min: -maxDrop, max: maxRise },
      fields: [],
      label: count ?? 'rows',
    }
  },
})

/** Groups seen before, so that one which vanished is still judged. */
function knownGroups({ values: { cast } }: Dialect, points: readonly HistoryPoint[], columns: readonly string[]): Sql {
  const groups = points.flatMap(({ group }) =>
    group && columns.every((column) => column in group) ? [columns.map((column) => group[column] ?? null)] : [],
  )
  const rows = groups.map((values) => Sql`(${values.map((value) => (value === null ? cast(Sql`NULL`, 'VARCHAR') : literal(value)))})`)
  return join([...new Set(rows)], ', ')
}
