import type { Actor, Ctx } from '../model/context.ts'

/** The hospital's clock is eight hours ahead of UTC, without summer time. */
const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** Something that happened: when, and how to make it so. */
export type Moment = { at: string; run(): Promise<unknown> }

export type DemoClock = {
  /** The moment that many days ago at that hour of the hospital's clock; today it is never in the future. */
  at(daysAgo: number, hour: number): string
  /** The day that many days ago, by the hospital's calendar. */
  day(daysAgo: number): string
  isWeekend(daysAgo: number): boolean
  /** How often it is drawn depends on the weekday: what must be the same on every day draws from a sequence of its own. */
  next: Draw
}

/** What an area has to tell of the demo hospital, as the person who looks after its data. */
export type Telling = (tx: Ctx, clock: DemoClock, manager: Actor) => Promise<readonly Moment[]>

/** A number from 0 up to, not including, the limit. */
export type Draw = (limit: number) => number
/** The same sequence on every machine. */
export const sequence = (seed: number): Draw => {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

export const demoClock = (now = new Date()): DemoClock => {
  const midnight = Math.floor((now.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS
  const dayAt = (daysAgo: number): Date => new Date(midnight + OFFSET_MS - daysAgo * DAY_MS)
  return {
    at: (daysAgo, hour) => new Date(Math.min(midnight - daysAgo * DAY_MS + hour * 3_600_000, now.getTime() - 60_000)).toISOString(),
    day: (daysAgo) => dayAt(daysAgo).toISOString().slice(0, 10),
    isWeekend: (daysAgo) => [0, 6].includes(dayAt(daysAgo).getUTCDay()),
    next: sequence(20_230_815),
  }
}
