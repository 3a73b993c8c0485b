import { keptReason } from '#kernel'
import { createReadStream } from 'node:fs'
import { appendFile, copyFile } from 'node:fs/promises'
import type { Ctx } from '#server'
import { copyInto, sqlState } from '#server/db/database.ts'
import type { Db } from '#server/db/database.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import type { Store } from '#server/storage/store.ts'
import { LOCKED_STATE } from '#study/lock/guard.ts'
import { heldRow } from '#study/lock/held.ts'
import { tableName } from '#study/record/table.ts'
import type { RefusedRow } from '#study/delivery/sample.ts'

type Plan = {
  delivery: number
  study: number
  form: number
  slots: readonly string[]
  /** Those of the slots that the file fills; the others are computed from them. */
  filled: readonly string[]
  files: { added: string; changed: string; refused: string; origins?: string | undefined; units?: string | undefined }
}
export type Stored = {
  added: number
  changed: number
  cells: number
  /** Of these, what the file itself says otherwise: the figure that was shown before. */
  told: number
  conflicts: number
  origins: number
  changesHash: string
  refused: string
}

const columnsOf = (slots: readonly string[]): string => slots.map((slot) => `, "${slot}"`).join('')
const textColumns = (slots: readonly string[]): string => slots.map((slot) => `, "${slot}" text`).join('')
const NEW = 'subject, visit, instance, department, state, delivery_id, row_no'

/** Rows that somebody got ahead of, as the list of refused rows tells them. `c` has the cells, `k` says whose it is. */
const conflicts = (tx: Db, from: string, where: string): Promise<RefusedRow[]> =>
  tx.query<RefusedRow>(`SELECT c.row_no AS "row", s.code AS subject, v.code AS visit, k.instance::text AS instance, s.department, 'conflict' AS reason,
      to_jsonb(c) - ARRAY['id', 'version', 'hit', 'row_no', 'subject', 'visit', 'instance', 'department', 'state', 'delivery_id'] AS "values"
    FROM ${from} LEFT JOIN study_subject s ON s.id = k.subject LEFT JOIN study_visit v ON v.id = k.visit WHERE ${where} ORDER BY c.row_no`)

const count = async (tx: Db, text: string, params: readonly unknown[] = []): Promise<number> =>
  Number((await tx.query<{ n: number }>(text, params))[0]?.n ?? 0)

const CLOSED = `(s.state = 'withdrawn' OR s.merged_into IS NOT NULL)`

/** The new rows straight into the table; undefined where one of them is there by now, or its subject is closed. */
const copyStraight = async (tx: Db, table: string, { delivery, slots, files }: Plan, store: Store): Promise<number | undefined> => {
  await tx.query('SAVEPOINT straight')
  try {
    const text = `COPY ${table} (${NEW}${columnsOf(slots)}) FROM STDIN (FORMAT csv)`
    const added = await copyInto(tx, text, createReadStream(store.pathOf(files.added)))
    const closed = `SELECT count(*) AS n FROM (SELECT DISTINCT subject FROM ${table} WHERE delivery_id = $1) t JOIN study_subject s ON s.id = t.subject WHERE ${CLOSED}`
    if (added === 0 || (await count(tx, closed, [delivery])) === 0) {
      await tx.query('RELEASE SAVEPOINT straight')
      return added
    }
  } catch (error) {
    // There by now, or locked by now.
    if (sqlState(error) !== '23505' && sqlState(error) !== LOCKED_STATE) throw error
  }
  await tx.query('ROLLBACK TO SAVEPOINT straight')
  return undefined
}

/** Row by row where they fit; the others are conflicts. */
const copyAside = async (
  tx: Db,
  table: string,
  { study, form, slots, files }: Plan,
  store: Store,
): Promise<{ added: number; refused: RefusedRow[] }> => {
  await tx.query(`CREATE TEMP TABLE delivery_new (subject bigint, visit bigint, instance bigint, department bigint, state text, delivery_id bigint,
    row_no bigint${textColumns(slots)}) ON COMMIT DROP`)
  await copyInto(tx, `COPY delivery_new (${NEW}${columnsOf(slots)}) FROM STDIN (FORMAT csv)`, createReadStream(store.pathOf(files.added)))
  const added = await count(
    tx,
    `WITH made AS (INSERT INTO ${table} (${NEW}${columnsOf(slots)}) SELECT ${NEW.split(', ')
      .map((name) => `c.${name}`)
      .join(', ')}${slots.map((slot) => `, c."${slot}"`).join('')}
    FROM delivery_new c JOIN study_subject s ON s.id = c.subject AND NOT ${CLOSED}
      WHERE NOT ${heldRow(study, form, { subject: 'c.subject', visit: 'c.visit' })} ON CONFLICT DO NOTHING RETURNING 1) SELECT count(*) AS n FROM made`,
  )
  const from = `delivery_new c CROSS JOIN LATERAL (SELECT c.subject, c.visit, c.instance) k LEFT JOIN ${table} t ON t.delivery_id = c.delivery_id AND t.row_no = c.row_no`
  const refused = await conflicts(tx, from, 't.id IS NULL')
  return { added, refused }
}

