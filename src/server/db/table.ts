import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  pgTable,
  smallint,
  text,
  time,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { AnyPgColumn, PgColumnBuilderBase, PgTable } from 'drizzle-orm/pg-core'
import { columnsOf, hasTrait, snake } from '#kernel'
import type { Field, Resource } from '#kernel'
import { DESIGNED_SCHEMA } from './designed.ts'
import { storedOf } from './kind.ts'
import type { ColumnType } from './kind.ts'
import { literal } from './literal.ts'
import { isAnyCase, isForever, uniqueName } from './unique.ts'

type Make = (
  name: string,
  field: Field,
) => PgColumnBuilderBase & { notNull(): PgColumnBuilderBase; default(value: unknown): PgColumnBuilderBase }
const as = (make: (name: string, field: Field) => unknown) => make as Make

const COLUMNS: Readonly<Record<ColumnType, Make>> = {
  text: as((n) => text(n)),
  numeric: as((n, f) => numeric(n, { precision: 20, scale: f.scale ?? 4 })),
  float8: as((n) => doublePrecision(n)),
  bigint: as((n) => bigint(n, { mode: 'number' })),
  smallint: as((n) => smallint(n)),
  date: as((n) => date(n, { mode: 'string' })),
  time: as((n) => time(n)),
  timestamptz: as((n) => timestamp(n, { withTimezone: true, mode: 'string' })),
  boolean: as((n) => boolean(n)),
  jsonb: as((n) => jsonb(n)),
  'text[]': as((n) => text(n).array()),
  'bigint[]': as((n) => bigint(n, { mode: 'number' }).array()),
}

const designedSchema = pgSchema(DESIGNED_SCHEMA)
/** Numbers and switches print as themselves; whatever needs quotes gets them from us, drizzle-kit leaves lists and JSON as they are. */
const fallback = (field: Field): unknown =>
  typeof field.default === 'number' || typeof field.default === 'boolean'
    ? field.default
    : sql.raw(literal(field.default, storedOf(field).type))

/** The Drizzle table of a definition. `tables` finds the targets of references, itself included. */
export const tableOf = (r: Resource, tables: Map<string, PgTable>): PgTable => {
  const columns: Record<string, PgColumnBuilderBase> = {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    version: integer('version').notNull().default(1),
  }
  for (const [name, field] of Object.entries(columnsOf(r))) {
    if (name === 'id') continue
    const column = COLUMNS[storedOf(field).type](snake(name), field)
    if (field.kind === 'ref' && !field.unbound) {
      const target = () => (tables.get(field.to) as unknown as { id: AnyPgColumn }).id
      ;(column as unknown as { references(t: () => AnyPgColumn, o: object): void }).references(target, { onDelete: 'restrict' })
    }
    if (name === 'createdAt' || name === 'updatedAt') column.default(sql`now()`)
    else if (name === 'weigh') column.default(0)
    else if (storedOf(field).never) column.default(sql`'{}'`)
    else if (field.default !== undefined) column.default(fallback(field))
    const always = name === 'createdAt' || name === 'updatedAt' || name === 'weigh' || storedOf(field).never !== undefined
    columns[name] = always || ((field.required || field.default !== undefined) && !field.when) ? column.notNull() : column
  }
  const indexes = (t: object) => indexesOf(r, t as Record<string, AnyPgColumn>)
  const table = r.designed ? designedSchema.table(snake(r.name), columns, indexes) : pgTable(snake(r.name), columns, indexes)
  tables.set(r.name, table)
  return table
}

const indexesOf = (r: Resource, t: Record<string, AnyPgColumn>) => {
  const table = snake(r.name)
  const live = hasTrait(r, 'recyclable') ? sql`${t['deletedAt']} is null` : undefined
  const made = []
  // An index serves those who ask for its beginning.
  const begins = (name: string): boolean => (r.indexes ?? []).some(([first]) => first === name)
  for (const [name, field] of Object.entries(columnsOf(r))) {
    const column = t[name]!
    if (field.unique) {
      const unique = uniqueIndex(uniqueName(r.name, [name])).on(isAnyCase(field) ? sql`lower(${column})` : column)
      made.push(isForever(field) || !live ? unique : unique.where(live))
    } else if (field.kind === 'ref' && !field.unbound && !begins(name)) made.push(index(`${table}_${snake(name)}_index`).on(column))
    else if (field.kind === 'refs') made.push(index(`${table}_${snake(name)}_index`).using('gin', column))
  }
  const together = (fields: readonly string[]) => fields.map((f) => t[f]!) as [AnyPgColumn, ...AnyPgColumn[]]
  for (const fields of r.indexes ?? []) made.push(index(`${table}_${fields.map(snake).join('_')}_index`).on(...together(fields)))
  for (const fields of r.unique ?? []) {
    const unique = uniqueIndex(uniqueName(r.name, fields)).on(...together(fields))
    made.push(live ? unique.where(live) : unique)
  }
  if (hasTrait(r, 'sortable')) made.push(index(`${table}_weigh_index`).on(t['weigh']!, t['id']!))
  return made
}

export const tablesOf = (resources: readonly Resource[]): Map<string, PgTable> => {
  const tables = new Map<string, PgTable>()
  for (const r of resources) if (!r.view) tableOf(r, tables)
  return tables
}
