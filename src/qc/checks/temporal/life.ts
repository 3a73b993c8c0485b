import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import { LOOKUP_PARAMS, lookup } from '../lookup.ts'

export const afterBirth = defineCheck({
  id: 'G02',
  slug: 'after_birth',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('不早于出生', 'Not before birth'),
  counts: text('早于出生日期的日期', 'a date before the date of birth'),
  help: text('出生日期可在另一张表，按对应列查找。', 'The date of birth may stand in another table, found by key.'),
  params: { birth: { kind: 'column', of: 'table', required: true, label: text('出生日期列', 'Birth date column') }, ...LOOKUP_PARAMS },
  example: {
    columns: ['受试者', '就诊'],
    rows: [
      ['S1', '1990-05-01'],
      ['S1', '1990-04-30'],
      ['S2', '2026-01-01'],
      ['S1', ''],
    ],
    others: {
      人口学: {
        columns: ['编号', '出生'],
        rows: [
          ['S1', '1990-05-01'],
          ['S2', ''],
        ],
      },
    },
    parameter: { columns: ['就诊'], params: { birth: '出生', table: '人口学', on: ['受试者'], key: ['编号'] } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params, other, dialect }) {
    const [date, birth] = [scope.date(column), lookup({ scope, params, other }, params.birth, 'earliest')]
    return {
      shape: 'row',
      applies: scope.share(Sql`(${date} IS NOT NULL AND ${birth} IS NOT NULL)`),
      violates: scope.share(Sql`(${dialect.values.cast(date, 'DATE')} < ${dialect.values.cast(birth, 'DATE')})`),
      fields: [column],
    }
  },
})

export const beforeDeath = defineCheck({
  id: 'G03',
  slug: 'before_death',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  title: text('不晚于死亡', 'Not after death'),
  counts: text('晚于死亡日期加容差的日期', 'a date later than death plus the tolerance'),
  help: text(
    '默认容差 60 天，容纳死后才登记的结果；访视与用药应设为 0。',
    'The default of 60 days allows for results recorded after death; use 0 for visits and treatment.',
  ),
  params: {
    death: { kind: 'column', of: 'table', required: true, label: text('死亡日期列', 'Death date column') },
    tolerance: { kind: 'integer', min: 0, default: 60, label: text('容差（天）', 'Tolerance, days') },
    ...LOOKUP_PARAMS,
  },
  example: {
    columns: ['死亡', '用药'],
    rows: [
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01', '2026-03-02'],
      ['', '2026-03-02'],
    ],
    parameter: { columns: ['用药'], params: { death: '死亡', tolerance: 0 } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params, other, dialect }) {
    const [date, death] = [scope.date(column), lookup({ scope, params, other }, params.death, 'earliest')]
    return {
      shape: 'row',
      applies: scope.share(Sql`(${date} IS NOT NULL AND ${death} IS NOT NULL)`),
      violates: scope.share(Sql`(${dialect.dates.days(death, date)} > ${params.tolerance})`),
      fields: [column],
    }
  },
})
