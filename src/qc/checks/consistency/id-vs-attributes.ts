import { defineCheck } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import type { Part } from '../../shape.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { birthOf, RESIDENT_ID } from '../values/resident-id.ts'
import { SEX_PARAMS, sexOf } from './sex.ts'

export const idVsAttributes = defineCheck({
  id: 'E06',
  slug: 'id_vs_attributes',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'column',
  title: text('身份证与出生日期、性别一致', 'Identity number against birth and sex'),
  counts: text('号码中的出生日期或性别与所填不符', 'a birth date or sex that differs from the one in the number'),
  help: text(
    '号码形式不对的行由“居民身份证号”检查；出生日期与性别分别计数。',
    'Numbers of the wrong shape are left to "resident identity number"; birth and sex are counted apart.',
  ),
  params: {
    birth: { kind: 'column', label: text('出生日期列', 'Birth date column') },
    sex: { kind: 'column', label: text('性别列', 'Sex column') },
    ...SEX_PARAMS,
  },
  example: {
    columns: ['身份证', '出生', '性别'],
    rows: [
      ['11010519491231002X', '1949-12-31', '女'],
      ['11010519491231002X', '1949-12-30', '女'],
      ['11010519491231002X', '', '男'],
      ['123', '1949-12-31', '男'],
    ],
    parameter: { columns: ['身份证'], params: { birth: '出生', sex: '性别' } },
    violations: [2, 3],
    denominator: 5,
  },
  compile({ scope, column, params, dialect }) {
    const { values, texts } = dialect
    const id = scope.value(column)
    const shaped = scope.share(Sql`coalesce(${texts.fits(id, literal(RESIDENT_ID))}, false)`)
    const parts: Part[] = []
    if (params.birth !== undefined) {
      const born = scope.share(Sql`(CASE WHEN ${shaped} THEN ${birthOf(dialect, id)} END)`)
      const written = scope.date(params.birth)
      parts.push({
        shape: 'row',
        applies: scope.share(Sql`(${born} IS NOT NULL AND ${written} IS NOT NULL)`),
        violates: Sql`(${values.cast(born, 'DATE')} <> ${values.cast(written, 'DATE')})`,
        fields: [column, params.birth],
        label: params.birth,
      })
    }
    if (params.sex !== undefined) {
      const inside = scope.share(
        Sql`(CASE WHEN ${shaped} THEN CASE WHEN ${texts.ascii(Sql`substr(${id}, 17, 1)`)} % 2 = 1 THEN 'male' ELSE 'female' END END)`,
      )
      const written = sexOf(scope, params.sex, params.male, params.female)
      parts.push({
        shape: 'row',
        applies: scope.share(Sql`(${inside} IS NOT NULL AND ${written} IS NOT NULL)`),
        violates: Sql`(${inside} <> ${written})`,
        fields: [column, params.sex],
        label: params.sex,
      })
    }
    if (parts.length === 0) throw new WrongValue('params', text('须指明出生日期列或性别列', 'name the birth date column or the sex column'))
    return parts
  },
})
