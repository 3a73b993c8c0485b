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

/** A new record stands first: its weight is its id, unique without asking for the highest. */
export const insertRow = async (ctx: Ctx, model: Model, item: Item): Promise<void> => {
  const bind = new Bind()
  const set = await assignments(model, item.values, bind)
  const names = set.map((s) => s.column)
  const values = set.map((s) => s.value)
  const sequence = `nextval(pg_get_serial_sequence('${model.table}', 'id'))`
  const text = hasTrait(model.resource, 'sortable')
    ? `WITH n AS (SELECT ${sequence} AS id) INSERT INTO ${model.table} AS t ("id", "weigh", ${names.join(', ')}) SELECT n.id, n.id, ${values.map((v, i) => `${v}${castOf(model, names[i]!)}`).join(', ')} FROM n`
    : `INSERT INTO ${model.table} AS t (${names.join(', ')}) VALUES (${values.join(', ')})`
  const [row] = await ctx.db.query(`${text} RETURNING ${await selection(ctx, model, bind)}`, bind.values)
  item.after = row as AnyRow
  await tellWritten(ctx, model, item)
}

/** Each record gets its values and those of all; where all get the same it is one statement. */
export const updateRows = async (ctx: Ctx, model: Model, items: readonly Item[], all: Values = {}): Promise<void> => {
  const same = items.every(({ values }) => Object.keys(values).length === 0) ? [items] : items.map((item) => [item])
  for (const group of same) {
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
