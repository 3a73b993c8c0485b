import { createHash } from 'node:crypto'
import { fail, hasTrait, invalid, readQuery } from '#kernel'
import type { FieldErrorKey, Language, ListPage } from '#kernel'
import { sqlState } from '../db/database.ts'
import type { Database, Db } from '../db/database.ts'
import { isRefusedValue } from '../db/refused-value.ts'
import { uniqueName, uniquesOf } from '../db/unique.ts'
import type { AnyRow, Ctx, RestoreOptions, RowListener, Rows } from '../model/context.ts'
import { runAction } from './action.ts'
import { historyOf, lastChange } from './history.ts'
import type { LastChange } from './history.ts'
import { Masks } from './mask.ts'
import { Memory } from './memory.ts'
import { Registry } from '../model/model.ts'
import type { Model } from '../model/model.ts'
import { moveRow, moveRows } from './move.ts'
import { listRows, presentAll, rowsById, withHeld } from './read.ts'
import type { Done, Moved, Request } from '../model/approval.ts'
import { placeRow } from './sort.ts'
import { addRow, addRows, deleteRows, editRow, purgeRows, restoreRows, setLock } from './write.ts'

/** The only door to rows: areas, jobs, imports and the HTTP routes all come through here. */
export class Engine implements Rows {
  readonly registry: Registry
  readonly database: Database
  readonly masks = new Masks()
  readonly memory = new Memory()
  readonly listeners: RowListener[] = []
  constructor(database: Database, registry = new Registry()) {
    this.database = database
    this.registry = registry
  }

