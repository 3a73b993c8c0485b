import type { Held as Kept, Language, Words } from '#kernel'
import type { Reader, Rows } from '../reader.ts'
import { tableName } from '../record/table.ts'
import { heldAmong, heldOn } from './held.ts'
import type { Place } from './held.ts'

/** What a data file says of where it belongs. */
export type FileAt = {
  readonly subject: number | null
  readonly visit: number | null
  readonly form: number | null
  readonly instance: number | null
}

type Row = Readonly<Record<string, unknown>>
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** A row that is still to come has not all of them. */
const fileAt = ({ subject, visit, form, instance }: Row): FileAt => ({
  subject: numberOf(subject),
  visit: numberOf(visit),
  form: numberOf(form),
  instance: numberOf(instance),
})

const STUDY = 'SELECT study FROM study_subject WHERE id = $1'
/** A form that was never published has no table. */
const HAS_TABLE = 'SELECT 1 WHERE to_regclass($1) IS NOT NULL'
const recordText = (form: number): string => `SELECT r.id AS record, d.gather FROM "record"."${tableName(form)}" r
  LEFT JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.subject = $1 AND r.visit IS NOT DISTINCT FROM $2::bigint AND r.instance = $3
  AND r.deleted_at IS NULL ORDER BY r.entry LIMIT 1`

/** The record of a form that a file was sent with, once it is there. */
const recordAt = async (db: Rows, { subject, visit, form, instance }: FileAt): Promise<Pick<Place, 'record' | 'gather'>> => {
  if (form === null || (await db.query(HAS_TABLE, [`record.${tableName(form)}`])).length === 0) return {}
  return (await db.query<{ record: number; gather: number | null }>(recordText(form), [subject, visit, instance ?? 1]))[0] ?? {}
}

/** Where a data file stands: with its subject and visit, and with the record that it was sent with. One of nobody stands in no study. */
export const filePlace = async (db: Rows, file: Row): Promise<Place | null> => {
  const at = fileAt(file)
  if (at.subject === null) return null
  const [of] = await db.query<{ study: number }>(STUDY, [at.subject])
  return of ? { study: of.study, subject: at.subject, visit: at.visit, form: at.form, ...(await recordAt(db, at)) } : null
}

const FILE = 'SELECT subject, visit, form, instance FROM datafile WHERE id = $1'
export const placeOfFile = async (db: Rows, datafile: number): Promise<Place | null> => {
  const [file] = await db.query<FileAt>(FILE, [datafile])
  return file ? filePlace(db, file) : null
}

type Writing = { readonly actor: Pick<Reader, 'kind'>; readonly db: Rows }
/** A file is data: a freeze stops it as well. What reading it finds out is the system's and is still written down. */
export const heldFile = async ({ actor, db }: Writing, file: Row): Promise<Words | null> => {
  const place = actor.kind === 'system' ? null : await filePlace(db, file)
  return place && heldOn(db, place)
}
/** The same for whoever knows the file by its number. */
export const heldDatafile = async (db: Rows, datafile: number): Promise<Words | null> => {
  const place = await placeOfFile(db, datafile)
  return place && heldOn(db, place)
}

const CLOSED = `SELECT s.id FROM study_subject s WHERE s.id = ANY($1::bigint[])
  AND EXISTS (SELECT 1 FROM study_lock l WHERE l.study = s.study AND l.state <> 'lifted')`
type Reading = { readonly db: Rows; readonly language: Language }
/** The same for whoever reads these files, by their numbers. Most stand in a study without any lock: of all of those that is asked once. */
export const heldFiles = async (
  { db, language }: Reading,
  files: readonly (Row & { readonly id: number })[],
): Promise<Readonly<Record<number, Kept>>> => {
  const subjects = files.flatMap((file) => fileAt(file).subject ?? [])
  const closed = new Set(subjects.length > 0 ? (await db.query<{ id: number }>(CLOSED, [subjects])).map(({ id }) => id) : [])
  const found: Record<number, Kept> = {}
  for (const file of files) {
    const place = closed.has(fileAt(file).subject ?? 0) ? await filePlace(db, file) : null
    const [held] = place ? Object.values(await heldAmong(db, place.study, [place], language)) : []
    if (held) found[file.id] = held
  }
  return found
}
