import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { columnsOf } from '../../expression/columns.ts'
import { matchNames } from '../../match-column.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'

export const rowExpression = defineCheck({
  id: 'E02',
  slug: 'row_expression',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'table',
  title: text('行表达式', 'Row expression'),
  counts: text('“必须”不成立或“绝不”成立的行', 'a row for which `must` is false or `never` is true'),
  help: text(
    '写 must（必须成立）或 never（绝不成立）之一。表达式未知的行（所用的值缺失）不判断。旧写法 expression 加 meaning 仍可用。',
    'Give either `must` (has to hold) or `never` (may not hold). Rows for which the expression is unknown, because a value is missing, are not judged. The older `expression` with `meaning` still works.',
  ),
  params: {
    must: { kind: 'expression', label: text('必须', 'Must hold') },
    never: { kind: 'expression', label: text('绝不', 'May never hold') },
    expression: { kind: 'expression', label: text('表达式', 'Expression') },
    meaning: {
      kind: 'choice',
      default: 'bad',
      options: { bad: text('为真即有问题', 'True means wrong'), good: text('为真才正确', 'True means right') },
      label: text('表达式的含义', 'Meaning of the expression'),
    },
  },
  example: {
    columns: ['性别', '妊娠'],
    rows: [
      ['男', '是'],
      ['女', '是'],
      ['男', ''],
    ],
    parameter: { params: { never: "性别 = '男' and 妊娠 = '是'" } },
    violations: [1],
    denominator: 2,
  },
  compile({ scope, table, params, condition }) {
    const [name, source] = only({ must: params.must, never: params.never, expression: params.expression })
    const isRight = name === 'must' || (name === 'expression' && params.meaning === 'good')
    const holds = scope.share(condition(source, `params.${name}`))
    return {
      shape: 'row',
      applies: scope.share(Sql`(${holds} IS NOT NULL)`),
      violates: isRight ? Sql`(NOT ${holds})` : holds,
      fields: [...new Set(columnsOf(source).flatMap((column) => matchNames(column, table.columns)))],
    }
  },
})

function only(given: Readonly<Record<string, string | undefined>>): [string, string] {
  const [first, second] = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (!first || second)
    throw new WrongValue(
      'params',
      text('须写且只写 must（必须成立）或 never（绝不成立）之一', 'give either must or never, and only one of them'),
    )
  return first
}