  readonly #open = new WeakSet<Db>()
  /** Runs `work` in one transaction; inside a running one of this engine it joins it. */
  async write<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
    if (this.#open.has(ctx.db)) return work(ctx)
    // On another connection a write would neither be one with its trail nor be rolled back with it.
    if (ctx.db !== this.database)
      throw new Error('engine.write was given a connection that is neither its pool nor a transaction of its own')
    let effects: (() => void | Promise<void>)[] = []
    const result = await this.database
      .transaction((db) => {
        effects = []
        this.#open.add(db)
        return work({ ...ctx, db, afterCommit: (effect) => void effects.push(effect) })
      })
      .catch((error: unknown) => {
        throw this.#readable(error, ctx.language)
      })
    for (const effect of effects) await effect()
    return result
  }
  /** Something within a running transaction that may fail alone: what it wrote is undone, and the rest goes on. */
  async attempt<T>(tx: Ctx, work: () => Promise<T>): Promise<T> {
    await tx.db.query('SAVEPOINT attempt')
    try {
      const result = await work()
      await tx.db.query('RELEASE SAVEPOINT attempt')
      return result
    } catch (error) {
      await tx.db.query('ROLLBACK TO SAVEPOINT attempt')
      // What was taken since then is let go of with it.
      tx.db.held?.clear()
      await tx.db.query('RELEASE SAVEPOINT attempt')
      throw this.#readable(error, tx.language)
    }
  }
  /** What would come of it: done in a transaction of its own, and undone. Nothing is told to anybody. */
  async rehearse<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
    const end = new Error('rehearsed')
    const { promise, resolve } = Promise.withResolvers<T>()
    await this.write(ctx, async (tx) => {
      resolve(await work(tx))
      throw end
    }).catch((error: unknown) => {
      if (error !== end) throw error
    })
    return promise
  }
  /** What a name stands for now. */
  async open(ctx: Ctx, name: string): Promise<Model> {
    const model = await this.registry.open(ctx, name)
    if (!model) throw fail('request.unknown', { url: name.slice(0, 100) })
    return model
  }
  #change<T>(ctx: Ctx, name: string, work: (tx: Ctx, model: Model) => Promise<T>): Promise<T> {
    return this.write(ctx, async (tx) => work(tx, await this.open(tx, name)))
  }

  /** The same key twice is one write: the second waits for the first and gets its answer. */
  async once<T>(ctx: Ctx, key: string, request: unknown, work: (tx: Ctx) => Promise<T>): Promise<T> {
    const actor = `${ctx.actor.kind}:${ctx.actor.id}`
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest()
    return this.write(ctx, async (tx) => {
      const [mine] = await tx.db.query(
        'INSERT INTO idempotency (actor, key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING key',
        [actor, key, fingerprint],
      )
      if (!mine) {
        const [known] = await tx.db.query<{ fingerprint: Buffer; answer: { value: T } | null }>(
          'SELECT fingerprint, answer FROM idempotency WHERE actor = $1 AND key = $2',
          [actor, key],
        )
        if (!known?.answer) throw fail('request.duplicate')
        if (!known.fingerprint.equals(fingerprint)) throw fail('request.keyReused')
        return known.answer.value
      }
      const value = await work(tx)
      await tx.db.query('UPDATE idempotency SET answer = $3 WHERE actor = $1 AND key = $2', [actor, key, JSON.stringify({ value })])
      return value
    })
  }

  async list(ctx: Ctx, name: string, params: Record<string, unknown>, bin: 'live' | 'recycled' = 'live'): Promise<ListPage<AnyRow>> {
    const model = await this.open(ctx, name)
    const found = await listRows(ctx, model, readQuery(model.resource, params), bin)
    const page = { ...found, list: await withHeld(ctx, model, found.list) }
    const marks = await model.half?.marks?.(ctx, model, page.list)
    return marks ? { ...page, marks } : page
  }
  async get(ctx: Ctx, name: string, id: number): Promise<AnyRow> {
    const model = await this.open(ctx, name)
    const [row] = await rowsById(ctx, model, [id], 'live')
    if (!row) throw fail('record.missing')
    const [shown] = await withHeld(ctx, model, await presentAll(ctx, model, [row]))
    return shown!
  }
  /** Who changed it last, and when. */
  async changed(ctx: Ctx, name: string, id: number): Promise<LastChange | null> {
    return hasTrait((await this.open(ctx, name)).resource, 'audited') ? ((await lastChange(ctx.db, name, id)) ?? null) : null
  }
  async history(ctx: Ctx, name: string, id: number, page = 1, limit = 20) {
    const model = await this.open(ctx, name)
    // Whoever may not see the record may not see its story; in the bin it still has one.
    const seen = [
      ...(await rowsById(ctx, model, [id], 'live')),
      ...(model.isRecyclable ? await rowsById(ctx, model, [id], 'recycled') : []),
    ]
    if (seen.length === 0) throw fail('record.missing')
    return historyOf(ctx, model, seen, id, page, limit)
  }

  add(ctx: Ctx, name: string, input: unknown, facts?: Record<string, unknown>): Promise<AnyRow> {
    return this.#change(ctx, name, (tx, model) => addRow(tx, model, input, facts))
  }
  addAll(ctx: Ctx, name: string, inputs: readonly unknown[], facts?: readonly Record<string, unknown>[]): Promise<AnyRow[]> {
    return this.#change(ctx, name, (tx, model) => addRows(tx, model, inputs, facts))
  }
  edit(ctx: Ctx, name: string, input: unknown, facts?: Record<string, unknown>): Promise<AnyRow> {
    return this.#change(ctx, name, (tx, model) => editRow(tx, model, input, facts))
  }
  del(ctx: Ctx, name: string, ids: readonly number[]): Promise<number> {
    return this.#change(ctx, name, (tx, model) => deleteRows(tx, model, ids))
  }
  restore(ctx: Ctx, name: string, ids: readonly number[], options?: RestoreOptions): Promise<number> {
    return this.#change(ctx, name, (tx, model) => restoreRows(tx, model, ids, options))
  }
  purge(ctx: Ctx, name: string, ids: readonly number[]): Promise<Done> {
    return this.#change(ctx, name, (tx, model) => purgeRows(tx, model, ids))
  }
  /** Asks a second person to agree to the end of records, also where one alone could do it. */
  askPurge(ctx: Ctx, name: string, ids: readonly number[]): Promise<Done> {
    return this.#change(ctx, name, (tx, model) => purgeRows(tx, model, ids, true))
  }
  place(ctx: Ctx, name: string, id: number, targetId: number): Promise<void> {
    return this.#change(ctx, name, (tx, model) => placeRow(tx, model, id, targetId))
  }
  lock(ctx: Ctx, name: string, ids: readonly number[], locked: boolean): Promise<Done> {
    return this.#change(ctx, name, (tx, model) => setLock(tx, model, ids, locked))
  }
  move(ctx: Ctx, name: string, input: unknown, facts?: Record<string, unknown>): Promise<Moved> {
    return this.#change(ctx, name, (tx, model) => moveRow(tx, model, input, facts))
  }
  async moveAll(ctx: Ctx, name: string, ids: readonly number[], to: string): Promise<void> {
    await this.#change(ctx, name, (tx, model) => moveRows(tx, model, ids, to))
  }
  /** What was asked for, now that a second person agrees. */
  async carryOut(ctx: Ctx, { resource, action, input, record }: Request): Promise<void> {
    const agreed: Ctx = { ...ctx, approved: true }
    if (action === 'move') await this.move(agreed, resource, { ...input, id: record })
    else if (action === 'delete') await this.purge(agreed, resource, [record])
    else if (action === 'unlock') await this.lock(agreed, resource, [record], false)
    else await this.act(agreed, resource, action, [record], input)
  }
  act(ctx: Ctx, name: string, action: string, ids: readonly number[], input: Record<string, unknown>): Promise<unknown> {
    return this.#change(ctx, name, (tx, model) => runAction(tx, model, action, ids, input))
  }

  /** Turns what the database refuses into what a person can mend. */
  #readable(error: unknown, language: Language): unknown {
    const { constraint = '', table = '', detail = '' } = error as { constraint?: string; table?: string; detail?: string }
    switch (sqlState(error)) {
      case '23505': {
        const field = this.#fieldOf(table, constraint)
        return field ? invalid([{ field, key: 'taken' satisfies FieldErrorKey }]) : error
      }
      // A table that others refer to cannot be dropped.
      case '2BP01':
        return fail('record.inUse', { by: detail.slice(0, 200) })
      case '23001':
      case '23503': {
        const by = this.registry.ofTable(table)
        return by ? fail('record.inUse', { by: by.locale[language].title }) : error
      }
      default:
        return isRefusedValue(error) ? fail('input.invalid') : (this.#guarded(sqlState(error), detail, language) ?? error)
    }
  }
  /** A guard in the database that an area has set refuses in the words of that area. */
  #guarded(state: string | undefined, detail: string, language: Language): Error | undefined {
    if (state === undefined) return undefined
    const said = this.registry
      .all()
      .map(({ half }) => half?.refused?.(state, detail))
      .find((words) => words)
    return said ? fail('record.scopeLocked', { scope: said[language] }) : undefined
  }
  #fieldOf(table: string, constraint: string): string | undefined {
    const model = this.registry.ofTable(table)
    return (
      model &&
      uniquesOf(model.resource)
        .find((fields) => constraint === uniqueName(model.resource.name, fields))
        ?.at(-1)
    )
  }
}
