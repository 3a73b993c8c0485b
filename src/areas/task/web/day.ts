export type Ran = { id: number; title: string; state: string; startedAt: string; endedAt: string | null }
/** `from` and `to`: shares of the strip, which begins with a full hour a day ago and ends now. */
export type Bar = Ran & { lane: number; from: number; to: number }
export type Hour = { from: Date; share: number; count: number; failed: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** As wide as it is drawn at least: what lasts a second would lie on what came a second later. */
const LEAST_MS = DAY_MS / 300
/** A pile of hundreds is told by a lane that is full. */
export const LANES = 6

const beginOf = (now: number): number => new Date(now - DAY_MS).setMinutes(0, 0, 0)
const shareOf = (at: number, now: number): number => Math.min(1, Math.max(0, (at - beginOf(now)) / (now - beginOf(now))))

/** Each in the first lane that is free when it begins, so that there are as many lanes as there was work at once. */
export const barsOf = (ran: readonly Ran[], now: number): Bar[] => {
  const free: number[] = []
  return ran
    .map((one) => ({ one, begun: Date.parse(one.startedAt), ended: one.endedAt === null ? now : Date.parse(one.endedAt) }))
    .toSorted((a, b) => a.begun - b.begun || a.one.id - b.one.id)
    .map(({ one, begun, ended }) => {
      const found = free.findIndex((at) => at <= begun)
      const lane = Math.min(found < 0 ? free.length : found, LANES - 1)
      const until = Math.max(ended, begun + LEAST_MS)
      free[lane] = Math.max(until, free[lane] ?? 0)
      return { ...one, lane, from: shareOf(begun, now), to: shareOf(until, now) }
    })
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'parked'])
/** The hours of the clock in the strip. */
export const hoursOf = (ran: readonly Ran[], now: number): Hour[] => {
  const hours: Hour[] = []
  for (let at = beginOf(now); at < now; at += HOUR_MS) {
    const within = ran.filter(({ startedAt }) => Date.parse(startedAt) >= at && Date.parse(startedAt) < at + HOUR_MS)
    const failed = within.filter(({ state }) => FAILED.has(state)).length
    hours.push({ from: new Date(at), share: shareOf(at, now), count: within.length, failed })
  }
  return hours
}
