import type { Kind } from '#kernel'
import type { AnyRow, Ctx, RowListener } from '../model/context.ts'
import type { Db } from '../db/database.ts'
import type { Column, Model, Registry } from '../model/model.ts'
import { ADDRESS_SQL, addressesIn } from './address.ts'
import { filesAt, readableFiles } from './right.ts'
import { holdFile } from './store.ts'
import type { Store } from './store.ts'

const HOLDING: ReadonlySet<Kind> = new Set(['file', 'image', 'images', 'richText', 'json', 'array'])
const placesOf = ({ resource, columns }: Model): Column[] =>
  resource.view ? [] : [...columns.values()].filter(({ field }) => HOLDING.has(field.kind))

type Place = { field: string; url: string; isOwn: boolean }
const placesIn = (model: Model, row: AnyRow): Place[] =>
  placesOf(model).flatMap(({ name, field }) => addressesIn(row[name]).map((url) => ({ field: name, url, isOwn: field.readonly === true })))
const without = (places: readonly Place[], others: readonly Place[]) =>
  places.filter((p) => !others.some((o) => o.field === p.field && o.url === p.url))

/** Of the addresses that somebody put into a record those whose file they may read. Others stay text: writing an address down opens nothing. */
const allowed = async (ctx: Ctx, store: Store, places: readonly Place[]): Promise<readonly Place[]> => {
  const urls = [...new Set(places.flatMap((p) => (p.isOwn ? [] : [p.url])))]
  const found = urls.length ? await filesAt(ctx.engine, store, ctx.db, urls) : []
  if (found.length === 0) return places.filter((p) => p.isOwn)
  for (const sha256 of [...new Set(found.map((f) => f.sha256))].toSorted()) await holdFile(ctx.db, sha256)
  // Until the lock was ours, the last record of the file may have been deleted.
  const readable = new Set((await readableFiles(ctx, await filesAt(ctx.engine, store, ctx.db, urls))).map((f) => f.url))
  return places.filter((p) => p.isOwn || readable.has(p.url))
}

const ADD = `INSERT INTO file_use (url, resource, record_id, field) SELECT p.url, $1, $2, p.field
  FROM unnest($3::text[], $4::text[]) AS p(field, url) ON CONFLICT DO NOTHING`
const REMOVE = `DELETE FROM file_use u USING unnest($3::text[], $4::text[]) AS p(field, url)
  WHERE u.resource = $1 AND u.record_id = $2 AND u.field = p.field AND u.url = p.url`

/** Keeps the list of uses with every write. */
export const useListener = (store: Store): RowListener => ({
  written: async (ctx, model, row, before) => {
    const now = placesIn(model, row)
    const old = before ? placesIn(model, before) : []
    const change = (statement: string, places: readonly Place[]) =>
      ctx.db.query(statement, [model.resource.name, row.id, places.map((p) => p.field), places.map((p) => p.url)])
    const gone = without(old, now)
    if (gone.length) await change(REMOVE, gone)
    const added = without(now, old)
    if (added.length) await change(ADD, await allowed(ctx, store, added))
  },
  gone: async (ctx, model, ids) => {
    if (placesOf(model).length === 0) return
    await ctx.db.query('DELETE FROM file_use WHERE resource = $1 AND record_id = ANY($2::bigint[])', [model.resource.name, ids])
  },
})

/** A table was dropped, or fields of it: what stood there is used there no more. */
export const forgetUses = async (db: Db, resource: string, fields: Readonly<Record<string, { kind: Kind }>> = {}): Promise<void> => {
  const kept = Object.keys(fields).filter((name) => HOLDING.has(fields[name]!.kind))
  await db.query('DELETE FROM file_use WHERE resource = $1 AND NOT field = ANY($2::text[])', [resource, kept])
}

/** Once, for records from the time before uses were listed: everything that stands in them counts. */
export const fillUses = async (tx: Db, registry: Registry, store: Store): Promise<void> => {
  const first = await tx.query(`INSERT INTO setting (key, value) VALUES ('fileUse', 'true') ON CONFLICT DO NOTHING RETURNING key`)
  if (first.length === 0) return
  for (const model of registry.all())
    for (const { name, sql } of placesOf(model))
      await tx.query(
        `INSERT INTO file_use (url, resource, record_id, field) SELECT DISTINCT m[1], $1::text, t."id", $2::text
         FROM ${model.table} t, regexp_matches(t.${sql}::text, $3, 'g') AS m
         WHERE position('/storage/' in t.${sql}::text) > 0 AND EXISTS (SELECT 1 FROM ${store.kept} k WHERE k.url = m[1]) ON CONFLICT DO NOTHING`,
        [model.resource.name, name, `(${ADDRESS_SQL})`],
      )
}

/** The first resource, besides the one that keeps it, that shows the file at this address. */
export const userOf = async (db: Db, url: string, keeper: string): Promise<string | undefined> =>
  (await db.query<{ resource: string }>('SELECT resource FROM file_use WHERE url = $1 AND resource <> $2 LIMIT 1', [url, keeper]))[0]
    ?.resource

export type Unused = { id: number; name: string; size: number }
/** Attachments that nobody has uploaded for so many days and that no record shows, the largest first. */
export const unusedFor = (db: Db, days: number, keeper: string): Promise<Unused[]> =>
  db.query<Unused>(
    `SELECT a.id, a.name, a.size FROM routine_attachment a WHERE a.last_upload_at < now() - make_interval(days => $1::int)
     AND NOT EXISTS (SELECT 1 FROM file_use u WHERE u.url = a.url AND u.resource <> $2) ORDER BY a.size DESC, a.id`,
    [days, keeper],
  )
