import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { copyInto } from '#server/db/database.ts'
import type { Db } from '#server/db/database.ts'
import type { Proof } from '#server/model/half.ts'
import { tableName } from '#study/record/table.ts'
import { gatherDelivery } from '../index.ts'
import { CHANGES_HASH } from './bulk.ts'

const told = z.object({
  stored: z.tuple([z.null(), z.number()]),
  addedSha256: z.tuple([z.null(), z.string()]),
  changesSha256: z.tuple([z.null(), z.string()]),
})
type Stored = { id: number; form: number; changes: unknown; slots: string[] }
/** What the trail says was stored, and in which columns. */
const STORED = `SELECT d.id, d.form, e.changes, d.diff -> 'slots' AS slots FROM audit_entry e JOIN gather_delivery d ON d.id::text = e.record_id
  WHERE e.resource = '${gatherDelivery.name}' AND e.action = 'import' AND to_regclass('record.t' || d.form) IS NOT NULL ORDER BY d.id`
const COLUMNS = `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'record' AND table_name = $1 AND column_name ~ '^v[0-9]+$'`

const hashOf = async (path: string): Promise<string | null> => {
  if (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The value that a new row was born with: what stood before its first change, or what stands there still. Changes that only say how it was written begin with it. */
const bornSql = (slot: string): string => `CASE WHEN c.firsts ? '${slot}' THEN c.firsts ->> '${slot}' ELSE t."${slot}" END`
const BORN = (form: number): string => `SELECT record, jsonb_object_agg('v' || slot, before) AS firsts FROM (
    SELECT DISTINCT ON (record, slot) record, slot, before FROM value_change x
    WHERE x.form = ${form} AND NOT (x.delivery = $1 AND x.before IS NULL) AND EXISTS (SELECT 1 FROM "record"."${tableName(form)}" t WHERE t.id = x.record AND t.delivery_id = $1)
    ORDER BY record, slot, id) f GROUP BY record`

/** Rows that are there and were not in the file that the trail names, or were born with other values. */
const strangers = async (db: Db, { id, form, slots }: Stored, path: string): Promise<string[]> => {
  const table = `"record"."${tableName(form)}"`
  const all = (await db.query<{ name: string }>(COLUMNS, [tableName(form)])).map(({ name }) => name)
  const own = new Set(slots)
  await db.query(`CREATE TEMP TABLE replay_new (subject bigint, visit bigint, instance bigint, department bigint, state text, delivery_id bigint,
    row_no bigint${slots.map((slot) => `, "${slot}" text`).join('')}) ON COMMIT DROP`)
  await copyInto(db, 'COPY replay_new FROM STDIN (FORMAT csv)', createReadStream(path))
  await db.query('ANALYZE replay_new')
  const differs = all.map((slot) => `${bornSql(slot)} IS DISTINCT FROM ${own.has(slot) ? `n."${slot}"` : 'NULL'}`)
  const rows = await db.query<{ id: number; isForeign: boolean }>(
    `SELECT t.id, n.row_no IS NULL AS "isForeign" FROM ${table} t LEFT JOIN replay_new n ON n.row_no = t.row_no LEFT JOIN (${BORN(form)}) c ON c.record = t.id
      WHERE t.delivery_id = $1 AND (${['n.row_no IS NULL', ...differs].join(' OR ')}) ORDER BY t.id LIMIT 20`,
    [id],
  )
  await db.query('DROP TABLE replay_new')
  return rows.map((row) =>
    row.isForeign
      ? `clinical.data.f${form} #${row.id} is in the table, but not in the file of delivery #${id}`
      : `clinical.data.f${form} #${row.id} was not born with the values of the file of delivery #${id}`,
  )
}

const GONE = (
  form: number,
): string => `SELECT (SELECT count(*) FROM "record"."${tableName(form)}" WHERE delivery_id = ANY($1::bigint[])) AS here,
  (SELECT count(DISTINCT e.record_id) FROM audit_entry e WHERE e.resource = 'clinical.data.f${form}' AND e.action = 'delete'
    AND NOT EXISTS (SELECT 1 FROM "record"."${tableName(form)}" t WHERE t.id::text = e.record_id)) AS purged`
/** More rows are gone than the trail has deleted: which ones nobody can say, how many it can. */
const gone = async (db: Db, form: number, all: readonly (Stored & { count: number })[]): Promise<string[]> => {
  const [found] = await db.query<{ here: number; purged: number }>(GONE(form), [all.map(({ id }) => id)])
  const missing = all.reduce((sum, { count }) => sum + count, 0) - Number(found?.here ?? 0) - Number(found?.purged ?? 0)
  return missing > 0 ? [`clinical.data.f${form}: ${missing} delivered rows are gone from the table, but the trail has them`] : []
}

/** Deliveries have one entry each: it holds the hashes of the rows that were added and of the cells that were changed. */
export const replayDeliveries = async ({ db, pathOf, say, signal }: Proof): Promise<string[]> => {
  const problems: string[] = []
  const stored: (Stored & { count: number })[] = []
  for (const one of await db.query<Stored>(STORED)) {
    signal.throwIfAborted()
    const { stored: rows, addedSha256, changesSha256 } = told.parse(one.changes)
    stored.push({ ...one, count: rows[1] })
    const [changes] = await db.query<{ hash: string }>(CHANGES_HASH, [one.id])
    if (changes?.hash !== changesSha256[1]) problems.push(`${gatherDelivery.name} #${one.id} has other changes of values than the trail`)
    const path = pathOf(addedSha256[1])
    const hash = await hashOf(path)
    if (hash === addedSha256[1]) problems.push(...(await strangers(db, one, path)))
    else
      problems.push(
        `${gatherDelivery.name} #${one.id}: the rows that it added ${hash === null ? 'are gone from the store' : 'are others in the store'}`,
      )
  }
  for (const [form, all] of Map.groupBy(stored, (one) => one.form)) problems.push(...(await gone(db, form, all)))
  if (stored.length > 0)
    say(`read   ${gatherDelivery.name}: ${stored.length} stored, ${stored.reduce((sum, { count }) => sum + count, 0)} rows`)
  return problems
}
