import { refuse } from '#kernel'
import type { Ctx } from '#server'
import type { SentFile } from '#server/model/half.ts'
import { DEFAULT_ADDRESS, addressOf } from '#server/storage/address.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { datafile } from '../index.ts'
import locale from '../locale.ts'
import { reading } from './reading.ts'

/** The name that the version has in the registry: areas do not import each other. */
export const VERSION = 'datafile.version'

type Known = { id: number; name: string; state: string; number: number; sha256: string | null }
/** Held until the end: of two versions that come at once one is the second. */
const HELD = 'SELECT id, name, state, number, sha256 FROM datafile WHERE id = $1 FOR UPDATE'

/** The file that a new version is sent to, if this person sees it and it is open. */
export const openFile = async (ctx: Ctx, record: number): Promise<Known | undefined> => {
  const row = await ctx.engine.get(ctx, datafile.name, record)
  if (row['state'] === 'locked') throw refuse(locale, 'closed', { name: String(row['name']) })
  return ctx.db.query<Known>(HELD, [record]).then(([held]) => held)
}

/** Files keep the suffix that they came with: it is part of their address, their name is not. */
const suffixOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? 'bin'

/** What is known of the version before says nothing about this one. */
const UNREAD = { format: null, encoding: null, rows: null, columns: null, check: null, checkedAt: null }
const keepFile = async (ctx: Ctx, known: Known | undefined, name: string, facts: Record<string, unknown>): Promise<number> => {
  if (!known) return (await ctx.engine.add(ctx, datafile.name, { name: name || 'file' }, facts)).id
  const { id, state } = known
  if (state === 'received') await ctx.engine.edit(ctx, datafile.name, { id }, { ...facts, ...UNREAD })
  else await ctx.engine.move(ctx, datafile.name, { id, to: 'received' }, { ...facts, ...UNREAD })
  return id
}

export type Kept = { datafile: number; number: number; task?: number | undefined; same?: true }
/** A new file, or a new version of one; the same content again is said, not stored twice. Reading it is a task of its own. */
export const receive = async (ctx: Ctx, { name, size, sha256, record }: SentFile): Promise<Kept> => {
  const known = record === null ? undefined : await openFile(ctx, record)
  if (known?.sha256 === sha256) return { datafile: known.id, number: known.number, same: true }
  const number = (known?.number ?? 0) + 1
  const id = await keepFile(ctx, known, name, { number, size, sha256 })
  const url = addressOf(DEFAULT_ADDRESS, { topic: 'datafile', suffix: suffixOf(name), sha256, at: new Date() })
  await ctx.engine.add(ctx, VERSION, {}, { datafile: id, number, name: name || 'file', size, sha256, url })
  return { datafile: id, number, task: await askReading(ctx, { id, number }, name) }
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
