import { join, Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'

export const sequenceGapless = defineCheck({
  id: 'D12',
  slug: 'sequence_gapless',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'row',
  target: 'column',
  title: text('序号连续', 'Sequence without gaps'),
  counts: text('序号有缺或有重的组', 'a group whose numbers have a gap or a repeat'),
  help: text(
    '同组的序号应从最小到最大逐一出现一次；读不出的不判断。',
    'Within a group every number from the first to the last should occur once; what does not read as a number is not judged.',
  ),
  params: { by: { kind: 'columns', required: true, label: text('分组列', 'Columns of the group') } },
  example: {
    columns: ['受试者', '序号'],
    rows: [
      ['S1', '1'],
      ['S1', '3'],
      ['S2', '2'],
      ['S2', '1'],
      ['S3', ''],
    ],
    parameter: { columns: ['序号'], params: { by: ['受试者'] } },
    violations: [1],
    denominator: 2,
  },
  compile({ scope, column, params: { by } }) {
    const number = scope.number(column)
    return {
      shape: 'group',
      applies: scope.share(join([...by.map((name) => scope.filled(name)), Sql`(${number} IS NOT NULL)`], ' AND ')),
      keys: by.map((name) => scope.key(name)),
      aggregates: { low: Sql`min(${number})`, high: Sql`max(${number})`, distinct: Sql`count(DISTINCT ${number})` },
      violates: Sql`("high" - "low" + 1 <> "distinct" OR n <> "distinct")`,
      unit: 'group',
      fields: [column],
    }
  },
})
