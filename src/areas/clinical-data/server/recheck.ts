import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { readSettings } from '#server/settings/read.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { recheck } from '#study/run/recheck.ts'

const RULES = 'SELECT DISTINCT parameter AS id FROM finding WHERE form = $1 AND subject = $2 AND state = ANY($3)'

/** After a change: only the rules with open findings of this subject in this form are asked again, by a worker. */
export const recheckPair = async (ctx: Ctx, { study, form, subject }: { study: number; form: number; subject: unknown }): Promise<void> => {
  if (typeof subject !== 'number') return
  const rules = await ctx.db.query<{ id: number }>(RULES, [form, subject, OPEN_STATES])
  if (rules.length === 0) return
  const { recheck_on_change: isOn } = await readSettings(ctx.db, ['recheck_on_change'])
  if (isOn === false) return
  await recheck<Ctx>({ ...ctx, actor: SYSTEM }, { study, parameters: rules.map(({ id }) => id), pairs: [{ form, subject }] })
}
