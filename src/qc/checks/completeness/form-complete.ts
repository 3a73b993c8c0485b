import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const formComplete = defineCheck({
  id: 'A10',
  slug: 'form_complete',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'row',
  target: 'column',
  title: text('表单已完成', 'Form complete'),
  counts: text('应完成而状态不是“完成”的表单', 'a form that is expected and whose status is not "complete"'),
  help: text(
    '目标列为表单状态列；条件为空则每行都应完成。',
    'The target column holds the status of the form; without a condition every row is expected to be complete.',
  ),
  params: {
    complete: {
      kind: 'texts',
      default: ['2', 'complete', 'Complete', '完成', '已完成'],
      label: text('表示完成的值', 'Values that mean complete'),
    },
    expected: { kind: 'expression', label: text('应完成的条件', 'Expected when') },
  },
  example: {
    columns: ['编号', '基线表单'],
    rows: [
      ['S1', '完成'],
      ['S2', '未核实'],
      ['S3', ''],
    ],
    parameter: { columns: ['基线表单'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile: ({ scope, column, params, condition, dialect }) => ({
    shape: 'row',
    ...(params.expected ? { applies: scope.share(Sql`coalesce(${condition(params.expected, 'params.expected')}, false)`) } : {}),
    violates: Sql`(NOT coalesce(${dialect.values.oneOf(scope.value(column), params.complete)}, false))`,
    fields: [column],
  }),
})
