import { dateIn } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { UNITS } from '../../expression/date-functions.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const HOUR = 3_600_000

export const freshness = defineCheck({
  id: 'H01',
  slug: 'freshness',
  dimension: 'timeliness',
  kahn: 'plausibility.temporal',
  level: 'column',
  target: 'column',
  title: text('数据新鲜度', 'Freshness'),
  counts: text('最新一行过旧的列', 'a column whose newest value is too old'),
  help: text(
    '测得值为最新一行距运行时刻的天数（按日）或小时数。晚于运行日的值不算新，以免一个写错的年份掩盖停报。',
    'The measured value is the age of the newest row in days (midnights) or hours. Values after the day of the run are left out: one mistyped year must not hide a feed that stopped.',
  ),
  params: {
    maxAge: { kind: 'number', min: 0, required: true, label: text('最大间隔', 'Maximum age') },
    unit: {
      kind: 'choice',
      default: 'day',
      options: { day: text('天', 'Days'), hour: text('小时', 'Hours') },
      label: text('单位', 'Unit'),
    },
  },
  example: {
    columns: ['录入时间'],
    rows: [['2026-06-01'], ['2026-06-05'], ['2062-06-05'], ['']],
    parameter: { columns: ['录入时间'], params: { maxAge: 7 } },
    violations: 1,
    denominator: 1,
  },
  compile({ scope, column, params: { maxAge, unit }, now, dialect: { dates } }) {
    const date = scope.date(column)
    const instant = dateIn(now) ?? 0
    return {
      shape: 'measure',
      base: scope.share(Sql`coalesce(${dates.days(date, Sql`TIMESTAMP ${literal(now.slice(0, 10))}`)} >= 0, false)`),
      measures: { newest: Sql`max(${dates.milliseconds(date)})` },
      value: ({ newest }) =>
        newest === null || newest === undefined
          ? null
          : unit === 'day'
            ? UNITS['day']!.between(newest, instant)
            : (instant - newest) / HOUR,
      limit: { metric: 'value', op: '>', value: maxAge },
      fields: [column],
    }
  },
})
