import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { partnerValue } from '../../partner.ts'
import { text } from '../../text.ts'

export const oneToOne = defineCheck({
  id: 'D09',
  slug: 'one_to_one',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'row',
  target: 'column',
  title: text('一一对应', 'One to one'),
  counts: text('一个值对应另一列多个值（或反之）的行', 'a row whose value goes with several values of the other column, or the reverse'),
  help: text(
    '例如项目编码与项目名称；两列都有值时才判断，牵涉的每一行都算。',
    'For example code and name of a test; judged where both are filled, and every row involved counts.',
  ),
  params: { other: { kind: 'column', required: true, label: text('另一列', 'The other column') } },
  example: {
    columns: ['编码', '名称'],
    rows: [
      ['1', '血糖'],
      ['1', '血糖'],
      ['2', '血钾'],
      ['3', '血钾'],
      ['4', ''],
    ],
    parameter: { columns: ['编码'], params: { other: '名称' } },
    violations: [3, 4],
    denominator: 4,
  },
  compile({ scope, column, params: { other } }) {
    const several = (key: string, value: string) =>
      Sql`(${partnerValue(scope, scope, [{ mine: key, theirs: key }], Sql`count(DISTINCT ${scope.value(value)})`)} > 1)`
    return {
      shape: 'row',
      applies: scope.share(Sql`(${scope.filled(column)} AND ${scope.filled(other)})`),
      violates: scope.share(Sql`(${several(column, other)} OR ${several(other, column)})`),
      fields: [column, other],
    }
  },
})
