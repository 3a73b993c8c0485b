import { createHash } from 'node:crypto'
import { duckdb } from '#qc/dialect/duckdb.ts'
import { identifier, literal, Sql } from '#qc/sql.ts'
import type { TableScope } from '#qc/scope.ts'
import type { Offered, Treatment } from './plan.ts'

const BLOCK = 64
const padded = (key: Buffer, mark: number): string => {
  const short = key.length > BLOCK ? createHash('sha256').update(key).digest() : key
  const block = Buffer.alloc(BLOCK)
  short.copy(block)
  return Buffer.from(block.map((byte) => byte ^ mark)).toString('hex')
}
/** HMAC-SHA-256 as a macro of the database, so that no value has to leave it; the key is in its memory alone. */
export const hmacMacro = (key: Buffer): Sql => Sql`CREATE OR REPLACE TEMP MACRO keyed(m) AS
  sha256(from_hex(${literal(padded(key, 0x5c))}) || from_hex(sha256(from_hex(${literal(padded(key, 0x36))}) || encode(m))))`

/** Sixty bits: two of a million persons share one with a chance of one in two million. */
export const pseudonymOf = (text: Sql): Sql => Sql`'P' || upper(left(keyed(${text}), 15))`
/** From 1 to 364 days back, the same for all dates of a person. */
export const shiftOf = (person: Sql): Sql => Sql`(1 + ('0x' || left(keyed('shift:' || ${person}), 8))::BIGINT % 364)::INTEGER`

/** Numbers of residents, mobile telephones and mail addresses, wherever they stand in a text. */
const IDENTIFIER = String.raw`[1-9][0-9]{16}[0-9Xx]|1[3-9][0-9]{9}|[^@\s]+@[^@\s]+\.[A-Za-z]{2,}`
/** By its form alone. */
export const looksLikeSomebody = (text: Sql): Sql => Sql`(length(${text}) > 5 AND regexp_matches(${text}, ${literal(IDENTIFIER)}))`
/** Whether a text tells who it is about: by its form, or because it holds what the study knows of this person. */
export const leaks = (text: Sql, known: Sql): Sql =>
  Sql`(length(${text}) > 1 AND (${looksLikeSomebody(text)}
    OR len(list_filter(${known}, lambda one: contains(${text}, one))) > 0))`

const bandOf = (number: Sql, { width, top }: { width: number; top?: number | null | undefined }): Sql => {
  const step = duckdb.values.number(width)
  const low = Sql`(floor(${number} / ${step}) * ${step})`
  const band = Sql`'[' || printf('%.6g', ${low}) || ', ' || printf('%.6g', ${low} + ${step}) || ')'`
  return top === null || top === undefined
    ? band
    : Sql`CASE WHEN ${number} >= ${duckdb.values.number(top)} THEN ${literal(`${top}+`)} ELSE ${band} END`
}

const maskOf = (text: Sql, first: number, last: number): Sql =>
  Sql`CASE WHEN length(${text}) <= ${first + last} THEN '***' ELSE left(${text}, ${first}) || '***' || right(${text}, ${last}) END`

/** A value as it leaves, as SQL over the scope. `shift` and `known` are columns beside it. What cannot be read as its type is left out where the type is needed. */
export const treated = (
  scope: TableScope,
  { code, missingCodes }: Pick<Offered, 'code' | 'missingCodes'>,
  treatment: Exclude<Treatment, { kind: 'drop' }>,
  person: { shift: Sql; known: Sql },
): Sql => {
  const text = scope.text(code)
  const value = (): Sql => {
    switch (treatment.kind) {
      case 'keep':
        return Sql`CASE WHEN ${leaks(text, person.known)} THEN NULL ELSE ${text} END`
      case 'pseudonym':
        return pseudonymOf(Sql`'value:' || ${text}`)
      case 'shift': {
        const moved = Sql`(${scope.date(code)} - to_days(${person.shift}))`
        return Sql`CASE WHEN ${moved} = date_trunc('day', ${moved}) THEN strftime(${moved}, '%Y-%m-%d') ELSE strftime(${moved}, '%Y-%m-%d %H:%M:%S') END`
      }
      case 'year':
        return Sql`strftime(${scope.date(code)}, '%Y')`
      case 'month':
        return Sql`strftime(${scope.date(code)}, '%Y-%m')`
      case 'band':
        return bandOf(scope.number(code), treatment)
      case 'mask':
        return Sql`CASE WHEN ${leaks(text, person.known)} THEN NULL ELSE ${maskOf(text, treatment.first, treatment.last)} END`
    }
  }
  const coded = missingCodes.length ? Sql`WHEN ${duckdb.values.oneOf(text, missingCodes)} THEN ${text} ` : Sql``
  return Sql`CASE WHEN ${scope.blank(code)} THEN NULL ${coded}ELSE ${value()} END`
}

export const named = (sql: Sql, name: string): Sql => Sql`${sql} AS ${identifier(name)}`
