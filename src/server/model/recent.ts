/** So many forms are kept ready: it is about those that nobody uses any more, not about memory. */
const KEPT = 500

/** What was asked for last, up to a number. */
export class Recent<T> {
  readonly #kept = new Map<string, T>()
  get(key: string): T | undefined {
    return this.#kept.get(key)
  }
  keep(key: string, value: T): T {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return value
  }
  values(): Iterable<T> {
    return this.#kept.values()
  }
}
