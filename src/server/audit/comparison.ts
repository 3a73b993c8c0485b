import type { Db } from '../db/database.ts'
import type { Watch } from './chain.ts'
import { CheckpointProblem, idsIn } from './checkpoint.ts'
import type { Line } from './checkpoint.ts'
import { FRAME, GENESIS, hashOf } from './seal.ts'

type Open = { at: string; ids: number[]; hash: string }
const OPEN_AT_ONCE = 5000
/** Entries that were signed before they had a seal must still be what they were. */
const openProblems = async (db: Db, lines: readonly Open[]): Promise<string[]> => {
  const rows = await db.query<{ id: number; frame: string }>(`SELECT id, ${FRAME} AS frame FROM audit_entry WHERE id = ANY($1::bigint[])`, [
    [...new Set(lines.flatMap((l) => l.ids))],
  ])
  const frames = new Map(rows.map((r) => [r.id, r.frame]))
  return lines.flatMap(({ at, ids, hash }) => {
    const there = ids.flatMap((id) => (frames.has(id) ? [{ frame: frames.get(id)! }] : []))
    const which = ids.length > 1 ? `entries ${ids[0]} to ${ids.at(-1)}` : `entry ${ids[0]}`
    if (there.length < ids.length)
      return [`${ids.length - there.length} of ${which}, signed on ${at}, were removed before they were sealed`]
    return hashOf(GENESIS, there).toString('hex') === hash ? [] : [`${which}, signed on ${at}, were changed before they were sealed`]
  })
}

/** Compares the chain with the checkpoints while it is read. */
export class Comparison {
  readonly problems: string[] = []
  /** How many of the lines that the database remembers were found. */
  found = 0
  first: Line | undefined
  last: Line | undefined
  #next: Line | undefined
  #open: Open[] = []
  readonly #db: Db
  readonly #lines: AsyncGenerator<Line>
  readonly #remembered: ReadonlySet<string>
  constructor(db: Db, lines: AsyncGenerator<Line>, remembered: ReadonlySet<string>) {
    this.#db = db
    this.#lines = lines
    this.#remembered = remembered
  }
  async #take(): Promise<void> {
    try {
      this.#next = (await this.#lines.next()).value as Line | undefined
    } catch (error) {
      if (!(error instanceof CheckpointProblem)) throw error
      this.#next = undefined
      this.problems.push(`checkpoints: ${error.message}`)
    }
    if (!this.#next) return
    this.first ??= this.#next
    this.last = this.#next
    if (this.#remembered.has(this.#next.hash)) this.found++
    const { at, open } = this.#next.checkpoint
    if (open) this.#open.push({ at, ids: idsIn(open.ids), hash: open.hash })
    if (this.#open.reduce((n, o) => n + o.ids.length, 0) >= OPEN_AT_ONCE) await this.#checkOpen()
  }
  async #checkOpen(): Promise<void> {
    this.problems.push(...(await openProblems(this.#db, this.#open)))
    this.#open = []
  }
  watch: Watch = async ({ count, entries, rows, head }) => {
    if (!this.first) await this.#take()
    for (; this.#next && this.#next.checkpoint.seals.count <= count; await this.#take()) {
      const { at, seals, entries: signed } = this.#next.checkpoint
      if (seals.count < count) this.problems.push(`checkpoints: ${this.#next.place} names fewer seals than the one before it`)
      else if (seals.head !== head.toString('hex') || signed !== entries)
        this.problems.push(`seal ${count} is not the one that was signed on ${at}: the trail was rewritten`)
      else if (seals.rows !== rows.toString('hex'))
        this.problems.push(`the rows of the seals up to ${count} are not those that were signed on ${at}: a time was moved`)
      else continue
      // One line that differs makes all after it differ.
      return this.#drain()
    }
  }
  async #drain(): Promise<void> {
    while (this.#next) await this.#take()
  }
  async end(count: number, isWhole: boolean): Promise<void> {
    if (this.#next && isWhole)
      this.problems.push(
        `the trail ends with seal ${count}, but seal ${this.#next.checkpoint.seals.count} was signed on ${this.#next.checkpoint.at}: it was cut`,
      )
    await this.#drain()
    await this.#checkOpen()
  }
}
