/** At most so many at once, each key for itself. Deciding and counting are one step: between two, others would slip in. */
export class Limit {
  readonly #most: number
  readonly #inside = new Map<string, number>()
  constructor(most: number) {
    this.#most = most
  }
  /** How to leave, which counts once however often it is called; nothing when all places are taken. */
  enter(key = ''): (() => void) | undefined {
    const count = this.#inside.get(key) ?? 0
    if (count >= this.#most) return undefined
    this.#inside.set(key, count + 1)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      const left = this.#inside.get(key)! - 1
      if (left > 0) this.#inside.set(key, left)
      else this.#inside.delete(key)
    }
  }
  count(key = ''): number {
    return this.#inside.get(key) ?? 0
  }
}
