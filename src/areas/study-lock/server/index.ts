import { fail, keptReason, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { sqlState } from '#server/db/database.ts'
import { SYSTEM, adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { followers, following } from '#study/lock/gather.ts'
import { LOCKED_STATE, guardTables, isHeld, unguardTables } from '#study/lock/guard.ts'
import { heldIn, takeTurn, wordsOf } from '#study/lock/held.ts'
import { leads } from '#study/team.ts'
import { studyLock } from '../index.ts'
import locale from '../locale.ts'
import { refuseTwice, titleOf } from './place.ts'
import type { Lock } from './place.ts'
import { askSheet, voidSheets, withSheet } from './sheet.ts'
import { lockedSites, refuseOthers } from './sites.ts'

const STUDY = 'SELECT study FROM study_lock WHERE id = $1'
const HOLD = 'SELECT state FROM study_project WHERE id = $1 FOR UPDATE'
/** The study, held against everybody who writes into it. Its own lock follows its state: whoever moves the study brings that along. */
const hold = async (ctx: Ctx, { study, scope }: Pick<Lock, 'study' | 'scope'>, states: readonly string[]): Promise<void> => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'notLead')
  await takeTurn(ctx.db, study)
  const [held] = await ctx.db.query<{ state: string }>(HOLD, [study])
  if (scope === 'study' && !states.includes(held?.state ?? '')) throw refuse(locale, 'whole')
}
const STATES: Readonly<Record<string, readonly string[]>> = { locked: ['locked'], lifted: ['cleaning'] }

/** Where data are gathered is locked with the study, or by itself, and closed once that is lifted. */
const bringGathers = async (ctx: Ctx, { study, scope, gather, state }: Lock): Promise<void> => {
  if (scope !== 'study' && scope !== 'gather') return
  const { to, ids } = await followers(ctx.db, { study, gather: gather ?? null, state })
  await following(ctx.db, study, async () => {
    for (const id of ids) await ctx.engine.move({ ...ctx, actor: SYSTEM }, 'gather.project', { id, to })
  })
}

const LOCK_NOT_AVAILABLE = '55P03'
/** A guard that stays guards nothing and costs time alone; the next lock that is lifted takes it away. */
const unguard = async (ctx: Ctx, study: number): Promise<void> => {
  if (await isHeld(ctx.db, study)) return
  await ctx.engine
    .attempt(ctx, () => unguardTables(ctx.db, study))
    .catch((error: unknown) => {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    })
}

export default serve(studyLock, {
  scope: lockedSites,
  showAll: withSheet,
  // What stands in the way the areas of queries, findings, records and deliveries say; whoever writes is waited for before they are asked.
  gates: { locked: async () => [] },
  turn: async (ctx, id) => {
    const [row] = await ctx.db.query<{ study: number }>(STUDY, [id])
    if (row) await takeTurn(ctx.db, row.study)
  },
  before: {
    add: async (ctx, draft) => {
      await hold(ctx, draft, ['frozen'])
      const target = { gather: null, form: null, visit: null, subject: null, record: null, ...draft }
      await refuseTwice(ctx, target)
      const title = await titleOf(ctx, target)
      await refuseOthers(ctx, target)
      return { ...draft, title, by: adminId(ctx.actor), since: nowOf(ctx) }
    },
    move: async (ctx, row, to) => {
      await hold(ctx, row, STATES[to] ?? [])
      await refuseOthers(ctx, row)
      if (to === 'locked') return { level: 'lock', by: adminId(ctx.actor), since: nowOf(ctx) }
      return { liftedBy: adminId(ctx.actor), liftedAt: nowOf(ctx), liftReason: keptReason(ctx.reason) }
    },
  },
  after: {
    add: async (ctx, row) => {
      await guardTables(ctx.db, row.study)
      if (row.level === 'lock') await ctx.engine.move(ctx, studyLock.name, { id: row.id, to: 'locked' })
    },
    move: async (ctx, row) => {
      await bringGathers(ctx, row)
      if (row.state !== 'lifted') return
      await voidSheets(ctx, row)
      await unguard(ctx, row.study)
    },
  },
  actions: {
    sheet: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return askSheet(ctx, row)
    },
  },
  refused: (state, detail) => (state === LOCKED_STATE ? wordsOf(heldIn(detail)) : null),
})
