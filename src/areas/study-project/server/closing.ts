import { refuse } from '#kernel'
import type { Row, Words } from '#kernel'
import type { Ctx } from '#server'
import { heldOn } from '#study/lock/held.ts'
import { leads } from '#study/team.ts'
import type { studyProject } from '../index.ts'
import locale from '../locale.ts'

type Study = Pick<Row<typeof studyProject>, 'id' | 'state' | 'code'>

const CLOSED = new Set(['frozen', 'locked'])
/** Those who answer for the study close it and open it again. */
export const refuseOthers = async (ctx: Ctx, { id, state }: Study, to: string): Promise<void> => {
  const isClosing = CLOSED.has(to) || (CLOSED.has(state) && to === 'cleaning')
  if (isClosing && !(await leads(ctx.db, ctx.actor, id))) throw refuse(locale, 'notLead')
}

const OWN = `SELECT id FROM study_lock WHERE study = $1 AND scope = 'study' AND state <> 'lifted'`
/** The lock of the whole study goes with its state, in the same transaction. */
export const followState = async (ctx: Ctx, { id, state }: Study): Promise<void> => {
  const [own] = await ctx.db.query<{ id: number }>(OWN, [id])
  if (state === 'frozen' && !own)
    await ctx.engine.add(ctx, 'study.lock', {
      study: id,
      scope: 'study',
      level: 'freeze',
      reason: ctx.reason ?? locale[ctx.language].moves.frozen,
    })
  if (own && state === 'locked') await ctx.engine.move(ctx, 'study.lock', { id: own.id, to: 'locked' })
  if (own && state === 'cleaning') await ctx.engine.move(ctx, 'study.lock', { id: own.id, to: 'lifted' })
}

/** A study that is locked stays as it is, its own page included; frozen, only its data do. */
export const lockOf = (ctx: Ctx, { id }: Pick<Study, 'id'>): Promise<Words | null> => heldOn(ctx.db, { study: id }, ['lock'])
