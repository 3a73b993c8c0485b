/** What a cron expression of a common shape says; null for one that is better read as it stands. */
export type CronWords =
  | { key: 'everyMinutes'; minutes: number }
  | { key: 'hourly'; minute: string }
  | { key: 'daily' | 'workdays'; time: string }
  | { key: 'weekly'; time: string; weekday: number }
  | { key: 'monthly'; time: string; day: number }

const two = (n: string): string => n.padStart(2, '0')
const IS_NUMBER = /^\d{1,2}$/

export const cronWords = (cron: string): CronWords | null => {
  const parts = cron.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts
  if (parts.length !== 5 || month !== '*') return null
  const often = /^\*\/(\d{1,2})$/.exec(minute)?.[1]
  const isAnyDay = day === '*' && weekday === '*'
  // Only what divides an hour comes at equal distances.
  if (often && hour === '*' && isAnyDay) return 60 % Number(often) === 0 ? { key: 'everyMinutes', minutes: Number(often) } : null
  if (!IS_NUMBER.test(minute)) return null
  if (hour === '*') return isAnyDay ? { key: 'hourly', minute: two(minute) } : null
  if (!IS_NUMBER.test(hour)) return null
  const time = `${two(hour)}:${two(minute)}`
  if (isAnyDay) return { key: 'daily', time }
  if (day === '*' && weekday === '1-5') return { key: 'workdays', time }
  if (day === '*' && /^[0-7]$/.test(weekday)) return { key: 'weekly', time, weekday: Number(weekday) % 7 }
  return weekday === '*' && IS_NUMBER.test(day) ? { key: 'monthly', time, day: Number(day) } : null
}
