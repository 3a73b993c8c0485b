import type { Listener } from './listener.ts'

const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken'
const LEAVE = 'SELECT pg_advisory_unlock(hashtextextended($1, 0))'

/**
 * At most so many at once under one key, counted over all processes on the database: a place is a lock of the connection that listens, so
 * that a process which ends, in whatever way, leaves none taken. While that connection is lost, each process counts for itself.
 */
export class Places {
  readonly #inside = new Map<string, Set<number>>()
  #listener: Pick<Listener, 'query'> | undefined
  open(listener: Pick<Listener, 'query'>): void {
    this.#listener = listener
  }

  /** How to leave; nothing when all places are taken. */
  async enter(key: string, most: number): Promise<(() => Promise<void>) | undefined> {
    const mine = this.#inside.get(key) ?? new Set()
    this.#inside.set(key, mine)
    for (let place = 1; place <= most; place++) {
      // The same connection gets the same lock again: what this process holds, or is about to, is known here alone.
      if (mine.has(place)) continue
      mine.add(place)
      if (await this.#isTaken(key, place)) return () => this.#leave(key, place)
      mine.delete(place)
    }
    if (mine.size === 0) this.#inside.delete(key)
    return undefined
  }
  async #isTaken(key: string, place: number): Promise<boolean> {
    try {
      const [row] = (await this.#listener?.query<{ taken: boolean }>(TAKE, [`${key} ${place}`])) ?? []
      return row?.taken ?? true
    } catch {
      return true
    }
  }
  async #leave(key: string, place: number): Promise<void> {
    // A lost connection has let go of it already.
    await this.#listener?.query(LEAVE, [`${key} ${place}`]).catch(() => {})
    const mine = this.#inside.get(key)
    mine?.delete(place)
    if (mine?.size === 0) this.#inside.delete(key)
  }
}
