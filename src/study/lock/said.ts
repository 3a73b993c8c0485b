import { fail } from '#kernel'
import type { Language, Words } from '#kernel'
import type { Reader, Rows } from '../reader.ts'
import { tableName } from '../record/table.ts'
import { heldOn } from './held.ts'
import type { Place } from './held.ts'

/** What a finding or a query is about. */
type About = {
  readonly study: number | null
  readonly form: number | null
  readonly record: number | null
  readonly subject: number | null
}
type Stands = { visit: number | null; subject: number | null; gather: number | null }

const standsOf = async (db: Rows, form: number, record: number): Promise<Stands | undefined> => {
  const text = `SELECT r.visit, r.subject, d.gather FROM "record"."${tableName(form)}" r LEFT JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.id = $1`
  return (await db.query<Stands>(text, [record]))[0]
}

/** Where it stands: with its record, as that stands now. */
export const placeOf = async (db: Rows, { form, record, subject }: About, study: number): Promise<Place> => {
  const at = form !== null && record !== null ? await standsOf(db, form, record) : undefined
  return { study, form, record, subject: subject ?? at?.subject ?? null, visit: at?.visit ?? null, gather: at?.gather ?? null }
}

/**
 * What people say about data is closed with the data by a lock; a freeze lets them. What a run finds out, and what follows from it, is the
 * system's and is still written down.
 */
export const lockedAbout = async (
  { actor, db }: { readonly actor: Pick<Reader, 'kind'>; readonly db: Rows },
  about: About,
): Promise<Words | null> =>
  about.study === null || actor.kind === 'system' ? null : heldOn(db, await placeOf(db, about, about.study), ['lock'])

/** For what writes none of these records itself: the engine asks of those that it writes. */
export const refuseLocked = async (
  ctx: { readonly actor: Pick<Reader, 'kind'>; readonly db: Rows; readonly language: Language },
  about: About,
): Promise<void> => {
  const held = await lockedAbout(ctx, about)
  if (held) throw fail('record.scopeLocked', { scope: held[ctx.language] })
}
