import { isDiskFull } from './db/lack.ts'

const QUIET_MS = 60_000
/** Names of files and numbers of processes differ from one failure to the next; what failed does not. */
const kindOf = (error: unknown): string => (isDiskFull(error) ? 'disk' : String(error).replaceAll(/\d+/g, '#'))

/**
 * Failures for whoever reads the log. While the disk is full or the database away, every write fails, many times a second: of each kind the
 * first is said at once, and of the rest, once a minute, how many there were. The last word of a state is its count, so that its end is seen.
 */
export const complainer = (write: (line: string) => void): ((error: unknown) => void) => {
  const more = new Map<string, { last: string; count: number }>()
  const look = (kind: string): void => {
    const held = more.get(kind)
    more.delete(kind)
    if (!held || held.count === 0) return
    write(`${held.last} (${held.count} more in the last minute)`)
    hold(kind)
  }
  const hold = (kind: string): void => {
    more.set(kind, { last: '', count: 0 })
    setTimeout(() => look(kind), QUIET_MS).unref()
  }
  return (error) => {
    const kind = kindOf(error)
    const held = more.get(kind)
    if (held) {
      held.count++
      held.last = String(error)
      return
    }
    write(String(error))
    hold(kind)
  }
}
