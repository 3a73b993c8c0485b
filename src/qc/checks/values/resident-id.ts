import type { Dialect } from '../../dialect/dialect.ts'
import { defineCheck } from '../../check.ts'
import { literal, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const PROVINCES = '(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])'
export const RESIDENT_ID = `${PROVINCES}[0-9]{15}[0-9Xx]`

export const birthOf = ({ dates }: Dialect, id: Sql): Sql => dates.readDigits(Sql`substr(${id}, 7, 8)`)

/** ISO 7064 mod 11-2, as in GB 11643. Only meaningful for text of the right shape. */
export function checksumOf({ values, texts }: Dialect, id: Sql): Sql {
  const sum = join(
    WEIGHTS.map((weight, index) => Sql`${weight} * (${texts.ascii(Sql`substr(${id}, ${index + 1}, 1)`)} - 48)`),
    ' + ',
  )
  return Sql`substr('10X98765432', ${values.cast(Sql`((${sum}) % 11 + 1)`, 'BIGINT')}, 1)`
}

export const residentId = defineCheck({
  id: 'C24',
  slug: 'cn_resident_id',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('居民身份证号', 'Chinese resident identity number'),
  counts: text('位数、地区、出生日期或校验码有误的号码', 'a number with a wrong length, region, birth date or check digit'),
  help: text('只接受 18 位号码；末位 X 大小写均可。', 'Only numbers of 18 places; the last may be X or x.'),
  params: {},
  example: {
    columns: ['身份证'],
    rows: [['11010519491231002X'], ['110105194912310021'], ['110105194902310026'], ['']],
    parameter: { columns: ['身份证'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, column, now, dialect }) {
    const id = scope.text(column)
    const born = Sql`coalesce(${birthOf(dialect, id)} BETWEEN TIMESTAMP '1880-01-01' AND TIMESTAMP ${literal(now.slice(0, 10))}, false)`
    const right = Sql`(${born} AND upper(${dialect.texts.right(id, Sql`1`)}) = ${checksumOf(dialect, id)})`
    return {
      shape: 'row',
      applies: scope.filled(column),
      violates: Sql`(CASE WHEN ${dialect.texts.fits(id, literal(RESIDENT_ID))} THEN NOT ${right} ELSE true END)`,
      fields: [column],
    }
  },
})
