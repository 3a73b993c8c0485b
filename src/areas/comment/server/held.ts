import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { placeOfFile } from '#study/lock/file.ts'
import { heldAmong, heldOn } from '#study/lock/held.ts'
import type { Place } from '#study/lock/held.ts'
import { placeOf, placeOfDelivery, studyAbout } from '#study/lock/said.ts'
import { formIn } from './matter.ts'

type About = { readonly resource: string; readonly record: number; readonly study: number | null }
type Found = { study: number | null; form: number | null; record: number | null; subject: number | null; datafile: number | null }
const FINDING = 'SELECT study, form, record, subject, datafile FROM finding WHERE id = $1'

/** Where what is talked about stands in its study; null where it is of none. */
const placeIn = async ({ db }: Ctx, { resource, record, study }: About): Promise<Place | null> => {
  if (resource === 'datafile') return placeOfFile(db, record)
  const [found] = resource === 'finding' ? await db.query<Found>(FINDING, [record]) : []
  const about = found ? await studyAbout(db, found) : study
  if (about === null) return null
  if (found) return placeOf(db, found, about)
  const form = formIn(resource)
  if (form > 0) return placeOf(db, { study, form, record, subject: null }, about)
  return { study: about, ...(resource === 'gather.delivery' ? await placeOfDelivery(db, record) : {}) }
}

/** What is said beside data is closed with them by a lock, wherever it lies; frozen, people still talk. */
export const closedTalk = async (ctx: Ctx, about: About): Promise<Words | null> => {
  const place = await placeIn(ctx, about)
  return place && heldOn(ctx.db, place, ['lock'])
}
/** The same for whoever reads: nobody waits here for a freeze, and what is said is asked again. */
export const shownClosed = async (ctx: Ctx, about: About): Promise<string | null> => {
  const place = await placeIn(ctx, about)
  const [held] = place ? Object.values(await heldAmong(ctx.db, place.study, [place], ctx.language)) : []
  return held?.isFinal ? held.why : null
}
