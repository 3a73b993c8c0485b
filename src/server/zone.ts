export const HOSPITAL_ZONE = 'Asia/Shanghai'

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: HOSPITAL_ZONE, dateStyle: 'short' })
/** The day on the hospital's own calendar. By the calendar of UTC it would be yesterday until eight in the morning, and nothing would be late. */
export const hospitalDay = (at: string | number | Date = new Date()): string => days.format(new Date(at))

const moments = new Intl.DateTimeFormat('sv-SE', { timeZone: HOSPITAL_ZONE, dateStyle: 'short', timeStyle: 'medium' })
/** Day and time on the hospital's own clock, for sentences that the server writes. */
export const hospitalTime = (at: string | number | Date): string => moments.format(new Date(at))
/** What rules and formulas call now: values are written down by the hospital's own clock. By another, the whole morning would lie in the future. */
export const hospitalNow = (at: string | number | Date = new Date()): string => hospitalTime(at).replace(' ', 'T')

/** A zone that this runtime knows; anything else reads the hospital's own clock. */
export const zoneOf = (given: unknown): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(given ?? HOSPITAL_ZONE) }).resolvedOptions().timeZone
  } catch {
    return HOSPITAL_ZONE
  }
}

const QUARTER = 900_000

/** Milliseconds to add to a moment to read it off a clock of that zone. Zones change at quarters of an hour at most: one question each. */
export const clockOf = (zone: string): ((at: number) => number) => {
  const known = new Map<number, number>()
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => {
    const quarter = Math.floor(at / QUARTER)
    let shift = known.get(quarter)
    if (shift === undefined) {
      const start = quarter * QUARTER
      shift = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start
      if (known.size > 10_000) known.clear()
      known.set(quarter, shift)
    }
    return shift
  }
}
