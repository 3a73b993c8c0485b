import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import { nameFacts } from './header.ts'

export const columnOrder = defineCheck({
  id: 'B04',
  slug: 'column_order',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'column',
  target: 'table',
  title: text('列的顺序', 'Column order'),
  counts: text('不在应有位置的列', 'a column that does not stand in its place'),
  help: text('只比较名单与表都有的列的先后。', 'Only columns that both the list and the table have are compared.'),
  params: { names: { kind: 'texts', required: true, label: text('应有的顺序', 'Order') } },
  example: {
    columns: ['编号', '性别', '年龄', '备注'],
    rows: [['S1', '男', '3', '']],
    parameter: { params: { names: ['编号', '年龄', '性别', '身高'] } },
    violations: 2,
    denominator: 3,
  },
  compile({ table, params: { names } }) {
    const found = table.columns.filter((name) => names.includes(name))
    const wanted = names.filter((name) => found.includes(name))
    return nameFacts(
      found.length,
      found.filter((name, at) => wanted[at] !== name),
    )
  },
})
