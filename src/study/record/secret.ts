import { readUnits } from '#kernel'
import type { Rows } from '../reader.ts'
import { bare } from '../word.ts'
import type { Reads } from './normal.ts'
import { slotName } from './table.ts'

/** A variable that not everybody in its study reads, and what a column of a file may call it. */
export type Secret = { form: number; slot: number; sensitivity: number; names: readonly string[] }

type Named = Omit<Secret, 'names'> & { code: string; label: string; labelEn: string; units: string }
/** As sensitive as it was last, under every name that it ever had: the file may be older than the version in use. */
const NAMED = `WITH "last" AS (SELECT DISTINCT ON (v.form, v.slot) v.form, v.slot, v.sensitivity FROM study_variable v
    JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state <> 'draft' ORDER BY v.form, v.slot, d.number DESC)
  SELECT DISTINCT v.form, v.slot, l.sensitivity, v.code, v.label, v.label_en AS "labelEn", coalesce(v.units, '') AS units FROM "last" l
    JOIN study_variable v ON v.form = l.form AND v.slot = l.slot JOIN study_dictionary d ON d.id = v.dictionary
  WHERE l.sensitivity > 0 AND d.study = $1 AND d.state <> 'draft'
    AND EXISTS (SELECT 1 FROM study_variable p JOIN study_dictionary e ON e.id = p.dictionary WHERE p.form = v.form AND e.study = $1 AND e.state = 'published')`
const namesOf = ({ code, label, labelEn, units }: Named): string[] => {
  const names = [code, label, labelEn].filter(Boolean)
  return [...names, ...(readUnits(units) ?? []).flatMap(({ unit }) => names.map((name) => `${name} ${unit}`))].map(bare)
}
const secretsOf = async (db: Rows, study: number): Promise<Secret[]> =>
  (await db.query<Named>(NAMED, [study])).map(({ form, slot, sensitivity, ...named }) => ({
    form,
    slot,
    sensitivity,
    names: namesOf({ form, slot, sensitivity, ...named }),
  }))

/** Those of a file's columns that are called like one of these. */
export const columnsCalled = (columns: readonly string[], names: Iterable<string>): string[] => {
  const secret = new Set(names)
  return columns.filter((column) => secret.has(bare(column)))
}

const STUDY = 'SELECT s.study FROM datafile d JOIN study_subject s ON s.id = d.subject WHERE d.id = $1'
/** Of the study of a data file's subject, whoever asks. */
export const secretsIn = async (db: Rows, datafile: number): Promise<Secret[]> => {
  const [found] = await db.query<{ study: number }>(STUDY, [datafile])
  return found ? secretsOf(db, found.study) : []
}

const STUDIES = 'SELECT d.id, s.study FROM datafile d JOIN study_subject s ON s.id = d.subject WHERE d.id = ANY($1::bigint[])'
/**
 * By data file: what the variables are called that the reader does not read in clear, in the study of the file's subject. A file of no subject is
 * of no study.
 */
export const secretNames = async (db: Rows, datafiles: readonly number[], reads: Reads): Promise<Map<number, string[]>> => {
  const files = await db.query<{ id: number; study: number }>(STUDIES, [datafiles])
  const found = new Map<number, string[]>()
  for (const [study, own] of Map.groupBy(files, (file) => file.study)) {
    const names = new Set<string>()
    const known = new Map<string, boolean>()
    for (const secret of await secretsOf(db, study)) {
      const key = `${secret.form} ${secret.slot}`
      if (!known.has(key)) known.set(key, await reads(secret.form, slotName(secret.slot)))
      if (known.get(key) === false) for (const name of secret.names) names.add(name)
    }
    for (const { id } of own) if (names.size > 0) found.set(id, [...names])
  }
  return found
}

type Version = { readonly kind: unknown; readonly columns: unknown; readonly header: unknown }
const namedIn = (header: unknown): string[] => {
  const columns: unknown = typeof header === 'object' && header !== null ? Reflect.get(header, 'columns') : undefined
  return Array.isArray(columns) ? columns.map(String) : []
}
/** Whether a version holds a column that is called like one of these, or may: it was not read yet, or has more columns than are noted of it. */
export const mayHold = ({ kind, columns, header }: Version, names: readonly string[]): boolean => {
  const noted = namedIn(header)
  return names.length > 0 && (kind === null || Number(columns ?? 0) > noted.length || columnsCalled(noted, names).length > 0)
}
