/** The hospital's clock is eight hours ahead of UTC, without summer time. */
const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** Something that happened: when, and how to make it so. */
export type Moment = { at: string; run(): Promise<unknown> }

export type DemoClock = {
  /** The moment that many days ago at that hour of the hospital's clock; today it is never in the future. */
  at(daysAgo: number, hour: number): string
  isWeekend(daysAgo: number): boolean
  /** The same sequence on every machine: a number from 0 up to, not including, the limit. */
  next(limit: number): number
}

export const demoClock = (now = new Date()): DemoClock => {
  const midnight = Math.floor((now.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS
  let state = 20_230_815
  return {
    at: (daysAgo, hour) => new Date(Math.min(midnight - daysAgo * DAY_MS + hour * 3_600_000, now.getTime() - 60_000)).toISOString(),
    isWeekend: (daysAgo) => [0, 6].includes(new Date(midnight + OFFSET_MS - daysAgo * DAY_MS).getUTCDay()),
    next: (limit) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    },
  }
}