/** What stood in the cells that were converted; the history of a new value begins with it. */
const openUnits = async (tx: Db, { files }: Plan, store: Store): Promise<void> => {
  await tx.query('CREATE TEMP TABLE delivery_unit (row_no bigint, slot integer, entered text) ON COMMIT DROP')
  if (files.units) await copyInto(tx, 'COPY delivery_unit FROM STDIN (FORMAT csv)', createReadStream(store.pathOf(files.units)))
  await tx.query('ANALYZE delivery_unit')
}
const noteUnits = async ({ db: tx, actor, reason }: Ctx, table: string, { delivery, form, slots, files }: Plan): Promise<void> => {
  if (!files.units || slots.length === 0) return
  await tx.query(
    `INSERT INTO value_change (form, record, slot, before, after, entered, reason, source, delivery, row_no, actor_kind, actor_id, actor_name)
      SELECT $1::bigint, t.id, u.slot, NULL, x.after, u.entered, $2::text, 'import', $3::bigint, u.row_no, $4::text, $5::bigint, $6::text
      FROM delivery_unit u JOIN ${table} t ON t.delivery_id = $3::bigint AND t.row_no = u.row_no
      CROSS JOIN LATERAL (VALUES ${slots.map((slot) => `(${slot.slice(1)}, t."${slot}")`).join(', ')}) x (slot, after)
      WHERE x.slot = u.slot ORDER BY t.id, u.slot`,
    [form, keptReason(reason), delivery, actor.kind, actor.id || null, actor.name],
  )
}

const changeRows = async (ctx: Ctx, table: string, plan: Plan, store: Store) => {
  const { db: tx, actor, reason } = ctx
  const { delivery, study, form, slots, filled, files } = plan
  await tx.query(
    `CREATE TEMP TABLE delivery_row (id bigint PRIMARY KEY, version integer, row_no bigint, hit boolean NOT NULL DEFAULT false${textColumns(slots)}) ON COMMIT DROP`,
  )
  const all = await copyInto(
    tx,
    `COPY delivery_row (id, version, row_no${columnsOf(slots)}) FROM STDIN (FORMAT csv)`,
    createReadStream(store.pathOf(files.changed)),
  )
  if (all === 0 || slots.length === 0) return { changed: 0, cells: 0, told: 0, refused: [] }
  await tx.query('ANALYZE delivery_row')
  // Held in one order, and looked at again once held: what another has changed meanwhile has another version.
  const changed = await count(
    tx,
    `WITH held AS (SELECT t.id FROM ${table} t JOIN delivery_row c ON c.id = t.id JOIN study_subject s ON s.id = t.subject
      WHERE t.version = c.version AND t.deleted_at IS NULL AND NOT ${CLOSED}
        AND NOT ${heldRow(study, form, { subject: 't.subject', visit: 't.visit', id: 't.id', delivery: 't.delivery_id' })} ORDER BY t.id FOR UPDATE OF t),
    hit AS (UPDATE delivery_row c SET hit = true FROM held h WHERE h.id = c.id RETURNING 1) SELECT count(*) AS n FROM hit`,
  )
  const [made] = await tx.query<{ cells: number; told: number }>(
    `WITH made AS (INSERT INTO value_change (form, record, slot, before, after, entered, reason, source, delivery, row_no, actor_kind, actor_id, actor_name)
      SELECT $1::bigint, t.id, x.slot, x.before, x.after, u.entered, $2::text, 'import', $3::bigint, c.row_no, $4::text, $5::bigint, $6::text
      FROM delivery_row c JOIN ${table} t ON t.id = c.id
      CROSS JOIN LATERAL (VALUES ${slots.map((slot) => `(${slot.slice(1)}, t."${slot}", c."${slot}")`).join(', ')}) x (slot, before, after)
      LEFT JOIN delivery_unit u ON u.row_no = c.row_no AND u.slot = x.slot
      WHERE c.hit AND x.before IS DISTINCT FROM x.after ORDER BY t.id, x.slot RETURNING slot) SELECT count(*)::int AS cells, count(*) FILTER (WHERE slot = ANY($7::int[]))::int AS told FROM made`,
    [form, keptReason(reason), delivery, actor.kind, actor.id || null, actor.name, filled.map((slot) => Number(slot.slice(1)))],
  )
  // Whoever verified or signed the record has not seen this.
  await tx.query(`UPDATE ${table} t SET ${slots.map((slot) => `"${slot}" = c."${slot}"`).join(', ')}, version = t.version + 1, updated_at = now(),
    state = CASE WHEN t.state IN ('verified', 'signed') THEN 'submitted' ELSE t.state END FROM delivery_row c WHERE c.hit AND c.id = t.id`)
  const refused = changed === all ? [] : await conflicts(tx, `delivery_row c LEFT JOIN ${table} k ON k.id = c.id`, 'NOT c.hit')
  return { changed, cells: made?.cells ?? 0, told: made?.told ?? 0, refused }
}

