import type { Dialect } from './dialect/dialect.ts'
import { literal, Sql } from './sql.ts'
import type { Comparison } from './expression/ast.ts'
import { trimBoth } from './trim.ts'

/** From here on two different whole numbers can be the same floating-point number. */
export const LONG = 2 ** 53
const longSql = ({ values }: Dialect): Sql => values.cast(Sql`${LONG}`, 'DOUBLE')

const WHOLE = /^\+?(-?)([0-9]+)$/
/** The same for RE2, blanks around it and leading zeros included. */
const WHOLE_SQL = literal(String.raw`^[ \t\n\v\f\r]*\+?(-?)0*([0-9]+)[ \t\n\v\f\r]*$`)

/** The digits of a whole number too long for floating point, without signs and zeros that mean nothing; '' for every other number. */
export const longDigits = (dialect: Dialect, text: Sql, number: Sql): Sql =>
  Sql`(CASE WHEN ${number} IS NULL THEN NULL WHEN abs(${number}) < ${longSql(dialect)} OR NOT ${dialect.texts.matches(text, WHOLE_SQL)} THEN '' ELSE ${dialect.texts.groups(text, WHOLE_SQL, [1, 2])} END)`

export function longDigitsIn(text: string, number: number): string {
  const [, sign = '', digits = ''] = (Math.abs(number) < LONG ? null : WHOLE.exec(trimBoth(text, ' \t\n\v\f\r'))) ?? []
  return sign + (digits.replace(/^0+/, '') || digits.slice(-1))
}

/** 9999999999999999 and 10000000000000000 are one floating-point number: the longer is the larger, whatever digit it begins with. */
function digitsSql({ texts }: Dialect, op: Exclude<Comparison, '!='>, c: Sql, d: Sql): Sql {
  const [long, longer] = [texts.bytes(c), texts.bytes(d)]
  return Sql`CASE WHEN ${long} = ${longer} THEN ${c} ${op} ${d} ELSE ${long} ${op} ${longer} END`
}

/**
 * Two numbers with their long digits. Where the floating-point numbers differ, they are right; where they are equal and long, the digits
 * decide. CASE looks at the digits of those rows only.
 */
export function compareSql(dialect: Dialect, op: Comparison, a: Sql, b: Sql, long: readonly [Sql, Sql]): Sql {
  const [c, d] = long
  const sign = op === '!=' ? Sql`<>` : op
  if (c === "''" || d === "''") return Sql`(${a} ${sign} ${b})`
  const digits =
    op === '=' || op === '!='
      ? Sql`${c} ${sign} ${d}`
      : Sql`CASE WHEN ${a} < 0 THEN ${digitsSql(dialect, op, d, c)} ELSE ${digitsSql(dialect, op, c, d)} END`
  return Sql`(CASE WHEN ${a} <> ${b} OR abs(${a}) < ${longSql(dialect)} THEN ${a} ${sign} ${b} WHEN ${c} = '' OR ${d} = '' THEN ${a} ${sign} ${b} ELSE ${digits} END)`
}

export function compareIn(op: Comparison, a: number, b: number, [c, d]: readonly [string, string]): boolean {
  const longer = c.length - d.length || (c === d ? 0 : c < d ? -1 : 1)
  const order = a !== b || c === '' || d === '' ? Math.sign(a - b) : longer * (a < 0 ? -1 : 1)
  return { '=': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[op]
}

/** How far apart two numbers are, to the last digit where both are whole and of at most 38 digits. */
export const differenceSql = (dialect: Dialect, a: Sql, b: Sql, [c, d]: readonly [Sql, Sql]): Sql =>
  Sql`(CASE WHEN abs(${a}) < ${longSql(dialect)} OR abs(${b}) < ${longSql(dialect)} THEN ${a} - ${b} ELSE coalesce(${dialect.values.longDifference(c, d)}, ${a} - ${b}) END)`

/** A code written in digits, such as 007: as a number it would be equal to another code. */
const CODE = /^[ \t\n\v\f\r]*[+-]*0[0-9]/
const isCode = ({ texts }: Dialect, text: Sql): Sql => texts.matches(text, literal(String.raw`^[ \t\n\v\f\r]*[+-]*0[0-9]`))

/** Whether two cells that both read as numbers are equal: codes letter by letter, everything else by value. */
export const equalCellsSql = (dialect: Dialect, a: Sql, b: Sql, long: readonly [Sql, Sql], [e, f]: readonly [Sql, Sql]): Sql =>
  Sql`(CASE WHEN ${a} <> ${b} THEN false WHEN ${e} = ${f} THEN true WHEN ${isCode(dialect, e)} OR ${isCode(dialect, f)} THEN false ELSE ${compareSql(dialect, '=', a, b, long)} END)`

export const equalCellsIn = (a: number, b: number, long: readonly [string, string], [e, f]: readonly [string, string]): boolean =>
  a === b && (e === f || (!CODE.test(e) && !CODE.test(f) && compareIn('=', a, b, long)))
