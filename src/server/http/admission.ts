/** What a person does not notice as waiting. */
const TARGET_MS = 400
const LEAST = 8
const MOST = 256
const FIRST = 48

/**
 * How many requests are worked on at once. While all are fast the number grows by one per round of them; when they get slow it shrinks, at
 * most once per target time. So the queue stands before the door, where it is told to come back, and not inside, where everybody waits.
 */
export class Admission {
  #limit: number
  #inside = 0
  #shrunkAt = Number.NEGATIVE_INFINITY
  readonly #now: () => number
  readonly #isFixed: boolean
  constructor(fixed: number | undefined, now: () => number = () => performance.now()) {
    this.#isFixed = fixed !== undefined
    this.#limit = fixed ?? FIRST
    this.#now = now
  }
  get limit(): number {
    return Math.floor(this.#limit)
  }
  get inside(): number {
    return this.#inside
  }
  /** How to leave; nothing when there is too much at once. */
  enter(): (() => void) | undefined {
    if (this.#inside >= this.limit) return undefined
    this.#inside++
    const from = this.#now()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#learn(from)
      this.#inside--
    }
  }
  /** One slow request in an idle server says nothing about the number of them. */
  #learn(from: number): void {
    if (this.#isFixed || this.#inside < this.#limit / 2) return
    const now = this.#now()
    if (now - from <= TARGET_MS) this.#limit = Math.min(MOST, this.#limit + 1 / this.#limit)
    else if (now - this.#shrunkAt > TARGET_MS) {
      this.#limit = Math.max(LEAST, this.#limit * 0.8)
      this.#shrunkAt = now
    }
  }
}
