import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { heldOn } from '#study/lock/held.ts'
import { lockedAbout } from '#study/lock/said.ts'
import { formIn } from './matter.ts'

type About = { readonly resource: string; readonly record: number; readonly study: number | null }
type Found = { study: number | null; form: number | null; record: number | null; subject: number | null }
const FINDING = 'SELECT study, form, record, subject FROM finding WHERE id = $1'
const DELIVERY = 'SELECT gather, form FROM gather_delivery WHERE id = $1'

/** What is said beside data is closed with them by a lock, wherever it lies; frozen, people still talk. */
export const closedTalk = async (ctx: Ctx, { resource, record, study }: About): Promise<Words | null> => {
  if (study === null) return null
  const form = formIn(resource)
  if (form > 0) return lockedAbout(ctx, { study, form, record, subject: null })
  if (resource === 'finding') {
    const [found] = await ctx.db.query<Found>(FINDING, [record])
    return found ? lockedAbout(ctx, found) : null
  }
  const [delivery] = resource === 'gather.delivery' ? await ctx.db.query<{ gather: number; form: number | null }>(DELIVERY, [record]) : []
  return heldOn(ctx.db, { study, ...delivery }, ['lock'])
}
