import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import type { ImportNote } from '../../table.ts'

export const raggedRow = defineCheck({
  id: 'B08',
  slug: 'ragged_row',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'table',
  title: text('每行单元格数一致', 'No ragged rows'),
  counts: text('单元格数多于或少于表头的行', 'a row with more or fewer cells than the header'),
  help: text(
    '少的单元格按空处理，多的单元格只记在说明中。前 1,000 行逐行列出，其余计数。',
    'Missing cells are taken as blank, extra ones only noted. The first 1,000 are named one by one, the rest counted.',
  ),
  severity: 'blocking',
  params: {},
  example: {
    columns: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', null],
    ],
    context: {
      notes: [
        { code: 'ragged_row', line: 3, count: 2, detail: '1/2' },
        { code: 'ragged_rows', count: 1 },
      ],
    },
    parameter: {},
    violations: [2],
    denominator: 2,
  },
  compile({ table, context }) {
    const notes = (Array.isArray(context['notes']) ? context['notes'] : table.source.notes) as ImportNote[]
    const rows = notes.filter((note) => note.code === 'ragged_row')
    const total = notes.find((note) => note.code === 'ragged_rows')?.count ?? rows.length
    return {
      shape: 'fact',
      fields: [],
      label: 'row',
      evaluate: () => ({
        denominator: table.rows,
        violated: total,
        items: rows.map((note) => ({
          field: 'row',
          ...(note.count ? { row: note.count } : {}),
          value: note.detail ?? '',
          key: { line: String(note.line) },
        })),
      }),
    }
  },
})
