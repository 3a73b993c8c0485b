import { fail, nameIn, refuse, wordsIn } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { allocate, allocationOf } from '#study/allocation.ts'
import { isBlind, openArms, readsArms } from '#study/blind.ts'
import { studySubject } from '../index.ts'
import locale from '../locale.ts'

type Subject = { id: number; study: number; code: string; arm: number | null }
const note = (ctx: Ctx, { id, code }: Subject, action: string): Promise<void> =>
  record(ctx, { action, resource: studySubject.name, recordId: id, label: code, changes: {} })

/** What stands in the row is seen in lists, in history and in files: of a blinded study it is not there. */
export const refuseOpenArm = async (ctx: Ctx, study: number, arm: number | null | undefined): Promise<void> => {
  if (arm && (await isBlind(ctx.db, study))) throw refuse(locale, 'blind')
}

/** The trail says that it was done, and not what. */
export const allocateArm = async (ctx: Ctx, subject: Subject, arm: number): Promise<{ count: number }> => {
  if (!(await isBlind(ctx.db, subject.study)) || subject.arm !== null) throw refuse(locale, 'open')
  if ((await ctx.db.query('SELECT 1 FROM study_arm WHERE id = $1 AND study = $2', [arm, subject.study])).length === 0)
    throw refuse(locale, 'arm')
  await allocate(ctx, subject, arm)
  const reason = ctx.reason ?? wordsIn(locale, ({ actions }) => actions.allocate)
  await ctx.engine.edit({ ...ctx, reason }, studySubject.name, { id: subject.id }, { allocatedAt: nowOf(ctx) })
  return { count: 1 }
}

const ARM = 'SELECT code, name, name_en AS "nameEn" FROM study_arm WHERE id = $1'
/** Before everybody knows it: only for whoever holds the right to. The entry is written before the answer leaves. */
export const readAllocation = async (ctx: Ctx, subject: Subject) => {
  if (!readsArms(ctx.actor)) throw fail('auth.forbidden')
  const arm = await allocationOf(ctx, subject.id)
  if (arm === null) throw refuse(locale, 'unallocated')
  await note(ctx, subject, 'allocation')
  const [found] = await ctx.db.query<{ code: string; name: string; nameEn: string }>(ARM, [arm])
  return { arm: found && `${found.code} ${nameIn(ctx.language, found)}` }
}

/** One subject alone, when two have agreed; a lock does not stop it. */
export const unblindSubject = async (ctx: Ctx, subject: Subject): Promise<{ count: number }> => {
  const arm = subject.arm === null ? await allocationOf(ctx, subject.id) : null
  if (arm === null) throw refuse(locale, 'unallocated')
  openArms(ctx.db, subject.study)
  await ctx.engine.edit({ ...ctx, actor: SYSTEM }, studySubject.name, { id: subject.id }, { arm })
  await note(ctx, subject, 'unblind')
  return { count: 1 }
}
