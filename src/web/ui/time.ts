import { toMillis } from '../../kernel/time.ts'
import { formatTag, type Lang } from '../languages.ts'
import { exactTime } from './format.ts'

/** Whatever the server sends as a time: ISO text, milliseconds, or seconds of ten digits. Text that is no time stays as it is. */
export const showTime = (value: string | number): string => {
  if (value === '' || value === 0) return ''
  const stamp = typeof value === 'number' || /^\d+$/.test(value) ? new Date(toMillis(Number(value))) : new Date(value)
  if (Number.isNaN(stamp.getTime())) return String(value)
  return exactTime(stamp).slice(0, 16)
}

/** Noon, so that no clock turns a calendar day into the day before. */
const noon = (day: string): Date => new Date(`${day}T12:00`)

/** 周一, Mon */
export const dayName = (day: string, lang: Lang): string => new Intl.DateTimeFormat(formatTag(lang), { weekday: 'short' }).format(noon(day))

/** 11/16 */
export const dayInMonth = (day: string, lang: Lang): string =>
  new Intl.DateTimeFormat(formatTag(lang), { month: 'numeric', day: 'numeric' }).format(noon(day))
