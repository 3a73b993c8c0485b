import { refuse } from '#kernel'
import type { Ctx } from '#server'
import type { SentFile, ToldOfFile } from '#server/model/half.ts'
import { DEFAULT_ADDRESS, addressOf } from '#server/storage/address.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { datafile } from '../index.ts'
import locale from '../locale.ts'
import { memberPlace } from './member-place.ts'
import { recordIn, refuseHeld, refuseMisplaced } from './place.ts'
import { reading } from './reading.ts'
import { sameContent, saidSame } from './same-content.ts'

/** The name that the version has in the registry: areas do not import each other. */
export const VERSION = 'datafile.version'

type Known = { id: number; name: string; state: string; number: number; sha256: string | null }
/** Held until the end: of two versions that come at once one is the second. */
const HELD = 'SELECT id, name, state, number, sha256 FROM datafile WHERE id = $1 FOR UPDATE'

/** The file that a new version is sent to, if this person sees it and it is open. */
export const openFile = async (ctx: Ctx, record: number): Promise<Known | undefined> => {
  const row = await ctx.engine.get(ctx, datafile.name, record)
  if (row['state'] === 'locked') throw refuse(locale, 'closed', { name: String(row['name']) })
  await refuseHeld(ctx, row)
  return ctx.db.query<Known>(HELD, [record]).then(([held]) => held)
}

/** Files keep the suffix that they came with: it is part of their address, their name is not. */
const suffixOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? 'bin'

/** What is known of the version before says nothing about this one. */
const UNREAD = { format: null, encoding: null, rows: null, columns: null, rating: null, check: null, checkedAt: null }
const keepFile = async (ctx: Ctx, known: Known | undefined, name: string, facts: Record<string, unknown>): Promise<number> => {
  if (!known) return (await ctx.engine.add(ctx, datafile.name, { name: name || 'file' }, facts)).id
  const { id, state } = known
  if (state === 'received') await ctx.engine.edit(ctx, datafile.name, { id }, { ...facts, ...UNREAD })
  else await ctx.engine.move(ctx, datafile.name, { id, to: 'received' }, { ...facts, ...UNREAD })
  return id
}

export type Kept = { datafile: number; number: number; task?: number | undefined; same?: true; told?: ToldOfFile }
/** A new file, or a new version of one; the same content again is said, not stored twice. Reading it is a task of its own. */
export const receive = async (ctx: Ctx, file: SentFile): Promise<Kept> => {
  if (ctx.actor.kind !== 'member') return keep(ctx, file, await placeIn(ctx, file.record, file.about))
  if (file.isAskedFor) return keep(ctx, file, {})
  const place = await memberPlace(ctx, file.record, file.about)
  // The place in the team reaches further than the member's own department: what they have just sent is not hidden from them.
  const scope = { all: false, departments: [...ctx.actor.scope.departments, place.departmentId] }
  return keep({ ...ctx, actor: { ...ctx.actor, scope } }, file, place)
}

/** Whose file it is, where an admin says so as they send it. */
export const placeIn = async (ctx: Ctx, record: SentFile['record'], about: SentFile['about']): Promise<Place> => {
  if (record !== null || !about?.['subject']) return {}
  const place = { subject: about['subject'], visit: about['visit'] ?? null, ...recordIn(about) }
  await refuseMisplaced(ctx, place)
  await refuseHeld(ctx, place)
  return place
}

type Place = { subject?: number; visit?: number | null; form?: number; instance?: number; departmentId?: number }
const keep = async (ctx: Ctx, { name, folder, size, sha256, record }: SentFile, place: Place): Promise<Kept> => {
  const known = record === null ? undefined : await openFile(ctx, record)
  if (known?.sha256 === sha256) {
    const own = { datafile: known.id, number: known.number, name: known.name }
    const told = { words: saidSame(own, true), resource: datafile.name, record: known.id }
    return { datafile: known.id, number: known.number, same: true, told }
  }
  const number = (known?.number ?? 0) + 1
  const id = await keepFile(ctx, known, name, { number, size, sha256, ...(known ? {} : { folder: folder || null }), ...place })
  const url = addressOf(DEFAULT_ADDRESS, { topic: 'datafile', suffix: suffixOf(name), sha256, at: new Date() })
  await ctx.engine.add(ctx, VERSION, {}, { datafile: id, number, name: name || 'file', size, sha256, url })
  const task = await askReading(ctx, { id, number }, name)
  const [same] = await sameContent(ctx, { id, number, sha256 }, place)
  const told = same && { words: saidSame(same, false), resource: datafile.name, record: same.datafile }
  return { datafile: id, number, task, ...(told ? { told } : {}) }
}

export const askReading = (ctx: Ctx, { id, number }: { id: number; number: number }, title: string): Promise<number | undefined> =>
  enqueue(
    ctx.db,
    reading,
    { datafile: id, number },
    {
      title,
      subject: { resource: datafile.name, record: id },
      owner: { kind: ctx.actor.kind, id: ctx.actor.id || null, departmentId: ctx.actor.departmentId },
      dedupeKey: `${id}:${number}`,
    },
  )
