import { literal, type Sql } from './sql.ts'
import type { Comparison } from './expression/ast.ts'
import { trimBoth } from './trim.ts'

/** From here on two different whole numbers can be the same floating-point number. */
export const LONG = 2 ** 53
const LONG_SQL = `${LONG}::DOUBLE`

const WHOLE = /^\+?(-?)([0-9]+)$/
/** The same for RE2, blanks around it and leading zeros included. */
const WHOLE_SQL = literal(String.raw`^[ \t\n\v\f\r]*\+?(-?)0*([0-9]+)[ \t\n\v\f\r]*$`)

/** The digits of a whole number too long for floating point, without signs and zeros that mean nothing; '' for every other number. */
export const longDigits = (text: Sql, number: Sql): Sql =>
  `(CASE WHEN ${number} IS NULL THEN NULL WHEN abs(${number}) < ${LONG_SQL} OR NOT regexp_matches(${text}, ${WHOLE_SQL}) THEN '' ELSE regexp_replace(${text}, ${WHOLE_SQL}, '\\1\\2') END)`

export function longDigitsIn(text: string, number: number): string {
  const [, sign = '', digits = ''] = (Math.abs(number) < LONG ? null : WHOLE.exec(trimBoth(text, ' \t\n\v\f\r'))) ?? []
  return sign + digits.replace(/^0+(?=[0-9])/, '')
}

/**
 * Two numbers with their long digits. Where the floating-point numbers differ, they are right; where they are equal and long, the digits
 * decide, which are then equally many. CASE looks at the digits of those rows only.
 */
export function compareSql(op: Comparison, a: Sql, b: Sql, long: readonly [Sql, Sql]): Sql {
  const [c, d] = long
  const sign = op === '!=' ? '<>' : op
  if (c === "''" || d === "''") return `(${a} ${sign} ${b})`
  const digits = op === '=' || op === '!=' ? `${c} ${sign} ${d}` : `CASE WHEN ${a} < 0 THEN ${d} ${sign} ${c} ELSE ${c} ${sign} ${d} END`
  return `(CASE WHEN ${a} <> ${b} OR abs(${a}) < ${LONG_SQL} THEN ${a} ${sign} ${b} WHEN ${c} = '' OR ${d} = '' THEN ${a} ${sign} ${b} ELSE ${digits} END)`
}

export function compareIn(op: Comparison, a: number, b: number, [c, d]: readonly [string, string]): boolean {
  const order = a !== b || c === '' || d === '' ? Math.sign(a - b) : (c === d ? 0 : c < d ? -1 : 1) * (a < 0 ? -1 : 1)
  return { '=': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[op]
}

/** How far apart two numbers are, to the last digit where both are whole and of at most 38 digits. */
export const differenceSql = (a: Sql, b: Sql, [c, d]: readonly [Sql, Sql]): Sql =>
  `(CASE WHEN abs(${a}) < ${LONG_SQL} OR abs(${b}) < ${LONG_SQL} THEN ${a} - ${b} ELSE coalesce((TRY_CAST(${c} AS HUGEINT) - TRY_CAST(${d} AS HUGEINT))::DOUBLE, ${a} - ${b}) END)`

/** A code written in digits, such as 007: as a number it would be equal to another code. */
const CODE = /^[ \t\n\v\f\r]*[+-]*0[0-9]/
const isCode = (text: Sql): Sql => `regexp_matches(${text}, ${literal(String.raw`^[ \t\n\v\f\r]*[+-]*0[0-9]`)})`

/** Whether two cells that both read as numbers are equal: codes letter by letter, everything else by value. */
export const equalCellsSql = (a: Sql, b: Sql, long: readonly [Sql, Sql], [e, f]: readonly [Sql, Sql]): Sql =>
  `(CASE WHEN ${a} <> ${b} THEN false WHEN ${e} = ${f} THEN true WHEN ${isCode(e)} OR ${isCode(f)} THEN false ELSE ${compareSql('=', a, b, long)} END)`

export const equalCellsIn = (a: number, b: number, long: readonly [string, string], [e, f]: readonly [string, string]): boolean =>
  a === b && (e === f || (!CODE.test(e) && !CODE.test(f) && compareIn('=', a, b, long)))
