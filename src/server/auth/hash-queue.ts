import { fail } from '#kernel'

const AT_ONCE = 2
const WAITING = 50
/** About as long as a full queue takes. */
const RETRY_SECONDS = 5

export type Turn = <T>(hash: () => Promise<T>) => Promise<T>

/**
 * Hashing a password takes a core and 64 MiB for a tenth of a second: a few run, some wait, and the rest is told to come back.
 * Whoever has a place keeps it while the try is counted, so that a flood is turned away before it reaches the database.
 */
export class HashQueue {
  #places = 0
  #running = 0
  readonly #waiting: (() => void)[] = []

  async enter<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    if (this.#places >= AT_ONCE + WAITING) throw fail('request.tooMany', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })
    this.#places++
    try {
      return await work((hash) => this.#turn(hash))
    } finally {
      this.#places--
    }
  }

  async #turn<T>(hash: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await hash()
    } finally {
      // The turn is handed on, not given up: a newcomer must not overtake whoever waits.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
