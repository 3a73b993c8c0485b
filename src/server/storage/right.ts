import { can, ruleFor } from '#kernel'
import { SYSTEM } from '../model/actor.ts'
import type { AnyRow, Ctx, Rows } from '../model/context.ts'
import type { Db } from '../db/database.ts'
import { presentAll, rowsById } from '../resource/read.ts'
import { addressesIn } from './address.ts'
import type { StoredFile } from './holder.ts'
import type { Store } from './store.ts'

type Use = { url: string; resource: string; recordId: number; field: string; at: string }
/** A stored file with the records that show it. */
export type Placed = StoredFile & { readonly uses: readonly Use[]; readonly isPublic: boolean }

/** Pictures there are everybody's, unless the field is masked for some. */
const isPublicPlace = ({ registry, masks }: Rows, { resource, field: name }: Use): boolean => {
  const field = registry.get(resource)?.columns.get(name)?.field
  if (!field || field.sensitive || masks.rule(resource, name)?.mask) return false
  return field.public === true || field.kind === 'richText'
}
const isPublic = (engine: Rows, { mimetype, visibility }: StoredFile, uses: readonly Use[]): boolean =>
  mimetype.startsWith('image/') && (visibility === 'place' ? uses.some((use) => isPublicPlace(engine, use)) : visibility === 'public')

/** The files at these addresses. The addresses are looked up, never joined to a path. */
export const filesAt = async (engine: Rows, store: Store, db: Db, urls: readonly string[]): Promise<Placed[]> => {
  const files = await db.query<StoredFile>(`SELECT * FROM ${store.kept} k WHERE url = ANY($1::text[])`, [urls])
  if (files.length === 0) return []
  const uses = Map.groupBy(
    await db.query<Use>('SELECT url, resource, record_id AS "recordId", field, at FROM file_use WHERE url = ANY($1::text[])', [urls]),
    (use) => use.url,
  )
  return files.map((file) => {
    const own = uses.get(file.url) ?? []
    return { ...file, uses: own, isPublic: isPublic(engine, file, own) }
  })
}

/** Whoever brought it may look at it until a record shows it; then the record decides. */
const isFresh = ({ actor }: Ctx, { owner, since, uses, holder }: Placed): boolean =>
  owner === `${actor.kind}:${actor.id}` && !uses.some((use) => use.resource !== holder && Date.parse(use.at) >= Date.parse(since))

/** Those of these records that the person may see, as they see them: scope and masks applied. */
const seenRows = async (ctx: Ctx, resource: string, ids: readonly number[]): Promise<Map<number, AnyRow>> => {
  const model = await ctx.engine.registry.open(ctx, resource)
  if (!model) return new Map()
  const holds = (action: string) => ctx.actor.kind === 'admin' && can(ctx.actor.rules, ruleFor(model.resource, action))
  // What a member's group holds is of other things: their place in the team says what they see.
  const ofMembers = ctx.actor.kind === 'member' && model.half?.memberFiles
  const asMember = (): Promise<AnyRow[]> => rowsById({ ...ctx, actor: { ...ctx.actor, rules: {} } }, model, ids, 'live')
  const placed = async (own: NonNullable<typeof ofMembers>): Promise<AnyRow[]> =>
    typeof own === 'function' ? rowsById({ ...ctx, actor: SYSTEM }, model, await own(ctx, ids), 'live') : asMember()
  const rows = [
    ...(ofMembers ? await placed(ofMembers) : []),
    ...(holds('index') ? await rowsById(ctx, model, ids, 'live') : []),
    ...(model.isRecyclable && holds('recycle') ? await rowsById(ctx, model, ids, 'recycled') : []),
  ]
  return new Map((await presentAll(ctx, model, rows)).map((row) => [row.id, row]))
}

/** Those that this person may read: public ones, what they have just brought, and what stands in a record that they see. */
export const readableFiles = async (ctx: Ctx, files: readonly Placed[]): Promise<Placed[]> => {
  // The department chosen in the header narrows lists; it is no right.
  const wide = { ...ctx, departments: [] }
  const open = (file: Placed) => file.isPublic || ctx.actor.kind === 'system' || isFresh(ctx, file)
  const seen = new Set<string>()
  const uses = files.flatMap((file) => (open(file) ? [] : file.uses))
  for (const [resource, own] of Map.groupBy(uses, (use) => use.resource)) {
    const rows = await seenRows(wide, resource, [...new Set(own.map((use) => use.recordId))])
    for (const { url, field, recordId } of own) if (addressesIn(rows.get(recordId)?.[field]).includes(url)) seen.add(url)
  }
  return files.filter((file) => open(file) || seen.has(file.url))
}
