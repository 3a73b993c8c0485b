import { dateIn, readDate } from '../cast.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { literal, Sql } from '../sql.ts'
import { text } from '../text.ts'
import type { Function } from './functions.ts'
import { binary, operation, unary } from './operation.ts'

const DAY = 86_400_000
const parts = (ms: number): { year: number; month: number; day: number } => {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Complete months from a to b by calendar: 31 January to 29 February is none, 15 January to 15 February is one. */
function monthsBetween(a: number, b: number): number {
  const [from, to] = [parts(a), parts(b)]
  const months = to.year * 12 + to.month - (from.year * 12 + from.month)
  if (months > 0 && to.day < from.day) return months - 1
  if (months < 0 && to.day > from.day) return months + 1
  return months
}

function monthsSql(a: Sql, b: Sql): Sql {
  const months = Sql`(year(${b}) * 12 + month(${b}) - year(${a}) * 12 - month(${a}))`
  return Sql`(${months} - CASE WHEN ${months} > 0 AND day(${b}) < day(${a}) THEN 1 WHEN ${months} < 0 AND day(${b}) > day(${a}) THEN -1 ELSE 0 END)`
}

function addMonths(ms: number, count: number): number {
  const { year, month, day } = parts(ms)
  const target = year * 12 + month - 1 + count
  const last = new Date(Date.UTC(Math.floor(target / 12), (((target % 12) + 12) % 12) + 1, 0)).getUTCDate()
  return Date.UTC(Math.floor(target / 12), ((target % 12) + 12) % 12, Math.min(day, last)) + (((ms % DAY) + DAY) % DAY)
}

type Unit = {
  name: string
  between: (a: number, b: number) => number
  betweenSql: (dialect: Dialect, a: Sql, b: Sql) => Sql
  add: (a: number, n: number) => number
  addSql: (dialect: Dialect, a: Sql, n: Sql) => Sql
  most: number
}
const elapsed = (name: string, size: number): Unit => ({
  name,
  between: (a, b) => Math.trunc((b - a) / size),
  betweenSql: ({ values, dates }, a, b) => values.contained(size, Sql`(${dates.milliseconds(b)} - ${dates.milliseconds(a)})`),
  add: (a, n) => a + n * size,
  addSql: ({ dates }, a, n) => dates.addMilliseconds(a, Sql`${n} * ${size}`),
  most: (10_000 * 366 * DAY) / size,
})
const days = (name: string, size: number): Unit => ({
  ...elapsed(name, size * DAY),
  between: (a, b) => Math.trunc((Math.floor(b / DAY) - Math.floor(a / DAY)) / size),
  betweenSql: ({ values, dates }, a, b) => values.contained(size, dates.days(a, b)),
})
const months = (name: string, size: number): Unit => ({
  name,
  between: (a, b) => Math.trunc(monthsBetween(a, b) / size),
  betweenSql: ({ values }, a, b) => values.contained(size, monthsSql(a, b)),
  add: (a, n) => addMonths(a, n * size),
  addSql: ({ dates }, a, n) => dates.addMonths(a, Sql`${n} * ${size}`),
  most: 120_000 / size,
})

/** Days and weeks count midnights, hours and minutes elapsed time, months and years complete ones by calendar. */
export const UNITS: Readonly<Record<string, Unit>> = {
  day: days('day', 1),
  week: days('week', 7),
  month: months('month', 1),
  year: months('year', 12),
  hour: elapsed('hour', 3_600_000),
  minute: elapsed('minute', 60_000),
}
const AGE = UNITS['year']!

const part = (name: string, zh: string, en: string, sql: (a: Sql, dialect: Dialect) => Sql, js: (ms: number) => number): Function => ({
  args: ['date'],
  returns: 'number',
  help: text(zh, en),
  example: `${name}(入组日期) ${name === 'year' ? '= 2026' : '<= 12'}`,
  operation: () => unary<number>(name, (a, dialect) => dialect.values.cast(sql(a, dialect), 'DOUBLE'), js),
})

/** A date of which the day, or month and day, are unknown: 2024, 2024-03, 2024-03-UN, 2024---15. */
const PARTIAL = /^[ \t]*([0-9]{4})(?:-([0-9]{2}|UNK?|NK|XX|-)(?:-([0-9]{2}|UNK?|NK|XX|-))?)?[ \t]*$/i
const PARTIAL_SQL = literal(`(?i)${PARTIAL.source}`)
const digits = (text: string | undefined): string | undefined => (/^\d/.test(text ?? '') ? text : undefined)

function partialIn(text: string, end: boolean): number | null {
  const whole = dateIn(text)
  const [, year, monthText, dayText] = PARTIAL.exec(text) ?? []
  if (whole !== null || year === undefined) return whole
  const month = digits(monthText) ?? (end ? '12' : '01')
  const day = digits(monthText) === undefined ? (end ? '31' : '01') : (digits(dayText) ?? '01')
  const first = dateIn(`${year}-${month}-${day}`)
  if (first === null || !end || (digits(monthText) !== undefined && digits(dayText) !== undefined)) return first
  return addMonths(dateIn(`${year}-${month}-01`)!, 1) - DAY
}

function partialSql(dialect: Dialect, text: Sql, end: boolean): Sql {
  const { texts, dates } = dialect
  const part = (at: number): Sql => texts.extract(text, PARTIAL_SQL, at)
  const known = (at: number): Sql => texts.matches(part(at), Sql`'^[0-9]'`)
  const dated = (month: Sql, day: Sql): Sql => readDate(dialect, Sql`(${part(1)} || '-' || ${month} || '-' || ${day})`)
  const monthOnly = end ? dates.lastOfMonth(dated(part(2), Sql`'01'`)) : dated(part(2), Sql`'01'`)
  const cases = Sql`WHEN ${known(2)} AND ${known(3)} THEN ${dated(part(2), part(3))} WHEN ${known(2)} THEN ${monthOnly}`
  return Sql`coalesce(${readDate(dialect, text)}, CASE WHEN NOT ${texts.matches(text, PARTIAL_SQL)} THEN NULL ${cases} ELSE ${end ? dated(Sql`'12'`, Sql`'31'`) : dated(Sql`'01'`, Sql`'01'`)} END)`
}

const partial = (name: string, end: boolean, zh: string, en: string): Function => ({
  args: ['text'],
  returns: 'date',
  help: text(zh, en),
  example: end ? 'latest(结束日期) >= 入组日期' : "earliest('2024-03') >= 入组日期",
  operation: () =>
    unary<string>(
      name,
      (a, dialect) => partialSql(dialect, a, end),
      (a) => partialIn(a, end),
    ),
})

export const DATE_FUNCTIONS: Readonly<Record<string, Function>> = {
  earliest: partial(
    'earliest',
    false,
    '不完整日期（2024、2024-03、2024-03-UN）最早可能的日子',
    'the first day an incomplete date can mean',
  ),
  latest: partial('latest', true, '不完整日期最晚可能的日子', 'the last day an incomplete date can mean'),
  year: part(
    'year',
    '年份',
    'the year',
    (a) => Sql`year(${a})`,
    (ms) => parts(ms).year,
  ),
  month: part(
    'month',
    '月份',
    'the month',
    (a) => Sql`month(${a})`,
    (ms) => parts(ms).month,
  ),
  day: part(
    'day',
    '日',
    'the day of the month',
    (a) => Sql`day(${a})`,
    (ms) => parts(ms).day,
  ),
  weekday: part(
    'weekday',
    '星期（1=星期一 … 7=星期日）',
    'the day of the week, 1 = Monday … 7 = Sunday',
    (a, { dates }) => dates.weekday(a),
    (ms) => new Date(ms).getUTCDay() || 7,
  ),
  datediff: {
    args: ['date', 'date', 'unit'],
    optional: 1,
    returns: 'number',
    help: text(
      '从前一日期到后一日期的时间；单位 day（默认）、week、month、year、hour、minute',
      'time from the first to the second; unit day (default), week, month, year, hour, minute',
    ),
    example: 'datediff(知情同意日期, 入组日期) between 0 and 28',
    operation: (_, [unit = 'day']) =>
      binary<number>(
        'datediff',
        (a, b, dialect) => dialect.values.cast(UNITS[unit]!.betweenSql(dialect, a, b), 'DOUBLE'),
        UNITS[unit]!.between,
      ),
  },
  dateadd: {
    args: ['date', 'number', 'unit'],
    optional: 1,
    returns: 'date',
    help: text('日期加上若干单位', 'a date so many units later'),
    example: "随访日期 <= dateadd(入组日期, 6, 'month')",
    operation: (_, [name = 'day']) => {
      const unit = UNITS[name]!
      const limited = ({ values }: Dialect, n: Sql): Sql =>
        Sql`(CASE WHEN abs(${n}) <= ${Math.floor(unit.most)} THEN ${values.cast(values.whole(n), 'BIGINT')} END)`
      return operation(
        'dateadd',
        (dialect, a = Sql``, n = Sql``) => unit.addSql(dialect, a, limited(dialect, n)),
        (a: number, n: number) => (Math.abs(n) <= Math.floor(unit.most) ? unit.add(a, Math.trunc(n)) : null),
      )
    },
  },
  age: {
    args: ['date', 'date'],
    returns: 'number',
    help: text('周岁：从出生日期到另一日期的整年数', 'complete years from birth to another date'),
    example: 'age(出生日期, 入组日期) >= 18',
    operation: () => binary<number>('age', (a, b, dialect) => dialect.values.cast(AGE.betweenSql(dialect, a, b), 'DOUBLE'), AGE.between),
  },
}
