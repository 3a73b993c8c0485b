/** All windows of a browser hear the same event within this time. */
const HELD_MS = 10_000
/** Whoever works in a window is told there: another one in sight lets it go first. */
const LATER_MS = 300

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether this window is the one of its browser that says it. Without locks (plain http) nobody knows of the others, and each does. */
export const isFirst = async (what: string): Promise<boolean> => {
  const { locks } = navigator
  if (!locks) return true
  if (!document.hasFocus()) await pause(LATER_MS)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null)
      return lock ? pause(HELD_MS) : undefined
    }
    locks.request(what, { ifAvailable: true }, hold).catch(() => resolve(true))
  })
}
