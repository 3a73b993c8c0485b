import { defineCheck } from '../../check.ts'
import type { TableScope } from '../../scope.ts'
import { Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const params = {
  values: { kind: 'texts', required: true, label: text('值列表', 'Values') },
  caseSensitive: { kind: 'boolean', default: true, label: text('区分大小写', 'Case matters') },
} as const

const isIn = (scope: TableScope, column: string, values: readonly string[], caseSensitive: boolean): Sql =>
  caseSensitive
    ? scope.dialect.values.oneOf(scope.text(column), values)
    : scope.dialect.values.oneOf(
        Sql`lower(${scope.text(column)})`,
        values.map((value) => value.toLowerCase()),
      )

export const inSet = defineCheck({
  id: 'C04',
  slug: 'in_set',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('在值列表内', 'In the list'),
  counts: text('不在列表内的值', 'a value that is not in the list'),
  help: text('逐字比较，首尾空格也算不同。', 'Compared letter by letter; a blank before or after makes a difference.'),
  params,
  example: {
    columns: ['性别'],
    rows: [['男'], ['女'], ['M'], ['']],
    parameter: { columns: ['性别'], params: { values: ['男', '女'] } },
    violations: [3],
    denominator: 3,
  },
  compile: ({ scope, column, params: { values, caseSensitive } }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${isIn(scope, column, values, caseSensitive)})`,
    fields: [column],
  }),
})

export const notInSet = defineCheck({
  id: 'C05',
  slug: 'not_in_set',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('不含禁用值', 'Not a forbidden value'),
  counts: text('列表中的禁用值', 'a value that is in the list'),
  help: text('例如“测试”“TBD”“未知”。', 'For example "test", "TBD", "unknown".'),
  params,
  example: {
    columns: ['诊断'],
    rows: [['肺癌'], ['测试'], ['']],
    parameter: { columns: ['诊断'], params: { values: ['测试', 'TBD'] } },
    violations: [2],
    denominator: 2,
  },
  compile: ({ scope, column, params: { values, caseSensitive } }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: isIn(scope, column, values, caseSensitive),
    fields: [column],
  }),
})
