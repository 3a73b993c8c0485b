import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'
import type { Threshold } from '../../parameter.ts'

const common = { dimension: 'uniqueness', kahn: 'plausibility.uniqueness', level: 'column', target: 'column' } as const

function outside(min: number | undefined, max: number | undefined): Threshold {
  if (min === undefined && max === undefined) throw new WrongValue('params', text('须填下限或上限', 'give a lower or an upper limit'))
  return { metric: 'value', op: 'outside', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

export const distinctCount = defineCheck({
  ...common,
  id: 'D07',
  slug: 'distinct_count_between',
  title: text('不同值的个数', 'Number of different values'),
  counts: text('不同值的个数超出上下限的列', 'a column with too few or too many different values'),
  help: text('缺失不算值；逐字比较；含界限。', 'Missing is no value; compared letter by letter; a count equal to a limit is fine.'),
  params: {
    min: { kind: 'integer', min: 0, label: text('至少', 'At least') },
    max: { kind: 'integer', min: 0, label: text('至多', 'At most') },
  },
  example: {
    columns: ['组别'],
    rows: [['A'], ['B'], ['C'], ['']],
    parameter: { columns: ['组别'], params: { max: 2 } },
    violations: 1,
    denominator: 1,
  },
  compile: ({ scope, column, params: { min, max } }) => ({
    shape: 'measure',
    base: scope.filled(column),
    measures: { distinct: Sql`count(DISTINCT ${scope.value(column)})` },
    value: ({ distinct }) => distinct ?? null,
    limit: outside(min, max),
    fields: [column],
  }),
})

export const uniqueRatio = defineCheck({
  ...common,
  id: 'D08',
  slug: 'unique_ratio_between',
  title: text('不同值的比例', 'Share of different values'),
  counts: text('不同值所占比例超出上下限的列', 'a column whose share of different values is outside the limits'),
  help: text(
    '不同值的个数除以有值的行数，0 到 1；含界限。',
    'Different values divided by filled rows, 0 to 1; a share equal to a limit is fine.',
  ),
  params: {
    min: { kind: 'number', min: 0, max: 1, label: text('至少', 'At least') },
    max: { kind: 'number', min: 0, max: 1, label: text('至多', 'At most') },
  },
  example: {
    columns: ['病案号'],
    rows: [['1'], ['1'], ['2'], ['3'], ['']],
    parameter: { columns: ['病案号'], params: { min: 0.9 } },
    violations: 1,
    denominator: 1,
  },
  compile: ({ scope, column, params: { min, max } }) => ({
    shape: 'measure',
    base: scope.filled(column),
    measures: { distinct: Sql`count(DISTINCT ${scope.value(column)})` },
    value: ({ distinct, base }) => (base ? (distinct ?? 0) / base : null),
    limit: outside(min, max),
    fields: [column],
  }),
})
