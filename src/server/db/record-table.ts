import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
const id = (name: string) => bigint(name, { mode: 'number' })

/** Every value that a cell of a form has had, written with it. Rows are added alone: what was entered once stays readable. */
export const valueChange = pgTable(
  'value_change',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    form: id('form').notNull(),
    record: id('record').notNull(),
    slot: integer('slot').notNull(),
    before: text('before'),
    after: text('after'),
    /** As it was typed, where that was in another unit than the variable's. */
    entered: text('entered'),
    reason: text('reason'),
    source: text('source').notNull(),
    delivery: id('delivery'),
    /** Which row of the delivered file said it. */
    rowNo: id('row_no'),
    actorKind: text('actor_kind').notNull(),
    actorId: id('actor_id'),
    actorName: text('actor_name').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'string' })
      .notNull()
      .default(sql`clock_timestamp()`),
    tx: xid8('tx')
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    index('value_change_cell_index').on(t.form, t.record, t.slot, t.id),
    // Rows come in the order of time: a range of blocks says which of them are late enough, and adding a row costs nothing.
    index('value_change_at_index').using('brin', t.at),
    index('value_change_delivery_index')
      .on(t.delivery)
      .where(sql`${t.delivery} IS NOT NULL`),
  ],
)

/** What another system says of the values that it handed over: who entered them there, when and why, in its own words. Rows are added alone. */
export const valueOrigin = pgTable(
  'value_origin',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    form: id('form').notNull(),
    record: id('record').notNull(),
    slot: integer('slot').notNull(),
    delivery: id('delivery').notNull(),
    value: text('value'),
    at: text('at').notNull(),
    by: text('by').notNull(),
    location: text('location').notNull(),
    reason: text('reason').notNull(),
    system: text('system').notNull(),
  },
  (t) => [index('value_origin_cell_index').on(t.form, t.record, t.slot, t.id), index('value_origin_delivery_index').on(t.delivery)],
)

/** Where the two entries of a record differ, and what was settled. Beside the area's own table: who may read a value is asked variable by variable. */
export const secondValue = pgTable(
  'second_value',
  {
    entry: id('entry').notNull(),
    field: text('field').notNull(),
    first: text('first'),
    second: text('second'),
    isSettled: boolean('is_settled').notNull().default(false),
    value: text('value'),
  },
  (t) => [primaryKey({ columns: [t.entry, t.field] })],
)

/** Records that an earlier delivery of a gather project brought and a later one did not have; the row goes when the record is delivered again. */
export const recordVanished = pgTable(
  'record_vanished',
  {
    form: id('form').notNull(),
    record: id('record').notNull(),
    delivery: id('delivery').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'string' })
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.form, t.record] })],
)
