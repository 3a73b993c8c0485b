import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const id = (name: string) => bigint(name, { mode: 'number' })

/** How somebody likes to see a list: what it asks for, and its columns. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    resource: text('resource').notNull(),
    name: text('name').notNull(),
    adminId: id('admin_id').notNull(),
    /** The groups of its owner, where everybody in them sees it; nobody's when it is the owner's alone. */
    groups: id('groups')
      .array()
      .notNull()
      .default(sql`'{}'`),
    state: jsonb('state').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'string' })
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('saved_view_resource_index').on(t.resource, t.adminId)],
)
