import type { Db } from '../db/database.ts'

const READ = ['auth_rule', 'user_rule']
  .map((table) => `SELECT url FROM ${table} WHERE status AND type = 'menu' AND menu_type = 'iframe' AND url <> ''`)
  .join(' UNION ')
/** What another process changed is seen within this time. */
const FRESH_MS = 1000

/** Whose pages the menus embed: nobody else's may stand in a frame of ours. */
export class FrameOrigins {
  readonly #db: Db
  #known: readonly string[] = []
  #until = 0
  constructor(db: Db) {
    this.#db = db
  }
  async read(): Promise<readonly string[]> {
    if (performance.now() < this.#until) return this.#known
    // Without a database the page is still sent: it is the one that says so.
    const rows = await this.#db.query<{ url: string }>(READ).catch(() => undefined)
    if (rows) this.#known = [...new Set(rows.flatMap(({ url }) => URL.parse(url)?.origin ?? []))].filter((o) => o !== 'null').toSorted()
    this.#until = performance.now() + FRESH_MS
    return this.#known
  }
}
