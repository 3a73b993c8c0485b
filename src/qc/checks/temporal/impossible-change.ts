import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { all, any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { previous } from '../consistency/order-sql.ts'

export const impossibleChange = defineCheck({
  id: 'G11',
  slug: 'impossible_change',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('变化过大', 'Impossible change'),
  counts: text('与同一对象上一次相比变化过大的值', 'a value too far from the last one of the same subject'),
  help: text(
    '按日期排序；例如成人身高前后相差 12 厘米。等于界限不算。',
    'In the order of the date; an adult who lost 12 cm, for example. A change equal to the limit is fine.',
  ),
  params: {
    by: { kind: 'columns', required: true, label: text('对象列', 'Columns of the subject') },
    date: { kind: 'column', required: true, label: text('日期列', 'Date') },
    most: { kind: 'number', min: 0, label: text('最多变化', 'Change at most') },
    share: { kind: 'number', min: 0, label: text('最多变化的比例（0.3 即 30%）', 'Share at most, 0.3 is 30 %') },
  },
  example: {
    columns: ['受试者', '日期', '身高'],
    rows: [
      ['S1', '2026-01-01', '172'],
      ['S1', '2026-02-01', '160'],
      ['S2', '2026-01-01', '150'],
    ],
    parameter: { columns: ['身高'], params: { by: ['受试者'], date: '日期', most: 5 } },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, column, params: { by, date, most, share }, dialect }) {
    if (most === undefined && share === undefined)
      throw new WrongValue('params', text('须填最多变化或比例', 'say how much may change, or which share'))
    const value = scope.number(column)
    const whole = scope.share(all(...by.map((name) => scope.filled(name)), Sql`(${scope.date(date)} IS NOT NULL AND ${value} IS NOT NULL)`))
    const known = scope.share(Sql`(CASE WHEN ${whole} THEN ${value} END)`)
    const last = previous(
      scope,
      known,
      by.map((name) => scope.value(name)),
      [scope.date(date)],
    )
    const change = Sql`abs(${value} - ${last})`
    const wrong = any(
      most === undefined ? undefined : Sql`${change} > ${dialect.values.number(most)}`,
      share === undefined ? undefined : Sql`${change} > ${dialect.values.number(share)} * abs(${last})`,
    )
    return { shape: 'row', applies: whole, violates: scope.share(Sql`coalesce(${wrong}, false)`), fields: [column, date] }
  },
})
