/** Days as text, `2026-11-16`, counted in UTC: no clock moves them. */
const DAY_MS = 86_400_000
const print = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The weeks that a month touches, each from Monday to Sunday. */
export const weeksOf = (month: string): string[][] => {
  const first = Date.parse(`${month}-01`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS
  const weeks: string[][] = []
  for (let week = start; weeks.length === 0 || print(week).slice(0, 7) <= month; week += 7 * DAY_MS)
    weeks.push(Array.from({ length: 7 }, (_, i) => print(week + i * DAY_MS)))
  return weeks
}

export const monthBeside = (month: string, step: -1 | 1): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return print(Date.UTC(year, number - 1 + step, 1)).slice(0, 7)
}
