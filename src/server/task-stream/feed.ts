import type { EventStream } from '../http/stream.ts'
import { openFollower } from './follow.ts'
import type { Follower, Wanted } from './follow.ts'
import type { Actor, Ctx } from '../model/context.ts'

/** What was said while nobody could hear it is found by looking. */
const LOOK_MS = 5000
/** What comes at the same time is asked for once. */
const GATHER_MS = 20
const MAX_EACH = 12

type Reader = {
  key: string
  isAll: boolean
  stream: EventStream
  follower: Follower
  news: Set<number>
  isBehind: boolean
  isPulling: boolean
}

/** The readers of this process. One connection hears of events for all of them. */
export class TaskFeed {
  readonly #system: Ctx
  readonly #onError: (error: unknown) => void
  readonly #readers = new Set<Reader>()
  readonly #streams = new Map<EventStream, string>()
  readonly #idle = new Set<Promise<void>>()
  #looking: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  constructor(system: Ctx, onError: (error: unknown) => void) {
    this.#system = system
    this.#onError = onError
  }

  /** False when this person has too many open already. */
  hasPlace(key: string): boolean {
    return [...this.#streams.values()].filter((one) => one === key).length < MAX_EACH
  }
  async follow(key: string, stream: EventStream, who: () => Promise<Actor>, wanted: Wanted): Promise<void> {
    // Counted at once: a thousand that ask at the same moment must not all find a place.
    this.#streams.set(stream, key)
    stream.onEnd(() => this.#streams.delete(stream))
    try {
      const follower = await openFollower(this.#system, stream, who, wanted)
      if (stream.isOver) return
      const reader: Reader = { key, isAll: wanted.task === undefined, stream, follower, news: new Set(), isBehind: true, isPulling: false }
      this.#readers.add(reader)
      this.#looking ??= setInterval(() => this.look(), LOOK_MS)
      stream.onEnd(() => this.#leave(reader))
      this.#pull(reader)
    } catch (error) {
      // The head of the answer is on its way: all that is left is to end it.
      this.#onError(error)
      stream.end()
    }
  }
  /** The number of a task that has news. */
  hear(text: string): void {
    if (this.#readers.size === 0) return
    const task = Number(text)
    for (const reader of this.#readers) reader.news.add(task)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      for (const reader of this.#readers) this.#pull(reader)
    }, GATHER_MS)
  }
  /** Somebody has news: their bell asks what it is. */
  ring(key: string): void {
    for (const reader of this.#readers) if (reader.isAll && reader.key === key) reader.stream.send({ id: '', event: 'news', data: {} })
  }
  look(): void {
    for (const reader of this.#readers) {
      reader.isBehind = true
      this.#pull(reader)
    }
  }
  /** Ends all streams: an open one would keep the server from closing. */
  async close(): Promise<void> {
    for (const stream of this.#streams.keys()) stream.end()
    clearTimeout(this.#gathering)
    clearInterval(this.#looking)
    await Promise.all(this.#idle)
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader)
    if (this.#readers.size) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
  /** One at a time for each reader: two at once would send the same. */
  #pull(reader: Reader): void {
    if (reader.isPulling || reader.stream.isOver) return
    reader.isPulling = true
    const work = this.#drain(reader)
      // Whoever is not signed in any more, or met a fault, comes back and is told.
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'Refusal')) this.#onError(error)
        reader.stream.end()
      })
      .finally(() => {
        reader.isPulling = false
        this.#idle.delete(work)
      })
    this.#idle.add(work)
  }
  async #drain(reader: Reader): Promise<void> {
    while ((reader.isBehind || reader.news.size) && !reader.stream.isOver) {
      const tasks = reader.isBehind ? undefined : [...reader.news]
      reader.isBehind = false
      reader.news.clear()
      await reader.follower.pull(tasks)
    }
  }
}
