import { literal, Sql } from '../sql.ts'
import type { DateWords } from './dialect.ts'
import { readFormat } from './trino-format.ts'

/** What DuckDB reads as a date or a time; a zone is passed over, as there. One alternative for each separator: RE2 has no references. */
const SEPARATED = ['-', '/', ' ', String.raw`\\`].map((sign) => String.raw`${sign}(\d{1,2})${sign}`).join('|')
const ZONE = String.raw`(?:Z| ?UTC|[+-]\d\d(?::?\d\d)?)?`
const TIME = String.raw`[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{0,6})\d*)?${ZONE})?`
const DATE = literal(String.raw`^[ \t\n\v\f\r]*(\d{4,5})(?:${SEPARATED})(\d{1,2})(?:${TIME})?$`)

const timestamp = (text: Sql): Sql => Sql`TRY_CAST(${text} AS TIMESTAMP(6))`

export const dates: DateWords = {
  read(text, formats) {
    if (formats?.length) return Sql`coalesce(${[...formats.map((format) => readFormat(text, format)), Sql`NULL`]})`
    const written = Sql`regexp_replace(regexp_replace(${text}, ${DATE}, '$1-$2$3$4$5-$6 $7:$8:$9.$10'), '[ :.]+$', '')`
    const midnight = literal(String.raw` 24:0{1,2}(?::0{1,2}(?:\.0*)?)?$`)
    const next = Sql`CASE WHEN regexp_like(${written}, ${midnight}) THEN date_add('day', 1, ${timestamp(Sql`regexp_extract(${written}, '^[^ ]+')`)}) END`
    return Sql`(CASE WHEN regexp_like(${text}, ${DATE}) THEN coalesce(${timestamp(written)}, ${next}) END)`
  },
  readDigits: (text) => readFormat(text, '%Y%m%d'),
  days: (a, b) => Sql`date_diff('day', CAST(${a} AS DATE), CAST(${b} AS DATE))`,
  milliseconds: (date) => Sql`date_diff('millisecond', TIMESTAMP '1970-01-01 00:00:00', ${date})`,
  // date_add counts no further than an integer: 24 days of milliseconds.
  addMilliseconds: (date, count) => Sql`(${date} + (${count}) * INTERVAL '0.001' SECOND)`,
  addDays: (date, count) => Sql`date_add('day', ${count}, ${date})`,
  addMonths: (date, count) => Sql`date_add('month', ${count}, ${date})`,
  weekday: (date) => Sql`day_of_week(${date})`,
  lastOfMonth: (date) => Sql`CAST(last_day_of_month(${date}) AS TIMESTAMP(6))`,
  isoDay: (date) => Sql`date_format(${date}, '%Y-%m-%d')`,
}
