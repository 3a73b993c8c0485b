import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { all, any, literal, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const rangeByGroup = defineCheck({
  id: 'C03',
  slug: 'range_by_group',
  dimension: 'validity',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  title: text('分组范围', 'Range by group'),
  counts: text('超出其分组（项目、性别、单位等）范围的数值', 'a number outside the limits of its group (test, sex, unit …)'),
  help: text(
    '按“分组列”的值查范围；表中没有的组不判断。',
    'The values of the group columns choose the limits; groups without limits are not judged.',
  ),
  params: {
    by: { kind: 'columns', required: true, label: text('分组列', 'Group columns') },
    limits: {
      kind: 'rows',
      required: true,
      label: text('范围表', 'Limits'),
      fields: {
        key: { kind: 'texts', required: true, label: text('分组值（与分组列同序）', 'Group values, in the order of the group columns') },
        min: { kind: 'number', label: text('下限', 'Lower limit') },
        max: { kind: 'number', label: text('上限', 'Upper limit') },
      },
    },
  },
  example: {
    columns: ['项目', '性别', '结果'],
    rows: [
      ['HGB', '男', '150'],
      ['HGB', '女', '190'],
      ['GLU', '男', '5'],
    ],
    parameter: {
      columns: ['结果'],
      params: {
        by: ['项目', '性别'],
        limits: [
          { key: ['HGB', '男'], min: 110, max: 185 },
          { key: ['HGB', '女'], min: 100, max: 170 },
        ],
      },
    },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params: { by, limits }, dialect: { values } }) {
    const value = scope.number(column)
    const cases = limits.map(({ key, min, max }, index) => {
      if (key.length !== by.length)
        throw new WrongValue(`params.limits[${index}].key`, text(`应有 ${by.length} 个值`, `must have ${by.length} values`))
      const match = all(...by.map((name, at) => Sql`${scope.value(name)} = ${literal(key[at]!)}`))
      const outside = any(
        min === undefined ? undefined : Sql`${value} < ${values.number(min)}`,
        max === undefined ? undefined : Sql`${value} > ${values.number(max)}`,
      )
      return Sql`WHEN ${match} THEN ${outside}`
    })
    if (cases.length === 0) throw new WrongValue('params.limits', text('范围表不能为空', 'the table of limits must not be empty'))
    const outside = scope.share(Sql`(CASE ${join(cases, ' ')} END)`)
    return {
      shape: 'row',
      applies: scope.share(Sql`(${value} IS NOT NULL AND ${outside} IS NOT NULL)`),
      violates: outside,
      fields: [column],
    }
  },
})
