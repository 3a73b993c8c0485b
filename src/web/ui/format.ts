import { t } from '../i18n/index.ts'
import { formatTag as tag, type Lang } from '../languages.ts'
import { toMillis } from '#kernel'

const memo = <T>(make: (lang: Lang, key: string) => T) => {
  const known = new Map<string, T>()
  return (lang: Lang, key = ''): T => {
    const id = `${lang}|${key}`
    let value = known.get(id)
    if (value === undefined) known.set(id, (value = make(lang, key)))
    return value
  }
}
const numbers = memo((lang, scale) =>
  scale === ''
    ? new Intl.NumberFormat(tag(lang), { maximumFractionDigits: 12 })
    : new Intl.NumberFormat(tag(lang), { minimumFractionDigits: Number(scale), maximumFractionDigits: Number(scale) }),
)
const relatives = memo((lang) => new Intl.RelativeTimeFormat(tag(lang), { numeric: 'auto' }))

export const formatNumber = (value: number, lang: Lang, scale?: number): string =>
  numbers(lang, scale === undefined ? '' : String(scale)).format(value)

export const momentOf = (value: unknown): Date | null => {
  const date = typeof value === 'number' ? new Date(toMillis(value)) : typeof value === 'string' && value ? new Date(value) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

const two = (n: number): string => String(n).padStart(2, '0')
/** The reader's own clock, always in the same form, so that two times can be compared at a glance. */
export const exactTime = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 hours ago"; what lies ahead is rounded: thirty days granted a minute ago are thirty, not twenty-nine. What is more than thirty days away is said as a date. */
export const relativeTime = (date: Date, lang: Lang, now = Date.now()): string => {
  const seconds = Math.round((date.getTime() - now) / 1000)
  if (Math.abs(seconds) < 60) return t('field:justNow')
  if (Math.abs(seconds) >= 30 * 86_400) return exactTime(date).slice(0, 10)
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size)
      return relatives(lang).format(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit)
  return exactTime(date)
}

/** Names one after the other, as the language separates them. */
export const joinNames = (names: readonly string[]): string => names.join(t('listSeparator'))

const units = ['B', 'KB', 'MB', 'GB', 'TB']
export const formatSize = (bytes: number, lang: Lang): string => {
  const step = Math.min(Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)), units.length - 1)
  const amount = bytes / 1024 ** step
  return `${formatNumber(amount, lang, step && amount < 100 ? 1 : 0)} ${units[step]}`
}

/** What rich text says, without its markup. The browser's parser does not run scripts of a document that is never shown. */
export const plainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''
