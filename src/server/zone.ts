import { HOSPITAL_ZONE } from '#kernel'

export { HOSPITAL_ZONE, hospitalDay, hospitalNow, hospitalTime } from '#kernel'

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
