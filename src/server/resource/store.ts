import { hasTrait } from '#kernel'
import { hashPassword } from '../auth/password.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import { storedOf } from '../db/kind.ts'
import type { Item, Values } from './change.ts'
import { Bind } from '../db/bind.ts'
import type { Column, Model } from '../model/model.ts'
import { selection } from './selection.ts'

/** The moment of the transaction, by the clock of the database. */
export const NOW = Symbol('now')

/** What a value looks like to the driver: documents as JSON text, passwords as hashes. */
const encode = async ({ field }: Column, value: unknown): Promise<unknown> => {
  if (value === null || value === undefined) return null
  if (field.kind === 'json' || field.kind === 'array') return JSON.stringify(value)
  return field.kind === 'password' ? hashPassword(value as string) : value
}

const assignments = async (model: Model, draft: Values, bind: Bind): Promise<{ column: string; value: string }[]> => {
  const out = []
  for (const [name, value] of Object.entries(draft)) {
    const column = model.columns.get(name)!
    out.push({ column: column.sql, value: value === NOW ? 'now()' : bind.add(await encode(column, value)) })
  }
  return out
}

/** `INSERT … SELECT $1` has no column to infer a parameter's type from. */
const castOf = (model: Model, sql: string): string => `::${storedOf([...model.columns.values()].find((c) => c.sql === sql)!.field).type}`

const tellWritten = async (ctx: Ctx, model: Model, { before, after }: Item): Promise<void> => {
  await model.half?.written?.(ctx, model, after!, before)
  for (const listener of ctx.engine.listeners) await listener.written(ctx, model, after!, before)
}

/** As many as one statement takes without running out of parameters. */
const AT_ONCE = 100
/** Those with the same columns by one statement, with numbers in the order given. */
export const insertRows = async (ctx: Ctx, model: Model, items: readonly Item[]): Promise<void> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = Object.keys(item.values).join(' ')
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  const ids = items.length > 1 ? await reserve(ctx, model, items) : undefined
  for (const group of groups.values())
    if (!ids) await insertRow(ctx, model, group[0]!)
    else for (let i = 0; i < group.length; i += AT_ONCE) await insertGroup(ctx, model, group.slice(i, i + AT_ONCE), ids)
  for (const item of items) await tellWritten(ctx, model, item)
}
const sequenceOf = ({ table }: Model): string => `nextval(pg_get_serial_sequence('${table}', 'id'))`
const reserve = async (ctx: Ctx, model: Model, items: readonly Item[]): Promise<ReadonlyMap<Item, number>> => {
  const rows = await ctx.db.query<{ id: number }>(`SELECT ${sequenceOf(model)} AS id FROM generate_series(1, $1::int)`, [items.length])
  return new Map(items.map((item, i) => [item, rows[i]!.id]))
}
const insertGroup = async (ctx: Ctx, model: Model, items: readonly Item[], ids: ReadonlyMap<Item, number>): Promise<void> => {
  const isSorted = hasTrait(model.resource, 'sortable')
  const bind = new Bind()
  let columns: string[] = []
  const lines: string[] = []
  for (const item of items) {
    const set = await assignments(model, item.values, bind)
    columns = set.map((s) => s.column)
    const id = bind.add(ids.get(item))
    lines.push(`(${[id, ...(isSorted ? [id] : []), ...set.map((s) => s.value)].join(', ')})`)
  }
  const names = ['"id"', ...(isSorted ? ['"weigh"'] : []), ...columns]
  const text = `INSERT INTO ${model.table} AS t (${names.join(', ')}) VALUES ${lines.join(', ')} RETURNING ${await selection(ctx, model, bind)}`
  const rows = new Map((await ctx.db.query<AnyRow>(text, bind.values)).map((row) => [row.id, row]))
  for (const item of items) item.after = rows.get(ids.get(item)!)!
}

/** A new record stands first: its weight is its id, unique without asking for the highest. */
const insertRow = async (ctx: Ctx, model: Model, item: Item): Promise<void> => {
  const bind = new Bind()
  const set = await assignments(model, item.values, bind)
  const names = set.map((s) => s.column)
  const values = set.map((s) => s.value)
  const sequence = sequenceOf(model)
  const text = hasTrait(model.resource, 'sortable')
    ? `WITH n AS (SELECT ${sequence} AS id) INSERT INTO ${model.table} AS t ("id", "weigh", ${names.join(', ')}) SELECT n.id, n.id, ${values.map((v, i) => `${v}${castOf(model, names[i]!)}`).join(', ')} FROM n`
    : `INSERT INTO ${model.table} AS t (${names.join(', ')}) VALUES (${values.join(', ')})`
  const [row] = await ctx.db.query(`${text} RETURNING ${await selection(ctx, model, bind)}`, bind.values)
  item.after = row as AnyRow
}

/** Each record gets its values and those of all; those that get the same are one statement. */
export const updateRows = async (ctx: Ctx, model: Model, items: readonly Item[], all: Values = {}): Promise<void> => {
  const same = new Map<string, Item[]>()
  for (const item of items) {
    const key = JSON.stringify(Object.entries(item.values), (_, value: unknown) => (value === NOW ? { now: true } : value))
    same.set(key, [...(same.get(key) ?? []), item])
  }
  for (const group of same.values()) {
    const bind = new Bind()
    const values = { ...group[0]!.values, ...all }
    const set = (await assignments(model, values, bind)).map((s) => `${s.column} = ${s.value}`)
    if (hasTrait(model.resource, 'timestamps')) set.push(`"updated_at" = ${ctx.at ? bind.add(ctx.at) : 'now()'}`)
    const ids = bind.add(group.map(({ before }) => before!.id))
    const text = `UPDATE ${model.table} t SET ${set.join(', ')}, "version" = t."version" + 1 WHERE t."id" = ANY(${ids}::bigint[]) RETURNING ${await selection(ctx, model, bind)}`
    const rows = new Map((await ctx.db.query<AnyRow>(text, bind.values)).map((row) => [row.id, row]))
    for (const item of group) item.after = rows.get(item.before!.id)!
  }
  for (const item of items) await tellWritten(ctx, model, item)
}

export const removeRows = async (ctx: Ctx, model: Model, items: readonly Item[]): Promise<void> => {
  const ids = items.map(({ before }) => before!.id)
  await ctx.db.query(`DELETE FROM ${model.table} WHERE "id" = ANY($1::bigint[])`, [ids])
  for (const listener of ctx.engine.listeners) await listener.gone(ctx, model, ids)
}
