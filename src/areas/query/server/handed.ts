import * as z from 'zod'
import { Refusal, fail, refuse } from '#kernel'
import type { Ctx } from '#server'
import type { SentFile, Uploads } from '#server/model/half.ts'
import { targetOf } from '#server/upload/target.ts'
import { heldDatafile } from '#study/lock/file.ts'
import { refuseLocked } from '#study/lock/said.ts'
import type { Doors, Handed } from '#study/query/told.ts'
import locale from '../locale.ts'
import { mayAnswer } from './answer.ts'
import { seenQuery } from './routes.ts'
import { asSystem, now, say, stepQuery } from './thread.ts'
import type { About, Query } from './thread.ts'

/** Where a corrected file goes: it is the next version of the file that was asked about, or one more delivery of the gather project. */
type Way = { datafile: number } | { gather: number }

const GATHERS = `SELECT g.id FROM gather_project g LEFT JOIN gather_delivery d ON d.id = $3::bigint WHERE g.study = $1 AND g.deleted_at IS NULL AND g.state = 'open'
  AND (g.id = d.gather OR g.form = $2::bigint) ORDER BY (g.id = d.gather) DESC NULLS LAST, g.id`
/** A gather project that takes a file from this person: the one that the file came by, or one that asks for the form. */
const gatherFor = async (ctx: Ctx, { study, form, delivery }: About): Promise<number | null> => {
  const { uploads } = targetOf(ctx.engine.registry, 'gather.project')
  for (const { id } of await ctx.db.query<{ id: number }>(GATHERS, [study, form, delivery]))
    try {
      await uploads.guard(ctx, id)
      return id
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  return null
}
export const wayOf = async (ctx: Ctx, row: About): Promise<Way | null> => {
  if (row.delivery === null && row.datafile !== null) return { datafile: row.datafile }
  if (row.delivery === null && row.form === null) return null
  const gather = await gatherFor(ctx, row)
  return gather === null ? null : { gather }
}

const STATE = 'SELECT state FROM query WHERE id = $1'
const HELD = `${STATE} FOR UPDATE`
/** Whoever is to answer it, while it waits for an answer. A member's group says nothing about it: their place in the team does. */
const openFor = async (ctx: Ctx, record: number | null): Promise<{ row: About; way: Way }> => {
  const placed = ctx.actor.kind === 'member' ? { ...ctx, actor: { ...ctx.actor, rules: {} } } : ctx
  const row = await seenQuery(placed, record)
  if (!(await mayAnswer(placed, row))) throw refuse(locale, 'mayAnswer')
  // Said before the first byte comes; the engine would say it at the last.
  await refuseLocked(ctx, { ...row, subject: null })
  const [{ state } = { state: '' }] = await ctx.db.query<{ state: string }>(STATE, [row.id])
  if (state !== 'open') throw refuse(locale, 'notOpen', { id: row.id })
  const way = await wayOf(ctx, row)
  if (!way) throw refuse(locale, 'takesNoFile')
  const held = 'datafile' in way ? await heldDatafile(ctx.db, way.datafile) : null
  if (held) throw fail('record.scopeLocked', { scope: held[ctx.language] })
  return { row, way }
}

/** They may correct the file that they were asked about, wherever it stands; what the trail says is that they did. */
const reaching = (ctx: Ctx): Ctx => ({ ...ctx, departments: [], actor: { ...ctx.actor, scope: { all: true, departments: [] } } })
const version = z.object({ datafile: z.number(), number: z.number(), same: z.boolean().optional() })
const delivered = z.object({ delivery: z.number(), number: z.number() })

const answered = async (ctx: Ctx, id: number, file: Handed): Promise<void> => {
  await stepQuery(ctx, { id }, 'answered', null, { category: 'corrected', answeredAt: now(ctx) })
  await say(ctx, id, 'answered', { category: 'corrected', facts: { file } })
}

const receive = async (ctx: Ctx, { record, ...sent }: SentFile): Promise<unknown> => {
  const { row, way } = await openFor(ctx, record)
  // Of two files that come at once the second finds it answered.
  await ctx.db.query(HELD, [row.id])
  const { name, sha256, size } = sent
  if ('datafile' in way) {
    const { uploads } = targetOf(ctx.engine.registry, 'datafile')
    const kept = version.parse(await uploads.receive(reaching(ctx), { ...sent, record: way.datafile, isAskedFor: true }))
    if (kept.same) throw refuse(locale, 'sameFile', { name })
    await answered(ctx, row.id, { name, number: kept.number, sha256, size, datafile: kept.datafile })
    return { query: row.id, ...kept }
  }
  const { uploads } = targetOf(ctx.engine.registry, 'gather.project')
  const kept = delivered.parse(await uploads.receive(ctx, { ...sent, record: way.gather }))
  await ctx.engine.edit(asSystem(ctx), 'gather.delivery', { id: kept.delivery }, { query: row.id })
  // A member sees first what was read, and then stands by it: until then nothing is answered.
  if (ctx.actor.kind !== 'member') await answered(ctx, row.id, { name, number: kept.number, sha256, size, delivery: kept.delivery })
  return { query: row.id, ...kept }
}

/** A corrected file is sent to the query, and kept where the file belongs. */
export const correctedFiles: Uploads = {
  guard: async (ctx, record) => void (await openFor(ctx, record)),
  receive,
}

const SENT = `SELECT id AS delivery, name, number, sha256, coalesce(size, 0) AS size FROM gather_delivery
  WHERE id = $1 AND query = $2 AND submitted_at IS NOT NULL AND sender = $3`
/** The member stands by the file: that is the answer. Answered otherwise meanwhile, it is said all the same. */
export const handed = async (ctx: Ctx, row: Query, { delivery }: { delivery: number }): Promise<void> => {
  await refuseLocked(ctx, row)
  const [file] = await ctx.db.query<Handed>(SENT, [delivery, row.id, ctx.actor.kind === 'member' ? ctx.actor.id : null])
  if (!file) throw fail('record.missing')
  if (row.state === 'open') return answered(ctx, row.id, file)
  await say(ctx, row.id, 'remark', { facts: { file } })
}

const LAST = `SELECT d.id, d.number, d.name, d.state, d.submitted_at AS "submittedAt" FROM gather_delivery d WHERE d.query = $1 AND d.sender = $2 ORDER BY d.id DESC LIMIT 1`
export type OwnFile = { id: number; number: number; name: string; state: string; submittedAt: string | null }
/** What the member has sent last as an answer. */
export const ownFile = async (ctx: Ctx, id: number): Promise<OwnFile | null> =>
  ctx.actor.kind === 'member' ? ((await ctx.db.query<OwnFile>(LAST, [id, ctx.actor.id]))[0] ?? null) : null

const OWN = 'SELECT id FROM gather_delivery WHERE sender = $1 AND (id = $2::bigint OR query = $3)'
/** A member opens what they have sent themselves; files of others, and runs, are pages of the house. */
export const ownDoors = async (ctx: Ctx, { id, delivery }: About): Promise<Doors> => {
  const own = new Set((await ctx.db.query<{ id: number }>(OWN, [ctx.actor.id, delivery, id])).map((one) => one.id))
  return {
    file: (file) => (file.delivery !== undefined && own.has(file.delivery) ? `/user/study/gather?delivery=${file.delivery}` : null),
    run: () => null,
  }
}
