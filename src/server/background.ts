const AT_ONCE = 4
const MAX_WAITING = 1000

/** Work that goes on after the answer is given, so that the time of an answer tells nothing about the account. */
export class Background {
  readonly #waiting: (() => Promise<void>)[] = []
  readonly #onError: (error: unknown) => void
  #running = 0
  #idle: (() => void)[] = []
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** False when too much is waiting already. */
  hand(work: () => Promise<void>): boolean {
    if (this.#waiting.length >= MAX_WAITING) return false
    this.#waiting.push(work)
    this.#next()
    return true
  }
  /** Resolves once everything handed over is done. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve))
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return
    const work = this.#waiting.shift()
    if (!work) return
    this.#running++
    void work()
      .catch(this.#onError)
      .finally(() => {
        this.#running--
        this.#next()
        if (this.#running === 0) for (const done of this.#idle.splice(0)) done()
      })
  }
}
