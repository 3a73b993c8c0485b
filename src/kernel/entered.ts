import type { Field, Kind } from './field.ts'
import { inOwnUnit } from './unit.ts'

/** Blanks as people type them, the no-break space and the ideographic space of Chinese keyboards among them. */
const BLANKS = ' \t\r\n\v\f\u00a0\u3000'
/** The longest text that a cell of a form may hold. */
export const MAX_ENTERED = 10_000

export const isBlankEntry = (text: string): boolean => {
  for (const character of text) if (!BLANKS.includes(character)) return false
  return true
}

const SPACE = ' \t\n\v\f\r'
const trimmed = (text: string): string => {
  let from = 0
  let to = text.length
  while (from < to && SPACE.includes(text[from]!)) from++
  while (to > from && SPACE.includes(text[to - 1]!)) to--
  return text.slice(from, to)
}

const NUMBER = /^\+?-?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i
/** The number in a text, or null. Quality control and the database read the same one: a test compares all three. */
export const numberIn = (text: string): number | null => {
  const bare = trimmed(text)
  if (!NUMBER.test(bare)) return null
  const value = Number(bare.replaceAll('_', '').replace(/^\+-/, '-'))
  return Number.isFinite(value) ? value : null
}

const MOMENT =
  /^(\d{4,5})([-/ \\])(\d{1,2})\2(\d{1,2})(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d*)?(?:Z| ?UTC|[+-]\d\d(?::?\d\d)?)?)?)?$/
/** The moment in a text as it is written, without a time zone: `2026-11-16T08:30:00`; or null. */
export const momentIn = (text: string): string | null => {
  const found = MOMENT.exec(text.slice(text.length - trimmed(`${text}.`).length + 1))
  if (!found) return null
  const [year, month, day, hour, minute, second] = [1, 3, 4, 5, 6, 7].map((n) => Number(found[n] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000 && year <= 9999
  const isTime = minute <= 59 && second <= 59 && (hour < 24 || (hour === 24 && minute === 0 && second === 0))
  if (!isDay || !isTime) return null
  return new Date(date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000).toISOString().slice(0, 19)
}

/** What may be odd about a value as it was entered. It is stored all the same: oddity is for people to judge. */
export type Oddity = 'unreadable' | 'outOfRange' | 'notInList'
type Read = (text: string, field: Field) => Oddity | undefined

const within = (value: number, { min, max }: Field): Oddity | undefined =>
  (min !== undefined && value < min) || (max !== undefined && value > max) ? 'outOfRange' : undefined
const number: Read = (text, field) => {
  const value = numberIn(text)
  return value === null ? 'unreadable' : within(value, field)
}
const whole: Read = (text, field) => {
  const value = numberIn(text)
  return value === null || !Number.isInteger(value) ? 'unreadable' : within(value, field)
}
const moment: Read = (text) => (momentIn(text) === null ? 'unreadable' : undefined)
const day: Read = (text) => (momentIn(text)?.endsWith('T00:00:00') ? undefined : 'unreadable')
const choice: Read = (text, field) => ('options' in field && !field.options.includes(text) ? 'notInList' : undefined)
const choices: Read = (text, field) =>
  text
    .split(',')
    .map((one) => choice(one.trim(), field))
    .find(Boolean)

const READ: Partial<Record<Kind, Read>> = {
  number,
  float: number,
  integer: whole,
  year: whole,
  date: day,
  dateTime: moment,
  select: choice,
  radio: choice,
  checkbox: choices,
}

/** What is odd about a text that was entered for a field, if anything. A blank is no value and not odd. */
export const oddityOf = (field: Field, text: string): Oddity | undefined =>
  isBlankEntry(text) ? undefined : READ[field.kind]?.(inOwnUnit(field, text), field)
