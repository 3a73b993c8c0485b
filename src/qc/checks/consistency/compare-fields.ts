import { defineCheck } from '../../check.ts'
import { compareSql, differenceSql } from '../../exact.ts'
import { Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const OPTIONS = {
  '<': text('小于', 'Less than'),
  '<=': text('不大于', 'At most'),
  '=': text('等于', 'Equal to'),
  '!=': text('不等于', 'Different from'),
  '>=': text('不小于', 'At least'),
  '>': text('大于', 'Greater than'),
}

/** What holds, with the tolerance always in favour of the data; for "different" it widens what counts as equal. */
function holds(op: keyof typeof OPTIONS, difference: Sql, tolerance: Sql): Sql {
  if (op === '=') return Sql`abs(${difference}) <= ${tolerance}`
  if (op === '!=') return Sql`abs(${difference}) > ${tolerance}`
  return op === '<' || op === '<=' ? Sql`${difference} ${op} ${tolerance}` : Sql`${difference} ${op} -${tolerance}`
}

export const compareFields = defineCheck({
  id: 'E01',
  slug: 'compare_fields',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'column',
  title: text('两列比较', 'Compare two columns'),
  counts: text('本列与另一列的关系不成立的行', 'a row in which the column does not relate to the other as it should'),
  help: text(
    '两列都读得出时才判断；整数不论多长都逐位比较；日期的容差以天计，文本不用容差。',
    'Judged where both can be read; whole numbers are compared to the last digit, however long; the tolerance of dates is in days, text has none.',
  ),
  params: {
    op: { kind: 'choice', required: true, options: OPTIONS, label: text('本列应', 'Should be') },
    other: { kind: 'column', required: true, label: text('另一列', 'The other column') },
    as: {
      kind: 'choice',
      default: 'number',
      options: { number: text('数值', 'Numbers'), date: text('日期', 'Dates'), text: text('文本', 'Texts') },
      label: text('读作', 'Read as'),
    },
    tolerance: { kind: 'number', min: 0, default: 0, label: text('容差', 'Tolerance') },
  },
  example: {
    columns: ['收缩压', '舒张压'],
    rows: [
      ['120', '80'],
      ['80', '120'],
      ['90', '90'],
      ['120', ''],
    ],
    parameter: { columns: ['舒张压'], params: { op: '<', other: '收缩压' } },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, params: { op, other, as, tolerance }, dialect }) {
    const fields = [column, other]
    if (as === 'text') {
      const [a, b] = [scope.value(column), scope.value(other)]
      return {
        shape: 'row',
        applies: scope.share(Sql`(${a} IS NOT NULL AND ${b} IS NOT NULL)`),
        violates: Sql`(NOT (${a} ${op === '!=' ? '<>' : op} ${b}))`,
        fields,
      }
    }
    const [a, b] = as === 'date' ? [scope.date(column), scope.date(other)] : [scope.number(column), scope.number(other)]
    const digits = [scope.digits(column), scope.digits(other)] as const
    const { values, dates } = dialect
    const apart = Sql`((${dates.milliseconds(a)} - ${dates.milliseconds(b)}) / ${values.cast(Sql`86400000`, 'DOUBLE')})`
    const difference = as === 'date' ? apart : differenceSql(dialect, a, b, digits)
    const exactly = as === 'date' ? Sql`${a} ${op === '!=' ? '<>' : op} ${b}` : compareSql(dialect, op, a, b, digits)
    const relation = tolerance === 0 ? exactly : holds(op, difference, values.number(tolerance))
    return { shape: 'row', applies: scope.share(Sql`(${a} IS NOT NULL AND ${b} IS NOT NULL)`), violates: Sql`(NOT (${relation}))`, fields }
  },
})
