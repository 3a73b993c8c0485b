import { toMillis } from '../../kernel/time.ts'
import { formatTag, type Lang } from '../languages.ts'

/** Whatever the server sends as a time: ISO text, milliseconds, or seconds of ten digits. Text that is no time stays as it is. */
export const showTime = (value: string | number, lang: Lang): string => {
  if (value === '' || value === 0) return ''
  const stamp = typeof value === 'number' || /^\d+$/.test(value) ? new Date(toMillis(Number(value))) : new Date(value)
  if (Number.isNaN(stamp.getTime())) return String(value)
  return new Intl.DateTimeFormat(formatTag(lang), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(stamp)
}

/** Noon, so that no clock turns a calendar day into the day before. */
const noon = (day: string): Date => new Date(`${day}T12:00`)

/** 周一, Mon */
export const dayName = (day: string, lang: Lang): string => new Intl.DateTimeFormat(formatTag(lang), { weekday: 'short' }).format(noon(day))

/** 11/16 */
export const dayInMonth = (day: string, lang: Lang): string =>
  new Intl.DateTimeFormat(formatTag(lang), { month: 'numeric', day: 'numeric' }).format(noon(day))
