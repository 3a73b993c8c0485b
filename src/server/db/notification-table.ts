import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const id = (name: string) => bigint(name, { mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** What somebody is told, in every language. */
export const notification = pgTable(
  'notification',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: id('owner_id').notNull(),
    kind: text('kind').notNull(),
    text: jsonb('text').notNull(),
    /** The page that it leads to. */
    address: text('address'),
    /** What is about the same thing is one notification until it is read. */
    key: text('key'),
    times: integer('times').notNull().default(1),
    at: moment('at')
      .notNull()
      .default(sql`now()`),
    readAt: moment('read_at'),
    /** By which channels it has gone out since it was last told. */
    sent: text('sent').array().notNull().default([]),
  },
  (t) => [
    index('notification_owner_index').on(t.ownerKind, t.ownerId, t.at.desc(), t.id.desc()),
    uniqueIndex('notification_key_unique')
      .on(t.ownerKind, t.ownerId, t.kind, t.key)
      .where(sql`${t.readAt} IS NULL`),
    index('notification_at_index').on(t.at),
  ],
)

/** When somebody was last sent what waits for them. */
export const notificationDigest = pgTable(
  'notification_digest',
  {
    ownerKind: text('owner_kind').notNull(),
    ownerId: id('owner_id').notNull(),
    channel: text('channel').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKind, t.ownerId, t.channel] })],
)

/** The kinds that somebody has switched off. */
export const notificationMute = pgTable(
  'notification_mute',
  { ownerKind: text('owner_kind').notNull(), ownerId: id('owner_id').notNull(), kind: text('kind').notNull() },
  (t) => [primaryKey({ columns: [t.ownerKind, t.ownerId, t.kind] })],
)
