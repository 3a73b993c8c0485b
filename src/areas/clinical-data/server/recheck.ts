import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { recheckTouched } from '#study/run/recheck.ts'

/** After a change: only the rules with open findings of this subject in this form are asked again, by a worker. */
export const recheckPair = async (ctx: Ctx, { study, form, subject }: { study: number; form: number; subject: unknown }): Promise<void> => {
  if (typeof subject === 'number') await recheckTouched<Ctx>({ ...ctx, actor: SYSTEM }, { study, pairs: [{ form, subject }] })
}
