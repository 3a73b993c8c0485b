import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

const condition = { kind: 'expression', required: true, label: text('条件', 'Condition') } as const

export const requiredWhen = defineCheck({
  id: 'A02',
  slug: 'required_when',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'cell',
  target: 'column',
  title: text('按条件必填', 'Required when'),
  counts: text('条件成立而单元格缺失', 'the condition holds and the cell is missing'),
  help: text(
    '条件未知（例如所依据的列为空）时不判断。',
    'Rows where the condition is unknown, for example because its column is blank, are not judged.',
  ),
  params: { condition },
  example: {
    columns: ['性别', '妊娠试验'],
    rows: [
      ['女', '阴性'],
      ['女', ''],
      ['男', ''],
      ['', ''],
    ],
    parameter: { columns: ['妊娠试验'], params: { condition: "性别 = '女'" } },
    violations: [2],
    denominator: 2,
  },
  compile: ({ scope, column, params, condition: compiled }) => ({
    shape: 'row',
    applies: scope.share(Sql`coalesce(${compiled(params.condition, 'params.condition')}, false)`),
    violates: scope.missing(column),
    fields: [column],
  }),
})

export const blankWhenHidden = defineCheck({
  id: 'A03',
  slug: 'blank_when_hidden',
  dimension: 'completeness',
  kahn: 'conformance.relational',
  level: 'cell',
  target: 'column',
  title: text('隐藏时应为空', 'Blank when hidden'),
  counts: text('显示条件不成立而单元格有值', 'the cell is filled although its branching condition does not hold'),
  help: text('条件未知视为隐藏，与表单分支逻辑一致。', 'An unknown condition hides the field, as branching logic does in a form.'),
  params: { condition: { ...condition, label: text('显示条件', 'Shown when') } },
  example: {
    columns: ['吸烟', '每日支数'],
    rows: [
      ['是', '10'],
      ['否', '5'],
      ['否', ''],
      ['', '3'],
    ],
    parameter: { columns: ['每日支数'], params: { condition: "吸烟 = '是'" } },
    violations: [2, 4],
    denominator: 3,
  },
  compile: ({ scope, column, params, condition: compiled }) => ({
    shape: 'row',
    applies: scope.share(Sql`(NOT coalesce(${compiled(params.condition, 'params.condition')}, false))`),
    violates: scope.filled(column),
    fields: [column],
  }),
})
