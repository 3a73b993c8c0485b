import { defineCheck } from '../../check.ts'
import { literal, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const unitAllowed = defineCheck({
  id: 'C21',
  slug: 'unit_allowed',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('项目的单位', 'Unit of a test'),
  counts: text('不在该项目单位之列的单位', 'a unit that the test does not have'),
  help: text('名单里没有的项目不判断；逐字比较。', 'Tests that are not in the list are not judged; compared letter by letter.'),
  params: {
    test: { kind: 'column', required: true, label: text('项目列', 'Column of the test') },
    units: {
      kind: 'rows',
      required: true,
      label: text('各项目的单位', 'Units by test'),
      fields: {
        test: { kind: 'text', required: true, label: text('项目', 'Test') },
        units: { kind: 'texts', required: true, label: text('单位', 'Units') },
      },
    },
  },
  example: {
    columns: ['项目', '单位'],
    rows: [
      ['GLU', 'mmol/L'],
      ['GLU', 'g/L'],
      ['HGB', 'g/L'],
      ['HGB', ''],
      ['K', '?'],
    ],
    parameter: {
      columns: ['单位'],
      params: {
        test: '项目',
        units: [
          { test: 'GLU', units: ['mmol/L', 'mg/dL'] },
          { test: 'HGB', units: ['g/L'] },
        ],
      },
    },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, column, params: { test, units }, dialect }) {
    const name = scope.value(test)
    const cases = units.map(
      (item) => Sql`WHEN ${name} = ${literal(item.test)} THEN ${dialect.values.oneOf(scope.text(column), item.units)}`,
    )
    const allowed = scope.share(Sql`(CASE WHEN ${scope.missing(column)} THEN NULL ${join(cases, ' ')} END)`)
    return { shape: 'row', applies: scope.share(Sql`(${allowed} IS NOT NULL)`), violates: Sql`(NOT ${allowed})`, fields: [column, test] }
  },
})
