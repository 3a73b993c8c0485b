import { hasTrait } from '#kernel'
import type { Field } from '#kernel'
import type { Database, Db } from '../db/database.ts'
import type { Proof } from '../model/half.ts'
import type { Model, Registry } from '../model/model.ts'
import { ALWAYS, madeSince } from './made-since.ts'
import type { Since } from './made-since.ts'

const AT_ONCE = 500
const SHOWN = 20
/** Kept by the engine beside the entry. A record that is sorted moves its neighbours: only its own weight has an entry. */
const KEPT = new Set(['id', 'version', 'createdAt', 'updatedAt', 'weigh'])
/** Of these the trail knows whether there is one, not which moment. */
const MOMENTS = new Set(['deletedAt', 'lockedAt'])

/** What the newest entry that speaks of a field says of it. Entries of a deletion hold what was, not what is. */
const VALUES = `SELECT DISTINCT ON (e.record_id, k.key) e.record_id AS id, k.key AS name, k.value -> 1 AS value, e.id AS entry
  FROM audit_entry e CROSS JOIN LATERAL jsonb_each(e.changes) AS k(key, value)
  WHERE e.resource = $1 AND e.record_id = ANY($2) AND e.action = ANY($3) AND e.id > $4 AND jsonb_typeof(k.value) = 'array' ORDER BY e.record_id, k.key, e.id DESC`
const LAST = `SELECT DISTINCT ON (e.record_id) e.record_id AS id, e.action FROM audit_entry e
  WHERE e.resource = $1 AND e.action = ANY($2) AND e.id > $3`
const HOLDS = ['add', 'edit', 'move', 'restore', 'lock', 'unlock']
const MOVES = ['add', 'del', 'restore', 'delete']

export type Replay = { resources: number; records: number; problems: string[] }
type Row = Record<string, unknown> & { id: number }
type Told = { id: string; name: string; value: unknown; entry: number }

const columnsOf = (model: Model): { name: string; sql: string; field: Field }[] =>
  [...model.columns.values()].filter(({ name, field }) => !KEPT.has(name) && !field.unaudited && field.kind !== 'password')

const text = (value: unknown): string => JSON.stringify(value ?? null)
/** A field that came into the design later is empty or has its default in older records; no entry speaks of it. */
const isUntold = ({ default: fallback }: Field, value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0) || (fallback !== undefined && text(fallback) === text(value))

