import { keptText } from '#kernel'
import type { Reason, Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Owned } from './fence.ts'
import type { Teller } from './teller.ts'

/** At most two of each a second: whoever follows sees no more, and a task that talks much costs no more. */
const PAUSE_MS = 500
export const MAX_LINES = 10_000
const MAX_LINE = 2000
const FULL: Words = { 'zh-cn': `… 日志已满：${MAX_LINES} 行`, en: `… the log is full: ${MAX_LINES} lines` }
const storable = (line: string): string => line.replaceAll('\0', '').toWellFormed().slice(0, MAX_LINE)

const WRITE = `WITH t AS (UPDATE task SET progress = coalesce($3, progress), log_lines = log_lines + cardinality($4::text[]),
    seq = seq + $5::boolean::int + (cardinality($4::text[]) > 0)::int
    WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id, seq, progress, step),
  noted AS (INSERT INTO task_event (task, seq, kind, data)
    SELECT id, seq - (cardinality($4::text[]) > 0)::int, 'progress', jsonb_build_object('progress', progress, 'step', step) FROM t WHERE $5::boolean
    UNION ALL SELECT id, seq, 'log', jsonb_build_object('lines', $4::text[]) FROM t WHERE cardinality($4::text[]) > 0)
  SELECT id FROM t`

/** What a task says while it runs, written together twice a second. */
export class Report {
  readonly #db: Db
  readonly #owned: Owned
  readonly #teller: Teller
  readonly #onError: (error: unknown) => void
  #lines: string[] = []
  #share: number | undefined
  #isStepped = false
  #toldAt = -Infinity
  #count: number
  #timer: NodeJS.Timeout | undefined
  #isPaused = false
  #writing: Promise<void> = Promise.resolve()
  constructor(db: Db, owned: Owned & { logLines: number }, teller: Teller, onError: (error: unknown) => void) {
    this.#db = db
    this.#teller = teller
    this.#owned = owned
    this.#count = owned.logLines
    this.#onError = onError
  }

  log(line: Reason): void {
    if (this.#count > MAX_LINES) return
    const said = ++this.#count > MAX_LINES ? FULL : line
    // Words are cut one by one: cut as they are stored they could not be read again.
    this.#lines.push(keptText(typeof said === 'string' ? storable(said) : { 'zh-cn': storable(said['zh-cn']), en: storable(said.en) }))
    this.#soon()
  }
  progress(share: number): void {
    if (Number.isNaN(share)) return
    this.#share = Math.min(1, Math.max(0, share))
    this.#soon()
  }
  /** One step is done and the next has begun. */
  stepped(): void {
    this.#isStepped = true
    this.#soon()
  }
  /** Its end is said by its state. */
  end(): void {
    this.#isPaused = true
    clearTimeout(this.#timer)
  }
  #soon(): void {
    if (this.#isPaused) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush().catch(this.#onError)
    }, PAUSE_MS)
  }
  /** Everything said so far. When the task is no longer ours nothing is written: the next effect will notice. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // One after the other: two at once could write their lines in the wrong order.
    this.#writing = this.#writing.catch(() => {}).then(() => this.write(this.#db))
    return this.#writing
  }
  /** While a transaction holds the row, writing from outside would wait for its end: what is said is kept for `write`. */
  async pause(): Promise<void> {
    this.#isPaused = true
    await this.flush()
  }
  resume(): void {
    this.#isPaused = false
    if (this.#lines.length || this.#share !== undefined || this.#isStepped) this.#soon()
  }
  async write(db: Db): Promise<void> {
    // Steps end when they end, and each writes what it has said: how far it is waits for its turn.
    const isDue = performance.now() - this.#toldAt >= PAUSE_MS
    const hasNews = this.#share !== undefined || this.#isStepped
    if (hasNews && !isDue) this.#soon()
    const tells = hasNews && isDue
    if (this.#lines.length === 0 && !tells) return
    const [lines, share, isStepped] = [this.#lines, tells ? this.#share : undefined, this.#isStepped]
    this.#lines = []
    if (tells) [this.#share, this.#isStepped] = [undefined, false]
    try {
      await db.query(WRITE, [this.#owned.id, this.#owned.attempt, share ?? null, lines, tells])
      if (tells) this.#toldAt = performance.now()
      // Within a transaction whoever commits it tells.
      if (db === this.#db) this.#teller.tell(this.#owned.id)
    } catch (error) {
      this.#lines = [...lines, ...this.#lines]
      this.#share ??= share
      this.#isStepped ||= isStepped
      throw error
    }
  }
}
