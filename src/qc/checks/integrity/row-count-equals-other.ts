import { Sql, join } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import { text } from '../../text.ts'

export const rowCountEqualsOther = defineCheck({
  id: 'F04',
  slug: 'row_count_equals_other',
  dimension: 'integrity',
  kahn: 'conformance.relational',
  level: 'dataset',
  target: 'table',
  title: text('两表行数相符', 'Row count equals the other'),
  counts: text('行数与另一张表（乘以倍数）不符的表', 'a table whose number of rows differs from that of the other, times the factor'),
  help: text(
    '测得值为行数之差。空表也判断；分组时两表都须有分组列，只在另一张表出现的组也判断。',
    'The measured value is the difference. Empty tables are judged; groups need the group columns in both tables, and a group that only the other has is judged too.',
  ),
  params: {
    other: { kind: 'table', required: true, label: text('另一张表', 'The other table') },
    where: { kind: 'expression', label: text('另一张表中只计', 'Count only its rows where') },
    factor: { kind: 'number', min: 0, default: 1, label: text('倍数', 'Factor') },
    tolerance: { kind: 'number', min: 0, default: 0, label: text('容差（行）', 'Tolerance, rows') },
  },
  example: {
    columns: ['受试者'],
    rows: [['S1'], ['S2']],
    others: { 随机: { columns: ['受试者'], rows: [['S1'], ['S2'], ['S3']] } },
    parameter: { params: { other: '随机' } },
    violations: 1,
    denominator: 1,
  },
  compile({ params: { other: name, where, factor, tolerance }, other, condition, parameter, dialect }) {
    const second = other(name, 'params.other')
    const kept = where === undefined ? Sql`true` : condition(where, 'params.where', second)
    const columns = parameter.groupBy ?? []
    const absent = columns.find((column) => !second.table.columns.includes(column))
    if (absent !== undefined)
      throw new WrongValue('groupBy', text(`表“${name}”没有分组列“${absent}”`, `table "${name}" has no column "${absent}" to group by`))
    const { same, groupBy } = dialect.relations
    const groups = columns.map((column) => second.value(column))
    return {
      shape: 'aggregate',
      judgesEmpty: true,
      columns: {},
      sql(source, by) {
        const from = Sql`${second.shared.from([kept, ...groups])} WHERE ${kept}`
        if (by.length === 0) return Sql`SELECT (SELECT count(*) FROM ${source}) AS own, (SELECT count(*) FROM ${from}) AS other`
        const picked = by.map((column, index) => Sql`${groups[index]!} AS ${column}`)
        const on = join(
          by.map((column) => same(Sql`a.${column}`, Sql`b.${column}`)),
          ' AND ',
        )
        return Sql`SELECT ${by.map((column) => Sql`coalesce(a.${column}, b.${column}) AS ${column}`)}, coalesce(own, 0) AS own, coalesce(other, 0) AS other FROM (SELECT ${by}, count(*) AS own FROM ${source} ${groupBy(by)}) a FULL JOIN (SELECT ${picked}, count(*) AS other FROM ${from} ${groupBy(groups)}) b ON ${on}`
      },
      value: ({ own, other: theirs }) => (own ?? 0) - factor * (theirs ?? 0),
      limit: { metric: 'value', op: 'outside', min: -tolerance, max: tolerance },
      fields: [],
      label: 'rows',
    }
  },
})
