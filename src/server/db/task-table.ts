import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const id = (name: string) => bigint(name, { mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })
const now = (name: string) =>
  moment(name)
    .notNull()
    .default(sql`now()`)

/** Work that runs behind the page. `attempt` only grows: it is the fence in every effect; `tries` is the budget and may be given back. */
export const task = pgTable(
  'task',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    title: text('title').notNull().default(''),
    /** What its kind and its steps are called, in every language: a row outlives its definition. */
    called: jsonb('called')
      .notNull()
      .default(sql`'{}'`),
    /** The record that it is about. */
    resource: text('resource'),
    record: text('record'),
    /** Of which study that is: the database looks it up as the task is asked for. */
    study: id('study'),
    input: jsonb('input').notNull(),
    state: text('state').notNull().default('waiting'),
    lane: text('lane').notNull(),
    priority: integer('priority').notNull().default(0),
    runAfter: now('run_after'),
    attempt: integer('attempt').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    maxTries: integer('max_tries').notNull().default(3),
    worker: text('worker'),
    leaseUntil: moment('lease_until'),
    step: text('step'),
    /** What each finished step answered, and for which input; the mark of the one at work. */
    checkpoint: jsonb('checkpoint')
      .notNull()
      .default(sql`'{}'`),
    progress: real('progress').notNull().default(0),
    cancelAt: moment('cancel_at'),
    /** In every language, as an answer would say it. */
    error: jsonb('error'),
    result: jsonb('result'),
    dedupeKey: text('dedupe_key'),
    schedule: text('schedule'),
    /** The moment of the schedule that this is the firing of. */
    firedFor: moment('fired_for'),
    dependsOn: id('depends_on')
      .array()
      .notNull()
      .default(sql`'{}'`),
    ownerKind: text('owner_kind').notNull().default('system'),
    ownerId: id('owner_id'),
    departmentId: id('department_id'),
    /** The number of the last event, given under the lock of this row: no gap, no late arrival. */
    seq: integer('seq').notNull().default(0),
    logLines: integer('log_lines').notNull().default(0),
    createdAt: now('created_at'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  // No index knows the state: claims, heartbeats and progress then change no index at all, and a statement that asks for one task by its number
  // and state cannot be planned over the few that were open when PostgreSQL last counted. What is open has not ended.
  (t) => [
    index('task_claim_index')
      .on(t.lane, t.priority.desc(), t.id)
      .where(sql`${t.endedAt} IS NULL`),
    uniqueIndex('task_dedupe_unique')
      .on(t.kind, t.dedupeKey)
      .where(sql`${t.endedAt} IS NULL AND ${t.dedupeKey} IS NOT NULL`),
    uniqueIndex('task_firing_unique')
      .on(t.schedule, t.firedFor)
      .where(sql`${t.schedule} IS NOT NULL`),
    index('task_owner_index').on(t.ownerKind, t.ownerId, t.id),
    index('task_ended_index')
      .on(t.endedAt)
      .where(sql`${t.endedAt} IS NOT NULL`),
    index('task_depends_index')
      .using('gin', t.dependsOn)
      .where(sql`${t.endedAt} IS NULL AND ${t.dependsOn} <> '{}'`),
  ],
)

/** What happened to a task, in its own numbers: what a reader who was away has missed. */
export const taskEvent = pgTable(
  'task_event',
  {
    task: id('task').notNull(),
    seq: integer('seq').notNull(),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    kind: text('kind').notNull(),
    data: jsonb('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.task, t.seq] }), index('task_event_at_index').using('brin', t.at)],
)

/** When tasks are made by the clock. */
export const schedule = pgTable('schedule', {
  name: text('name').primaryKey(),
  cron: text('cron').notNull(),
  zone: text('zone').notNull(),
  kind: text('kind').notNull(),
  input: jsonb('input').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  nextAt: moment('next_at').notNull(),
})

/** Processes that work on tasks, and when each was last seen. */
export const worker = pgTable('worker', {
  name: text('name').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  startedAt: now('started_at'),
  seenAt: now('seen_at'),
})
