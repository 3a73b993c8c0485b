import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const completenessRatio = defineCheck({
  id: 'A04',
  slug: 'completeness_ratio',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'column',
  target: 'column',
  title: text('完整率', 'Completeness ratio'),
  counts: text('完整率低于下限的列', 'a column whose share of filled cells is below the minimum'),
  help: text(
    '测得值为已填比例（0–1）；阈值可按 value 另设。',
    'The measured value is the share of filled cells, 0 to 1; thresholds on value override the minimum.',
  ),
  params: { minPercent: { kind: 'number', min: 0, max: 100, default: 95, label: text('最低完整率（%）', 'Minimum, percent') } },
  example: {
    columns: ['身高'],
    rows: [['170'], ['165'], [''], ['180']],
    parameter: { columns: ['身高'], params: { minPercent: 80 } },
    violations: 1,
    denominator: 1,
  },
  compile: ({ scope, column, params }) => ({
    shape: 'measure',
    measures: { filled: Sql`count(CASE WHEN ${scope.filled(column)} THEN 1 END)` },
    value: ({ filled, rows }) => (rows ? (filled ?? 0) / rows : null),
    limit: { metric: 'value', op: '<', value: params.minPercent / 100 },
    fields: [column],
  }),
})

export const rowCountBetween = defineCheck({
  id: 'A14',
  slug: 'row_count_between',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'table',
  target: 'table',
  title: text('行数范围', 'Row count between'),
  counts: text('行数超出范围的表', 'a table whose number of rows is outside the limits'),
  help: text('空表也判断：0 行小于下限即不通过。', 'An empty table is judged too: 0 rows are below a minimum of 1.'),
  params: {
    min: { kind: 'integer', min: 0, default: 1, label: text('最少行数', 'At least') },
    max: { kind: 'integer', min: 0, label: text('最多行数', 'At most') },
  },
  example: { columns: ['编号'], rows: [['S1'], ['S2']], parameter: { params: { min: 3 } }, violations: 1, denominator: 1 },
  compile: ({ params: { min, max } }) => ({
    shape: 'measure',
    judgesEmpty: true,
    measures: {},
    value: ({ rows }) => rows ?? 0,
    limit: { metric: 'value', op: 'outside', min, ...(max === undefined ? {} : { max }) },
    fields: [],
    label: 'rows',
  }),
})
