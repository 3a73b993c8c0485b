import { defineCheck } from '../../check.ts'
import { any, literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { SEX_PARAMS, sexOf } from './sex.ts'

const startsWithAny = (value: Sql, prefixes: readonly string[]): Sql =>
  any(...prefixes.map((prefix) => Sql`starts_with(${value}, ${literal(prefix)})`))

export const sexSpecific = defineCheck({
  id: 'E05',
  slug: 'sex_specific',
  dimension: 'consistency',
  kahn: 'plausibility.atemporal',
  level: 'row',
  target: 'column',
  title: text('性别特异', 'Sex-specific code'),
  counts: text('编码与性别矛盾的行', 'a row whose code does not fit the sex'),
  help: text(
    '按编码开头判断，默认为 ICD-10；性别不明或编码不在两份清单内的行不判断。',
    'Codes are told by their beginning, ICD-10 by default; rows of unknown sex or with other codes are not judged.',
  ),
  params: {
    sex: { kind: 'column', required: true, label: text('性别列', 'Sex column') },
    femaleOnly: {
      kind: 'texts',
      default: ['O', 'C51', 'C52', 'C53', 'C54', 'C55', 'C56', 'D25', 'N80', 'N83', 'Z34'],
      label: text('仅女性的编码开头', 'Codes of women only'),
    },
    maleOnly: {
      kind: 'texts',
      default: ['C60', 'C61', 'C62', 'N40', 'N41', 'N44', 'N45'],
      label: text('仅男性的编码开头', 'Codes of men only'),
    },
    ...SEX_PARAMS,
  },
  example: {
    columns: ['性别', '诊断编码'],
    rows: [
      ['男', 'O80'],
      ['女', 'C61'],
      ['女', 'O80'],
      ['男', 'I10'],
      ['', 'O80'],
    ],
    parameter: { columns: ['诊断编码'], params: { sex: '性别' } },
    violations: [1, 2],
    denominator: 3,
  },
  compile({ scope, column, params }) {
    const code = scope.value(column)
    const needs = scope.share(
      Sql`(CASE WHEN ${startsWithAny(code, params.femaleOnly)} THEN 'female' WHEN ${startsWithAny(code, params.maleOnly)} THEN 'male' END)`,
    )
    const sex = sexOf(scope, params.sex, params.male, params.female)
    return {
      shape: 'row',
      applies: scope.share(Sql`(${needs} IS NOT NULL AND ${sex} IS NOT NULL)`),
      violates: Sql`(${needs} <> ${sex})`,
      fields: [column, params.sex],
    }
  },
})
