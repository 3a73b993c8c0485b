import { fail } from '#kernel'
import type { Language, Words } from '#kernel'
import type { Reader, Rows } from '../reader.ts'
import { tableName } from '../record/table.ts'
import { placeOfFile } from './file.ts'
import { heldOn, lockedPlaces } from './held.ts'
import type { Place } from './held.ts'

/** What a finding or a query is about. */
type About = {
  readonly study: number | null
  readonly form: number | null
  readonly record: number | null
  readonly subject: number | null
  readonly datafile?: number | null
  readonly delivery?: number | null
}
type Stands = { visit: number | null; subject: number | null; gather: number | null }

const standsOf = async (db: Rows, form: number, record: number): Promise<Stands | undefined> => {
  const text = `SELECT r.visit, r.subject, d.gather FROM "record"."${tableName(form)}" r LEFT JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.id = $1`
  return (await db.query<Stands>(text, [record]))[0]
}

const DELIVERY = 'SELECT gather, form FROM gather_delivery WHERE id = $1'
export const placeOfDelivery = async (db: Rows, delivery: number): Promise<Pick<Place, 'gather' | 'form'>> =>
  (await db.query<{ gather: number; form: number | null }>(DELIVERY, [delivery]))[0] ?? {}

/** Where it stands: with its record, its delivery or its file, as that stands now. */
export const placeOf = async (db: Rows, { form, record, subject, datafile, delivery }: About, study: number): Promise<Place> => {
  if (typeof delivery === 'number') return { study, ...(await placeOfDelivery(db, delivery)) }
  if (typeof datafile === 'number') return { subject, ...(await placeOfFile(db, datafile)), study }
  const at = form !== null && record !== null ? await standsOf(db, form, record) : undefined
  return { study, form, record, subject: subject ?? at?.subject ?? null, visit: at?.visit ?? null, gather: at?.gather ?? null }
}
/** What was found in a file is about the study whose subject it is of. */
export const studyAbout = async (db: Rows, { study, datafile }: Pick<About, 'study' | 'datafile'>): Promise<number | null> =>
  study ?? (typeof datafile === 'number' ? ((await placeOfFile(db, datafile))?.study ?? null) : null)

const closedAt = async (db: Rows, about: About, study: number): Promise<Words | null> =>
  heldOn(db, await placeOf(db, about, study), ['lock'])
export const isLocked = async (db: Rows, about: About & { readonly study: number }): Promise<boolean> =>
  (await closedAt(db, about, about.study)) !== null

const STANDS = (form: number): string =>
  `SELECT r.id, r.visit, r.subject, d.gather FROM "record"."${tableName(form)}" r LEFT JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.id = ANY($1::bigint[])`
/** Where each of them stands. Records of one form are looked up together: a study may have thousands of questions about them. */
const placesOf = async <T extends About & { readonly study: number }>(db: Rows, all: readonly T[]): Promise<[T, Place][]> => {
  const own = (one: T) => typeof one.delivery === 'number' || typeof one.datafile === 'number' || one.form === null || one.record === null
  const places: [T, Place][] = []
  for (const one of all.filter(own)) places.push([one, await placeOf(db, one, one.study)])
  for (const [form, group] of Map.groupBy(
    all.filter((one) => !own(one)),
    (one) => one.form ?? 0,
  )) {
    const rows = await db.query<Stands & { id: number }>(STANDS(form), [group.map(({ record }) => record)])
    const at = new Map(rows.map((row) => [row.id, row]))
    for (const one of group) {
      const { visit = null, subject = null, gather = null } = at.get(one.record ?? 0) ?? {}
      places.push([one, { study: one.study, form, record: one.record, subject: one.subject ?? subject, visit, gather }])
    }
  }
  return places
}

const LOCKED = `SELECT DISTINCT study FROM study_lock WHERE study = ANY($1::bigint[]) AND level = 'lock' AND state <> 'lifted'`
/** Which of these lie behind a lock now, for whoever reads them. */
export const lockedAmong = async <T extends About & { readonly study: number }>(db: Rows, all: readonly T[]): Promise<ReadonlySet<T>> => {
  if (all.length === 0) return new Set()
  const studies = new Set((await db.query<{ study: number }>(LOCKED, [all.map(({ study }) => study)])).map(({ study }) => study))
  const places = await placesOf(
    db,
    all.filter(({ study }) => studies.has(study)),
  )
  const held = await lockedPlaces(
    db,
    places.map(([, place]) => place),
  )
  return new Set(places.flatMap(([one], at) => (held.has(at) ? [one] : [])))
}

/**
 * What people say about data is closed with the data by a lock; a freeze lets them. What a run finds out, and what follows from it, is the
 * system's and is still written down.
 */
export const lockedAbout = async (
  { actor, db }: { readonly actor: Pick<Reader, 'kind'>; readonly db: Rows },
  about: About,
): Promise<Words | null> => {
  const study = actor.kind === 'system' ? null : await studyAbout(db, about)
  return study === null ? null : closedAt(db, about, study)
}

/** For what writes data about a record without writing the record itself: a freeze stops it like a lock. */
export const refuseHeld = async (
  { db, language }: { readonly db: Rows; readonly language: Language },
  about: About & { readonly study: number },
): Promise<void> => {
  const held = await heldOn(db, await placeOf(db, about, about.study))
  if (held) throw fail('record.scopeLocked', { scope: held[language] })
}

/** For what writes none of these records itself: the engine asks of those that it writes. */
export const refuseLocked = async (
  ctx: { readonly actor: Pick<Reader, 'kind'>; readonly db: Rows; readonly language: Language },
  about: About,
): Promise<void> => {
  const held = await lockedAbout(ctx, about)
  if (held) throw fail('record.scopeLocked', { scope: held[ctx.language] })
}
