/** So many texts are kept under a name, and so many more are watched until they are worth one. */
const KEPT = 500
/** A filter that somebody tries once is parsed once anyway; named at once, the first 500 of them would hold every place for ever. */
const WORTH = 3
/** A connection that was given more of them than there are names is full of those that nobody asks for any more. */
const OF_CONNECTION = 2 * KEPT

const keep = <T>(map: Map<string, T>, key: string, value: T): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest)
}

/** Statements that are asked again are prepared under a name; those that were not asked for longest let go of theirs. */
export class Prepared {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #held = new WeakMap<object, Set<string>>()
  #made = 0

  nameOf(text: string): string | undefined {
    const uses = (this.#uses.get(text) ?? 0) + 1
    const name = this.#names.get(text) ?? (uses < WORTH ? undefined : `s${++this.#made}`)
    if (name === undefined) {
      keep(this.#uses, text, uses)
      return undefined
    }
    this.#uses.delete(text)
    keep(this.#names, text, name)
    return name
  }
  /** A prepared statement lives as long as its connection. */
  note(connection: object, name: string): void {
    const held = this.#held.get(connection) ?? new Set()
    this.#held.set(connection, held.add(name))
  }
  isFull(connection: object): boolean {
    return (this.#held.get(connection)?.size ?? 0) >= OF_CONNECTION
  }
}
