import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })
const now = (name: string) =>
  moment(name)
    .notNull()
    .default(sql`now()`)

/** One row per acknowledged change, written in the writer's transaction. Triggers refuse update, delete and truncate. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The sealer follows transactions, not ids: an id may become visible after a higher one. */
    txid: xid8('txid')
      .notNull()
      .default(sql`audit_txid()`),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    actorKind: text('actor_kind').notNull(),
    actorId: bigint('actor_id', { mode: 'number' }),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    resource: text('resource').notNull(),
    recordId: text('record_id').notNull(),
    label: text('label').notNull().default(''),
    changes: jsonb('changes').notNull(),
    reason: text('reason'),
    requestId: text('request_id').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [
    index('audit_entry_txid_index').on(t.txid, t.id),
    index('audit_entry_record_index').on(t.resource, t.recordId, t.id),
    index('audit_entry_actor_index').on(t.actorKind, t.actorId, t.id),
    // Entries come in the order of time: the days of the dashboard are found by block, at the price of a few pages.
    index('audit_entry_at_index').using('brin', t.at),
  ],
)

/** The chain: one row per sealed batch, over the entries of the transactions [from, to). */
export const auditSeal = pgTable('audit_seal', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  fromTxid: xid8('from_txid').notNull(),
  toTxid: xid8('to_txid').notNull(),
  entries: integer('entries').notNull(),
  previous: bytea('previous').notNull(),
  hash: bytea('hash').notNull(),
  at: now('at'),
})

/** Opaque tokens, kept only as SHA-256. */
export const token = pgTable(
  'token',
  {
    hash: bytea('hash').primaryKey(),
    type: text('type').notNull(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    /** All tokens that grew out of one sign-in; reuse of a spent refresh token ends the family. */
    family: text('family').notNull(),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at').notNull(),
    spentAt: moment('spent_at'),
    /** The pair that took over, sealed with the spent token itself: presented again at once, it gets the same answer. */
    successor: bytea('successor'),
    ip: text('ip').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
  },
  (t) => [
    index('token_owner_index').on(t.type, t.ownerId),
    index('token_family_index').on(t.family),
    index('token_expires_index').on(t.expiresAt),
  ],
)

/** Captchas, message codes and address tickets: single use, few tries, short life. */
export const oneTime = pgTable(
  'one_time',
  {
    purpose: text('purpose').notNull(),
    key: text('key').notNull(),
    hash: bytea('hash').notNull(),
    payload: jsonb('payload'),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.purpose, t.key] })],
)

/** Failures per account and per address. */
export const attempt = pgTable('attempt', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  since: now('since'),
  lockedUntil: moment('locked_until'),
})

/** The answer given to a request that may come twice. */
export const idempotency = pgTable(
  'idempotency',
  {
    actor: text('actor').notNull(),
    key: text('key').notNull(),
    fingerprint: bytea('fingerprint').notNull(),
    answer: jsonb('answer'),
    createdAt: now('created_at'),
  },
  (t) => [primaryKey({ columns: [t.actor, t.key] }), index('idempotency_created_index').on(t.createdAt)],
)

/** What was run in the terminal, with the end of what it said. */
export const terminalRun = pgTable(
  'terminal_run',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uuid: text('uuid').notNull(),
    command: text('command').notNull(),
    extend: text('extend').notNull().default(''),
    adminId: bigint('admin_id', { mode: 'number' }).notNull(),
    status: text('status').notNull(),
    exitCode: integer('exit_code'),
    output: text('output').notNull().default(''),
    startedAt: now('started_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [index('terminal_run_uuid_index').on(t.uuid)],
)

/** Which field of which record shows the stored file at an address: written with the record, by whoever was allowed to read the file. */
export const fileUse = pgTable(
  'file_use',
  {
    url: text('url').notNull(),
    resource: text('resource').notNull(),
    recordId: bigint('record_id', { mode: 'number' }).notNull(),
    field: text('field').notNull(),
    at: now('at'),
  },
  (t) => [primaryKey({ columns: [t.resource, t.recordId, t.field, t.url] }), index('file_use_url_index').on(t.url)],
)

/** Site configuration and facts about this installation. */
export const setting = pgTable('setting', { key: text('key').primaryKey(), value: jsonb('value').notNull() })

/** The second step of a sign-in: the app's secret, sealed, and what is left of the codes for a lost phone. Without `confirmed_at` it is only begun. */
export const secondFactor = pgTable(
  'second_factor',
  {
    audience: text('audience').notNull(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    secret: bytea('secret').notNull(),
    /** The last half minute whose code was used: the same code opens nothing twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    recovery: text('recovery')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    confirmedAt: moment('confirmed_at'),
  },
  (t) => [primaryKey({ columns: [t.audience, t.ownerId] })],
)
