import { defineCheck } from '../../check.ts'
import { UNITS } from '../../expression/date-functions.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const ageVsBirth = defineCheck({
  id: 'E07',
  slug: 'age_vs_birth',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'column',
  title: text('年龄与出生日期一致', 'Age against birth date'),
  counts: text(
    '年龄与按出生日期算出的周岁相差超过容差',
    'an age that differs from the complete years since birth by more than the tolerance',
  ),
  help: text('参照日期列为空时以本次运行日期计算。', 'Without a reference date column the day of the run is used.'),
  params: {
    birth: { kind: 'column', required: true, label: text('出生日期列', 'Birth date column') },
    at: { kind: 'column', label: text('参照日期列', 'Reference date column') },
    tolerance: { kind: 'number', min: 0, default: 1, label: text('容差（岁）', 'Tolerance, years') },
  },
  example: {
    columns: ['年龄', '出生', '入组'],
    rows: [
      ['34', '1990-05-01', '2024-06-01'],
      ['43', '1990-05-01', '2024-06-01'],
      ['', '1990-05-01', '2024-06-01'],
    ],
    parameter: { columns: ['年龄'], params: { birth: '出生', at: '入组' } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params, now, dialect }) {
    const age = scope.number(column)
    const birth = scope.date(params.birth)
    const at = params.at === undefined ? Sql`TIMESTAMP ${literal(now.slice(0, 10))}` : scope.date(params.at)
    const years = scope.share(dialect.values.cast(UNITS['year']!.betweenSql(dialect, birth, at), 'DOUBLE'))
    const fields = [column, params.birth, ...(params.at === undefined ? [] : [params.at])]
    return {
      shape: 'row',
      applies: scope.share(Sql`(${age} IS NOT NULL AND ${years} IS NOT NULL)`),
      violates: Sql`(abs(${age} - ${years}) > ${dialect.values.number(params.tolerance)})`,
      fields,
    }
  },
})
