const DAY_MS = 86_400_000

/** When data is due: once, or on a day of every week (1 is Monday) or month. */
export type DueRule = {
  readonly dueRule: string
  readonly dueOn?: string | null
  readonly dueWeekday?: number | null
  readonly dueMonthday?: number | null
}

const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const weekday = (at: number): number => new Date(at).getUTCDay() || 7

/** The first day on which data is due that is not before this one; null: none any more. Days are those of the calendar, without a clock. */
export const nextDue = ({ dueRule, dueOn, dueWeekday, dueMonthday }: DueRule, from: string): string | null => {
  const at = Date.parse(from)
  switch (dueRule) {
    case 'once':
      return dueOn && dueOn >= from ? dueOn : null
    case 'weekly':
      return dueWeekday ? textOf(at + ((dueWeekday - weekday(at) + 7) % 7) * DAY_MS) : null
    case 'monthly': {
      if (!dueMonthday) return null
      const day = new Date(at)
      const month = day.getUTCMonth() + (day.getUTCDate() > dueMonthday ? 1 : 0)
      return textOf(Date.UTC(day.getUTCFullYear(), month, dueMonthday))
    }
    default:
      return null
  }
}

/** Once data has come for the day that was waited for: the one after it, or, where that is long past, the next one from today. */
export const dueAfter = (rule: DueRule, settled: string, today: string): string | null => {
  const after = textOf(Date.parse(settled) + DAY_MS)
  return nextDue(rule, after > today ? after : today)
}