/** What the other system says of the values, beside those that are stored now. What was refused, or is the same as before, tells nothing new. */
const storeOrigins = async (tx: Db, table: string, { delivery, form, files }: Plan, store: Store): Promise<number> => {
  if (!files.origins) return 0
  await tx.query(
    `CREATE TEMP TABLE delivery_origin (row_no bigint, number bigint, slot integer, value text, at text, by text, location text, reason text, system text) ON COMMIT DROP`,
  )
  await copyInto(tx, 'COPY delivery_origin FROM STDIN (FORMAT csv)', createReadStream(store.pathOf(files.origins)))
  return count(
    tx,
    `WITH own AS (SELECT id, row_no FROM ${table} WHERE delivery_id = $1::bigint UNION ALL SELECT id, row_no FROM delivery_row WHERE hit),
    made AS (INSERT INTO value_origin (form, record, slot, delivery, value, at, by, location, reason, system)
      SELECT $2::bigint, own.id, o.slot, $1::bigint, o.value, coalesce(o.at, ''), coalesce(o.by, ''), coalesce(o.location, ''), coalesce(o.reason, ''), coalesce(o.system, '')
      FROM delivery_origin o JOIN own ON own.row_no = o.row_no ORDER BY o.number RETURNING 1) SELECT count(*) AS n FROM made`,
    [delivery, form],
  )
}

/** The canonical list of what was changed, cell by cell. */
export const CHANGES_HASH = `SELECT encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(record, slot, before, after)::text, E'\\n' ORDER BY record, slot), ''), 'UTF8')), 'hex') AS hash
  FROM value_change WHERE delivery = $1`

/** New rows and changed cells in the transaction at hand. A row that somebody changed since the comparison is left as it is and told. */
export const storeRows = async (ctx: Ctx, store: Store, plan: Plan): Promise<Stored> => {
  const { db: tx } = ctx
  const table = `"record"."${tableName(plan.form)}"`
  const straight = await copyStraight(tx, table, plan, store)
  const aside = straight === undefined ? await copyAside(tx, table, plan, store) : { added: straight, refused: [] }
  await openUnits(tx, plan, store)
  await noteUnits(ctx, table, plan)
  const { changed, cells, told, refused } = await changeRows(ctx, table, plan, store)
  const origins = await storeOrigins(tx, table, plan, store)
  const late = [...aside.refused, ...refused]
  const [hash] = await tx.query<{ hash: string }>(CHANGES_HASH, [plan.delivery])
  return {
    added: aside.added,
    changed,
    cells,
    told,
    conflicts: late.length,
    origins,
    changesHash: hash?.hash ?? '',
    refused: late.length ? await appended(tx, store, plan.files.refused, late) : plan.files.refused,
  }
}

const appended = async (tx: Db, store: Store, before: string, rows: readonly RefusedRow[]): Promise<string> => {
  const staged = await store.stage()
  await copyFile(store.pathOf(before), staged)
  await appendFile(staged, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return keepFile(tx, store, staged)
}
