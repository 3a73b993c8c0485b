import type { Db } from '../db/database.ts'
import { TOLD } from './state.ts'

const TELL = `SELECT pg_notify('${TOLD}', n::text) FROM unnest($1::bigint[]) n`

/**
 * Tells those who follow which tasks have news, after the commit. Told within it, the commits of all workers would wait for the disk one after
 * the other: PostgreSQL lets one transaction at a time commit what it tells. Who was not told because we died in between finds it by looking.
 */
export class Teller {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #news = new Set<number>()
  #telling: Promise<void> | undefined
  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** At once where nothing is being told, else together with all that comes meanwhile. */
  tell(task: number): void {
    this.#news.add(task)
    this.#telling ??= this.#tell()
      .catch(this.#onError)
      .finally(() => (this.#telling = undefined))
  }
  async idle(): Promise<void> {
    await this.#telling
  }
  async #tell(): Promise<void> {
    while (this.#news.size) {
      const tasks = [...this.#news]
      this.#news.clear()
      await this.#db.query(TELL, [tasks])
    }
  }
}
