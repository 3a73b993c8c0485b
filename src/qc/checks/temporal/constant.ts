import { defineCheck } from '../../check.ts'
import { all, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const constantShouldNotChange = defineCheck({
  id: 'G12',
  slug: 'constant_should_not_change',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'table',
  target: 'column',
  title: text('不应变化的值', 'Constant should not change'),
  counts: text('各次访视中该值不一致的受试者', 'a subject whose value differs between rows'),
  help: text(
    '例如性别、出生日期、血型；缺失与读不出的值不比较。',
    'For example sex, birth date, blood group; missing and unreadable values are not compared.',
  ),
  params: {
    subject: { kind: 'columns', required: true, label: text('受试者列', 'Subject columns') },
    as: {
      kind: 'choice',
      default: 'text',
      options: { text: text('文本', 'Texts'), number: text('数值', 'Numbers'), date: text('日期', 'Dates') },
      label: text('比较为', 'Compare as'),
    },
  },
  example: {
    columns: ['受试者', '访视', '血型'],
    rows: [
      ['S1', 'V1', 'A'],
      ['S1', 'V2', 'A'],
      ['S2', 'V1', 'O'],
      ['S2', 'V2', ''],
      ['S3', 'V1', 'B'],
      ['S3', 'V2', 'AB'],
    ],
    parameter: { columns: ['血型'], params: { subject: ['受试者'] } },
    violations: [5],
    denominator: 3,
  },
  compile({ scope, column, params: { subject, as } }) {
    const value = as === 'text' ? scope.value(column) : as === 'number' ? scope.number(column) : scope.date(column)
    return {
      shape: 'group',
      applies: scope.share(all(...subject.map((name) => scope.filled(name)), Sql`(${value} IS NOT NULL)`)),
      keys: subject.map((name) => scope.key(name)),
      aggregates: {
        low: Sql`min(${value})`,
        high: Sql`max(${value})`,
        ...(as === 'number' ? { lowDigits: Sql`min(${scope.digits(column)})`, highDigits: Sql`max(${scope.digits(column)})` } : {}),
      },
      violates: as === 'number' ? Sql`("low" <> "high" OR "lowDigits" <> "highDigits")` : Sql`"low" <> "high"`,
      unit: 'group',
      fields: [column],
    }
  },
})
