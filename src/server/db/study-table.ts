import { sql } from 'drizzle-orm'
import { bigint, customType, date, index, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Who a subject is, sealed with the key of the vault: apart from the subjects, so that no list, export or copy of theirs has it. */
export const studySubjectIdentity = pgTable('study_subject_identity', {
  subject: bigint('subject', { mode: 'number' }).primaryKey(),
  sealed: bytea('sealed').notNull(),
  sealedAt: timestamp('sealed_at', { withTimezone: true, mode: 'string' })
    .notNull()
    .default(sql`now()`),
})

/** Which arm a subject of a blinded study is in, sealed likewise until the study, or the subject in an emergency, is unblinded. */
export const studyAllocation = pgTable(
  'study_allocation',
  {
    subject: bigint('subject', { mode: 'number' }).primaryKey(),
    study: bigint('study', { mode: 'number' }).notNull(),
    sealed: bytea('sealed').notNull(),
    sealedAt: timestamp('sealed_at', { withTimezone: true, mode: 'string' })
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('study_allocation_study_index').on(t.study)],
)

/** What a rule was tried on, by the hash of what it says: the last time on each study and file. */
export const controlTrial = pgTable(
  'control_trial',
  {
    hash: text('hash').notNull(),
    study: bigint('study', { mode: 'number' }),
    datafile: bigint('datafile', { mode: 'number' }),
    figures: jsonb('figures').notNull(),
    by: bigint('by', { mode: 'number' }),
    at: timestamp('at', { withTimezone: true, mode: 'string' })
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique('control_trial_once').on(t.hash, t.study, t.datafile).nullsNotDistinct()],
)

/** Departments that have handed over for the day that their gather project waits for, and the day each of them is waited for next; none where nothing is due any more. */
export const gatherDue = pgTable(
  'gather_due',
  {
    gather: bigint('gather', { mode: 'number' }).notNull(),
    department: bigint('department', { mode: 'number' }).notNull(),
    due: date('due', { mode: 'string' }),
  },
  (t) => [primaryKey({ columns: [t.gather, t.department] })],
)
