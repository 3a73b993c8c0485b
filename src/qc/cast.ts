import type { Dialect } from './dialect/dialect.ts'
import { literal, Sql } from './sql.ts'
import { trimBoth } from './trim.ts'

/** Blanks as people type them: ASCII white space, no-break space and the ideographic space of Chinese keyboards. */
export const BLANKS = ' \t\r\n\v\f\u00a0\u3000'

/**
 * True for null and for text of blanks only. Trimming every cell is the dearest part of a wide scan, so only texts whose first
 * character could be a blank are trimmed; the commonest beginnings, ASCII signs and then Chinese characters, are told first.
 */
export function isBlank({ texts }: Dialect, text: Sql): Sql {
  const ascii = Sql`${text} >= '!' AND ${text} < '\u00a0'`
  const beyond = Sql`${text} >= '\u00a1' AND NOT (${text} >= '\u3000' AND ${text} < '\u3001')`
  return Sql`(CASE WHEN ${ascii} THEN false WHEN ${text} IS NULL THEN true WHEN ${beyond} THEN false ELSE ${texts.trim(text, literal(BLANKS))} = '' END)`
}

/** 'NaN', 'inf' and 1e999 cast to non-finite doubles and are no measurements. */
export const finite = ({ values }: Dialect, number: Sql): Sql => Sql`(CASE WHEN ${values.isFinite(number)} THEN ${number} END)`

/** The cast alone reads '24-1-5' as the year 24 and 'infinity' as a date. */
export const plausibleDate = (cast: Sql): Sql =>
  Sql`(CASE WHEN ${cast} BETWEEN TIMESTAMP '1000-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59.999999' THEN ${cast} END)`

/** The number, or the date or time, in a text, or null. Typed shadow columns of a snapshot must hold exactly these. */
export const readNumber = (dialect: Dialect, text: Sql): Sql => finite(dialect, dialect.values.readNumber(text))
export const readDate = ({ dates }: Dialect, text: Sql): Sql => plausibleDate(dates.read(text))

/** The same readings in plain JS: for previews of one row, for the reference implementation of the tests, for error texts. */
export const isBlankText = (text: string | null | undefined): boolean =>
  text === null || text === undefined || [...text].every((character) => BLANKS.includes(character))

const NUMBER = /^\+?-?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/

export function numberIn(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null
  const bare = trimBoth(text, ' \t\n\v\f\r')
  if (!NUMBER.test(bare)) return null
  const value = Number(bare.replaceAll('_', '').replace(/^\+-/, '-'))
  return Number.isFinite(value) ? value : null
}

const DATE =
  /^[ \t\n\v\f\r]*(\d{4,5})([-/ \\])(\d{1,2})\2(\d{1,2})(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?(?:Z| ?UTC|[+-]\d\d(?::?\d\d)?)?)?)?$/

/** Milliseconds since 1970 of the date as written: no time zone is applied, as in the SQL reading. */
export function dateIn(text: string | null | undefined): number | null {
  const part = DATE.exec(text ?? '')
  if (!part) return null
  const [year, month, day, hour, minute, second] = [part[1], part[3], part[4], part[5], part[6], part[7]].map((item) =>
    Number(item ?? 0),
  ) as [number, number, number, number, number, number]
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && (minute > 0 || second > 0))) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1000 || year > 9999) return null
  const fraction = Number(`0.${part[8] ?? ''}0`) * 1000
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(fraction)
}
