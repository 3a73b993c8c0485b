import { defineCheck } from '../../check.ts'
import { matchNames } from '../../match-column.ts'
import { text } from '../../text.ts'
import { nameFacts } from './header.ts'

export const forbiddenColumn = defineCheck({
  id: 'B13',
  slug: 'forbidden_column',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'column',
  target: 'table',
  title: text('不应有的列', 'Column must not exist'),
  counts: text('不应出现的列', 'a column that must not be there'),
  help: text(
    '例如去标识后不应再有姓名；可写 *_name 一类的模式。',
    'For example a name after de-identification; patterns such as *_name are allowed.',
  ),
  params: { names: { kind: 'texts', required: true, label: text('列名', 'Columns') } },
  example: {
    columns: ['编号', '姓名', '家属姓名'],
    rows: [['S1', '张三', '李四']],
    parameter: { params: { names: ['*姓名', '电话'] } },
    violations: 2,
    denominator: 3,
  },
  compile({ table, params: { names } }) {
    const found = new Set(names.flatMap((name) => matchNames(name, table.columns)))
    return nameFacts(table.columns.length, [...found])
  },
})
