import { sql } from 'drizzle-orm'
import { bigint, customType, pgTable, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Who a subject is, sealed with the key of the vault: apart from the subjects, so that no list, export or copy of theirs has it. */
export const studySubjectIdentity = pgTable('study_subject_identity', {
  subject: bigint('subject', { mode: 'number' }).primaryKey(),
  sealed: bytea('sealed').notNull(),
  sealedAt: timestamp('sealed_at', { withTimezone: true, mode: 'string' })
    .notNull()
    .default(sql`now()`),
})
