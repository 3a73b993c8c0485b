import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const size = (name: string) => bigint(name, { mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** A file on its way here. `received` is what is safe on disk, never more: it is stored after the bytes are. */
export const upload = pgTable(
  'upload',
  {
    id: text('id').primaryKey(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: size('owner_id').notNull(),
    target: text('target').notNull(),
    name: text('name').notNull(),
    /** Where it lay with whoever sends it, if it came with its folder. */
    folder: text('folder').notNull().default(''),
    /** What the browser that began it tells the same file by; nothing of ours reads it. */
    mark: text('mark'),
    size: size('size').notNull(),
    received: size('received').notNull().default(0),
    state: text('state').notNull().default('receiving'),
    sha256: text('sha256'),
    /** What takes it in, once all of it is there: asked for once. */
    task: size('task'),
    /** Whoever writes at the moment: of two processes only one may. */
    writer: text('writer'),
    leaseUntil: moment('lease_until'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('upload_owner_index').on(t.ownerKind, t.ownerId), index('upload_expires_index').on(t.expiresAt)],
)
