/** A 10-digit timestamp is seconds; everything longer is milliseconds already. */
export const toMillis = (stamp: number): number => (String(Math.trunc(Math.abs(stamp))).length === 10 ? stamp * 1000 : stamp)
