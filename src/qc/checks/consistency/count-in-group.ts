import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { all, any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const countInGroup = defineCheck({
  id: 'E14',
  slug: 'count_in_group',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'columns',
  title: text('组内计数', 'Count in a group'),
  counts: text('组内符合条件的行过多或过少时，该组的每一行', 'every row of a group in which too few or too many rows meet the condition'),
  help: text(
    '例如每个受试者恰有一条基线记录；不合要求的组逐行列出。',
    'For example exactly one baseline per subject; all records of an offending group are named.',
  ),
  params: {
    condition: { kind: 'expression', required: true, label: text('条件', 'Condition') },
    min: { kind: 'integer', min: 0, label: text('至少', 'At least') },
    max: { kind: 'integer', min: 0, label: text('至多', 'At most') },
  },
  example: {
    columns: ['受试者', '访视'],
    rows: [
      ['S1', '基线'],
      ['S1', '随访'],
      ['S2', '基线'],
      ['S2', '基线'],
      ['S2', '随访'],
      ['', '基线'],
    ],
    parameter: { columns: ['受试者'], params: { condition: "访视 = '基线'", min: 1, max: 1 } },
    violations: [3, 4, 5],
    denominator: 5,
  },
  compile({ scope, columns, condition, params }) {
    const { min, max } = params
    if (min === undefined && max === undefined) throw new WrongValue('params', text('须填下限或上限', 'give a lower or an upper limit'))
    const met = scope.share(Sql`coalesce(${condition(params.condition, 'params.condition')}, false)`)
    return {
      shape: 'group',
      applies: scope.share(all(...columns.map((name) => scope.filled(name)))),
      keys: columns.map((name) => scope.key(name)),
      aggregates: { met: Sql`count_if(${met})` },
      violates: any(min === undefined ? undefined : Sql`("met" < ${min})`, max === undefined ? undefined : Sql`("met" > ${max})`),
      unit: 'row',
      fields: columns,
    }
  },
})
