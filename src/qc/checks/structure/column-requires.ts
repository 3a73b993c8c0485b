import { defineCheck } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import { text } from '../../text.ts'
import { nameFacts } from './header.ts'

export const columnRequires = defineCheck({
  id: 'B14',
  slug: 'column_requires',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'column',
  target: 'table',
  title: text('有此列则须有彼列', 'A column requires others'),
  counts: text('因有此列而缺少的列', 'a column that is missing although another calls for it'),
  help: text(
    '例如有结果列就须有单位列；没有此列时不适用。',
    'For example a result calls for its unit; without the first column it does not apply.',
  ),
  params: {
    name: { kind: 'text', required: true, label: text('此列', 'If there is') },
    others: { kind: 'texts', required: true, label: text('须有的列', 'There must be') },
  },
  example: {
    columns: ['编号', '结果'],
    rows: [['S1', '3']],
    parameter: { params: { name: '结果', others: ['单位', '编号'] } },
    violations: 1,
    denominator: 2,
  },
  compile({ table, params: { name, others } }) {
    if (!table.columns.includes(name)) throw new NotApplicable('out_of_scope')
    return nameFacts(
      others.length,
      others.filter((other) => !table.columns.includes(other)),
    )
  },
})