class Reading {
  readonly problems: string[] = []
  records = 0
  #count = 0
  readonly #db: Db
  readonly #model: Model
  readonly #since: Since
  constructor(db: Db, model: Model, since: Since) {
    this.#db = db
    this.#model = model
    this.#since = since
  }
  #wrong(id: number | string, words: string): void {
    if (++this.#count <= SHOWN) this.problems.push(`${this.#model.resource.name} #${id} ${words}`)
  }
  async #lastMoves(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#db.query<{ id: string; action: string }>(`${LAST} AND e.record_id = ANY($4) ORDER BY e.record_id, e.id DESC`, [
      this.#model.resource.name,
      MOVES,
      this.#since.table,
      ids,
    ])
    return new Map(rows.map((r) => [r.id, r.action]))
  }
  /** Every record of the table against the trail. */
  async table(): Promise<void> {
    const columns = columnsOf(this.#model)
    const selection = ['t."id" AS "id"', ...columns.map((c) => `t.${c.sql} AS "${c.name}"`)].join(', ')
    for (let after = 0; ;) {
      const rows = await this.#db.query<Row>(
        `SELECT ${selection} FROM ${this.#model.table} t WHERE t."id" > $1 ORDER BY t."id" LIMIT ${AT_ONCE}`,
        [after],
      )
      if (rows.length === 0) return
      const ids = rows.map((r) => String(r.id))
      const moves = await this.#lastMoves(ids)
      const values = await this.#db.query<Told>(VALUES, [this.#model.resource.name, ids, HOLDS, this.#since.table])
      const told = Map.groupBy(
        values.filter(({ name, entry }) => entry > (this.#since.fields.get(name) ?? 0)),
        (v) => v.id,
      )
      for (const row of rows) this.#compare(row, columns, moves.get(String(row.id)), told.get(String(row.id)) ?? [])
      this.records += rows.length
      after = rows.at(-1)!.id
    }
  }
  #compare(row: Row, columns: ReturnType<typeof columnsOf>, move: string | undefined, told: readonly Told[]): void {
    if (!move) return this.#wrong(row.id, 'is in the table, but no entry tells that it was added')
    if (move === 'delete' || (move === 'del' && !this.#model.isRecyclable))
      return this.#wrong(row.id, 'is in the table, but the trail tells that it was deleted')
    if (this.#model.isRecyclable && (move === 'del') !== (row['deletedAt'] !== null))
      return this.#wrong(
        row.id,
        move === 'del' ? 'is not in the bin, where the trail has it' : 'is in the bin, and the trail does not know',
      )
    const values = new Map(told.map((t) => [t.name, t.value]))
    for (const { name, field } of columns) {
      if (name === 'deletedAt') continue
      const isSame = MOMENTS.has(name)
        ? ((values.get(name) ?? null) === null) === (row[name] === null)
        : values.has(name)
          ? text(values.get(name)) === text(row[name])
          : isUntold(field, row[name])
      if (!isSame) this.#wrong(row.id, `has another “${name}” than the trail`)
    }
  }
  /** Every record that the trail has added and not removed must be in the table. */
  async trail(): Promise<void> {
    for (let after = ''; ;) {
      const last = await this.#db.query<{ id: string; action: string }>(
        `${LAST} AND e.record_id > $4 ORDER BY e.record_id, e.id DESC LIMIT ${AT_ONCE}`,
        [this.#model.resource.name, MOVES, this.#since.table, after],
      )
      if (last.length === 0) return
      const living = last.filter(({ action }) => action !== 'delete' && (action !== 'del' || this.#model.isRecyclable)).map((r) => r.id)
      const there = await this.#db.query<{ id: string }>(
        `SELECT "id"::text AS id FROM ${this.#model.table} WHERE "id"::text = ANY($1) AND "id" = ANY($2::bigint[])`,
        [living, living.filter((id) => /^\d{1,18}$/.test(id))],
      )
      const found = new Set(there.map((r) => r.id))
      for (const id of living) if (!found.has(id)) this.#wrong(id, 'is gone from the table, but the trail has it')
      after = last.at(-1)!.id
    }
  }
  end(): string[] {
    return this.#count > SHOWN ? [...this.problems, `${this.#model.resource.name}: ${this.#count - SHOWN} more`] : this.problems
  }
}

const isAudited = ({ resource }: Model): boolean => !resource.view && !hasTrait(resource, 'readonly')

const oneMoment = async (db: Db, access = ''): Promise<void> => {
  await db.query(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ ${access}`)
  // After the isolation, which must come first: the transaction's own limits would be a statement before it.
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) await db.query(`SET LOCAL ${limit} = 0`)
}

/**
 * Compares the tables with what the trail says of each record: what was changed, added or removed behind the trail differs.
 * One moment of the database, a few hundred records at a time. It cannot see passwords, the order of rows, moments of sign-in, and
 * whatever has no resource.
 */
export const replayTrail = (database: Database, registry: Registry, say: (line: string) => void, signal: AbortSignal): Promise<Replay> =>
  database.transaction(async (db) => {
    await oneMoment(db, 'READ ONLY')
    const result: Replay = { resources: 0, records: 0, problems: [] }
    for (const model of registry.all().filter(isAudited)) {
      signal.throwIfAborted()
      const reading = new Reading(db, model, model.resource.designed ? await madeSince(db, model.resource.name) : ALWAYS)
      await reading.table()
      await reading.trail()
      result.resources++
      result.records += reading.records
      result.problems.push(...reading.end())
      if (reading.records) say(`read   ${model.resource.name}: ${reading.records} records`)
    }
    return result
  })

type Kept = { database: Database; pathOf(sha256: string): string }
/** What stands in bulk behind one entry, as the areas that write so prove it: one area after the other, each at one moment of the database. */
export const replayAreas = async (
  { database, pathOf }: Kept,
  registry: Registry,
  say: Proof['say'],
  signal: AbortSignal,
): Promise<string[]> => {
  const problems: string[] = []
  for (const { half } of registry.all()) {
    if (!half?.replay) continue
    signal.throwIfAborted()
    const found = await database.transaction(async (db) => {
      await oneMoment(db)
      return half.replay?.({ db, pathOf, say, signal })
    })
    problems.push(...(found ?? []))
  }
  return problems
}
