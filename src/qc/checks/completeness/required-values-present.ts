import { defineCheck } from '../../check.ts'
import { literal, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const requiredValuesPresent = defineCheck({
  id: 'A15',
  slug: 'required_values_present',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'column',
  target: 'column',
  title: text('应出现的值', 'Required values are present'),
  counts: text('一行也没有出现的值', 'a listed value that occurs in no row'),
  help: text('例如每个中心、每个组别、每个批次都应有数据。', 'For example every site, arm or batch should have rows.'),
  params: { values: { kind: 'texts', required: true, label: text('应有的值', 'Values') } },
  example: {
    columns: ['中心'],
    rows: [['北'], ['南'], ['北'], ['']],
    parameter: { columns: ['中心'], params: { values: ['北', '南', '东'] } },
    violations: 1,
    denominator: 3,
  },
  compile({ scope, column, params: { values }, dialect }) {
    const value = scope.value(column)
    const listed = join(
      values.map((item) => Sql`(${literal(item)})`),
      ', ',
    )
    // The limit cuts nothing, and lets every node hand on no more than the listed values.
    const present = Sql`SELECT DISTINCT ${value} FROM ${scope.shared.from([value])} WHERE ${dialect.values.oneOf(value, values)} LIMIT ${values.length}`
    return {
      shape: 'query',
      denominator: Sql`SELECT CASE WHEN count(*) = 0 THEN 0 ELSE ${values.length} END FROM ${scope.shared.relation}`,
      violations: Sql`SELECT ${literal(column)} AS field, listed.v AS "value" FROM (VALUES ${listed}) listed(v) WHERE listed.v NOT IN (${present}) AND EXISTS (SELECT 1 FROM ${scope.shared.relation})`,
      fields: [column],
    }
  },
})
