import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const namePattern = defineCheck({
  id: 'B12',
  slug: 'name_pattern',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'column',
  target: 'table',
  title: text('列名规则', 'Pattern of column names'),
  counts: text('名字不符合规则的列', 'a column whose name breaks the pattern'),
  help: text('正则表达式须与整个列名相符。', 'The pattern must fit the whole name.'),
  params: { pattern: { kind: 'pattern', required: true, label: text('正则表达式', 'Pattern') } },
  example: {
    columns: ['age', 'Body Weight'],
    rows: [['3', '4']],
    parameter: { params: { pattern: '[a-z][a-z0-9_]*' } },
    violations: 1,
    denominator: 2,
  },
  compile({ table, params: { pattern }, dialect }) {
    // By the database, whose engine never goes back: the pattern is anybody's.
    const names = Sql`(VALUES ${table.columns.map((name) => Sql`(${literal(name)})`)}) names(name)`
    return {
      shape: 'query',
      denominator: Sql`SELECT count(*) FROM ${names}`,
      violations: Sql`SELECT name AS field, name AS "value" FROM ${names} WHERE NOT ${dialect.texts.fits(Sql`name`, literal(pattern))}`,
      fields: [],
      label: 'column',
    }
  },
})
