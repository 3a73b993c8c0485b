import { defineCheck } from '../../check.ts'
import { columnsOf } from '../../expression/columns.ts'
import { matchNames } from '../../match-column.ts'
import { text } from '../../text.ts'

export const rowExpression = defineCheck({
  id: 'E02',
  slug: 'row_expression',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'table',
  title: text('行表达式', 'Row expression'),
  counts: text('表达式为真（或为假，视含义而定）的行', 'a row for which the expression is true (or false, by its meaning)'),
  help: text(
    '表达式未知的行（所用的值缺失）不判断。',
    'Rows for which the expression is unknown, because a value is missing, are not judged.',
  ),
  params: {
    expression: { kind: 'expression', required: true, label: text('表达式', 'Expression') },
    meaning: {
      kind: 'choice',
      default: 'bad',
      options: { bad: text('为真即有问题', 'True means wrong'), good: text('为真才正确', 'True means right') },
      label: text('含义', 'Meaning'),
    },
  },
  example: {
    columns: ['性别', '妊娠'],
    rows: [
      ['男', '是'],
      ['女', '是'],
      ['男', ''],
    ],
    parameter: { params: { expression: "性别 = '男' and 妊娠 = '是'" } },
    violations: [1],
    denominator: 2,
  },
  compile({ scope, table, params, condition }) {
    const holds = scope.share(condition(params.expression, 'params.expression'))
    return {
      shape: 'row',
      applies: scope.share(`(${holds} IS NOT NULL)`),
      violates: params.meaning === 'bad' ? holds : `(NOT ${holds})`,
      fields: [...new Set(columnsOf(params.expression).flatMap((name) => matchNames(name, table.columns)))],
    }
  },
})
