import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'

/** Where processes on one database tell each other which resource was written. */
export const CHANGED = 'changed'
type News = { from: string; resource: string }

/** Keeps what areas hold in memory (masks, designs, rights) in line with their rows, whichever process writes them. */
export class Memory {
  readonly #id = randomUUID()
  #line: Promise<void> = Promise.resolve()
  readonly #told = new WeakMap<Db, Set<string>>()

  /** In the writer's transaction: others learn of it when it is committed, never of what was rolled back. Here it holds before the answer. */
  async announce(ctx: Ctx, model: Model): Promise<void> {
    const resource = model.resource.name
    const told = this.#told.get(ctx.db) ?? new Set()
    if (!model.half?.load || told.has(resource)) return
    this.#told.set(ctx.db, told.add(resource))
    await ctx.db.query('SELECT pg_notify($1, $2)', [CHANGED, JSON.stringify({ from: this.#id, resource } satisfies News)])
    ctx.afterCommit(() => this.load({ ...ctx, db: ctx.engine.database }, model))
  }
  /** What was heard from another process; one's own words are done already. */
  async hear(ctx: Ctx, text: string): Promise<void> {
    const { from, resource } = JSON.parse(text) as News
    const model = ctx.engine.registry.get(resource)
    if (model && from !== this.#id) await this.load(ctx, model)
  }
  async loadAll(ctx: Ctx): Promise<void> {
    await Promise.all(ctx.engine.registry.all().map((model) => this.load(ctx, model)))
  }
  /** Resolves when nothing is being read any more. */
  idle(): Promise<void> {
    return this.#line
  }
  /** One after the other: of two readings at once the older could end last, and stay. */
  load(ctx: Ctx, { half }: Model): Promise<void> {
    const next = this.#line.then(() => half?.load?.(ctx))
    this.#line = next.catch(() => {})
    return next
  }
}
