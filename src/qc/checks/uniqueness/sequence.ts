import { defineCheck } from '../../check.ts'
import { LONG } from '../../exact.ts'
import { join, literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

/** Digits of the largest floating-point number. */
const LONGEST = 309

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
  compile({ scope, column, params: { by }, dialect }) {
    const number = scope.number(column)
    const digits = scope.digits(column)
    const applies = scope.share(join([...by.map((name) => scope.filled(name)), Sql`(${number} IS NOT NULL)`], ' AND '))
    const group = { shape: 'group', applies, keys: by.map((name) => scope.key(name)), unit: 'group', fields: [column] } as const
    const gap = Sql`"high" - "low" + 1 <> "distinct"`
    if (digits === "''") {
      const aggregates = { low: Sql`min(${number})`, high: Sql`max(${number})`, distinct: Sql`count(DISTINCT ${number})` }
      return { ...group, aggregates, violates: Sql`(${gap} OR n <> "distinct")` }
    }
    // Long numbers are counted by their digits: as floating point, neighbours are one number.
    const long = scope.share(Sql`(CASE WHEN ${number} > 0 THEN nullif(${digits}, '') END)`)
    const short = scope.share(Sql`(CASE WHEN ${long} IS NULL THEN ${number} END)`)
    const padded = Sql`lpad(${long}, ${LONGEST}, '0')`
    const apart = dialect.values.longDifference(Sql`"longest"`, Sql`"shortest"`)
    const bridged = Sql`"high" = ${LONG - 1} AND ${dialect.texts.endsWith(Sql`"shortest"`, literal(`0${LONG}`))}`
    return {
      ...group,
      aggregates: {
        low: Sql`min(${short})`,
        high: Sql`max(${short})`,
        distinct: Sql`count(DISTINCT ${short})`,
        shortest: Sql`min(${padded})`,
        longest: Sql`max(${padded})`,
        longs: Sql`count(DISTINCT ${long})`,
      },
      violates: Sql`(n <> "distinct" + "longs" OR ${gap} OR ${apart} + 1 <> "longs" OR ("distinct" > 0 AND "longs" > 0 AND NOT (${bridged})))`,
    }
  },
})
