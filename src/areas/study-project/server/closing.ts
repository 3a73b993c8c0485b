import { keptReason, reasonIn, refuse } from '#kernel'
import type { Row, Words } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { heldOn } from '#study/lock/held.ts'
import { leads, leadsAt } from '#study/team.ts'
import type { studyProject } from '../index.ts'
import locale from '../locale.ts'

type Study = Pick<Row<typeof studyProject>, 'id' | 'state' | 'code'>

const CLOSED = new Set(['frozen', 'locked', 'archived'])
/** Those who answer for the study close it and open it again, and for all of its sites. */
export const refuseOthers = async (ctx: Ctx, { id, state }: Study, to: string): Promise<void> => {
  const isClosing = CLOSED.has(to) || (CLOSED.has(state) && to === 'cleaning')
  if (!isClosing) return
  if (!(await leads(ctx.db, ctx.actor, id))) throw refuse(locale, 'notLead')
  if (!(await leadsAt(ctx.db, ctx.actor, id, null))) throw refuse(locale, 'partly')
}

const OWN = `SELECT id, state FROM study_lock WHERE study = $1 AND scope = 'study' AND state <> 'lifted'`
const WAIVERS = `SELECT id FROM study_waiver WHERE study = $1 AND state IN ('requested', 'granted')`
const ARCHIVES = `SELECT id FROM study_archive WHERE study = $1 AND state <> 'ended'`
const SHEETS = `SELECT id FROM study_signature WHERE study = $1 AND scope = 'study' AND state <> 'void'`
/** The lock of the whole study and the sheet that is signed go with its state, in the same transaction. */
export const followState = async (ctx: Ctx, { id, state, code }: Study): Promise<void> => {
  const [own] = await ctx.db.query<{ id: number; state: string }>(OWN, [id])
  if (state === 'frozen' && !own) {
    const reason = reasonIn(ctx.reason ?? locale[ctx.language].moves.frozen, ctx.language)
    await ctx.engine.add(ctx, 'study.lock', { study: id, scope: 'study', level: 'freeze', reason })
    await ctx.engine.add(ctx, 'study.signature', {}, { study: id, title: code })
  }
  if (state === 'archived') await ctx.engine.add(ctx, 'study.archive', {}, { study: id, title: code, by: adminId(ctx.actor) })
  if (state === 'locked') await bringBack(ctx, id)
  if (own?.state === 'frozen' && state === 'locked') {
    const [sheet] = await ctx.db.query<{ id: number }>(SHEETS, [id])
    await ctx.engine.move(ctx, 'study.lock', { id: own.id, to: 'locked' }, { signature: sheet?.id ?? null })
  }
  if (own && state === 'cleaning') await open(ctx, id, own.id)
}
/** What was made stays as it is; the study is not what lies there any more, once somebody opens it. */
const bringBack = async (ctx: Ctx, study: number): Promise<void> => {
  const facts = { endedAt: nowOf(ctx), endReason: keptReason(ctx.reason) }
  for (const archive of await ctx.db.query<{ id: number }>(ARCHIVES, [study]))
    await ctx.engine.move(ctx, 'study.archive', { id: archive.id, to: 'ended' }, facts)
}
/** What was signed can change from here on: nobody answers for it any more. */
const open = async (ctx: Ctx, study: number, lock: number): Promise<void> => {
  await ctx.engine.move(ctx, 'study.lock', { id: lock, to: 'lifted' })
  const facts = { voidedAt: nowOf(ctx), voidReason: keptReason(ctx.reason) }
  for (const sheet of await ctx.db.query<{ id: number }>(SHEETS, [study]))
    await ctx.engine.move(ctx, 'study.signature', { id: sheet.id, to: 'void' }, facts)
  // What was let pass was let pass for this freeze.
  for (const waiver of await ctx.db.query<{ id: number }>(WAIVERS, [study]))
    await ctx.engine.move(ctx, 'study.waiver', { id: waiver.id, to: 'ended' })
}

/** A study that is locked stays as it is, its own page included; frozen, only its data do. */
export const lockOf = (ctx: Ctx, { id }: Pick<Study, 'id'>): Promise<Words | null> => heldOn(ctx.db, { study: id }, ['lock'])
