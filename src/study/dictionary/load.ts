import type { Rows } from '../reader.ts'
import type { Codelist, FormHead, Sensitivity, SlottedVariable, VariableType } from './variable.ts'

export type StoredForm = FormHead & { id: number }
export type StoredContent = {
  readonly forms: readonly StoredForm[]
  readonly codelists: readonly Codelist[]
  readonly variables: readonly SlottedVariable[]
}

type VariableRow = Omit<SlottedVariable, 'missingCodes' | 'type' | 'sensitivity'> & {
  missingCodes: string
  type: VariableType
  sensitivity: Sensitivity
}

// A version from before versions had heads of their own has those of its forms as they were published last.
const FORMS = `SELECT f.id, f.code, coalesce(h.name, f.name) AS name, coalesce(h."nameEn", f.name_en) AS "nameEn",
  coalesce(h.repeats, f.repeats) AS repeats, coalesce(h."doubleEntry", f.double_entry) AS "doubleEntry"
  FROM study_dictionary d JOIN study_form f ON f.study = d.study
  LEFT JOIN ROWS FROM (jsonb_to_recordset(d.forms) AS (code text, name text, "nameEn" text, repeats boolean, "doubleEntry" boolean))
    WITH ORDINALITY AS h(code, name, "nameEn", repeats, "doubleEntry", place) ON h.code = f.code
  WHERE d.id = $1 AND (h.code IS NOT NULL OR d.forms IS NULL
    AND (d.state = 'draft' OR EXISTS (SELECT 1 FROM study_variable v WHERE v.dictionary = d.id AND v.form = f.id)))
  ORDER BY h.place, f.position, f.id`
const LISTS = `SELECT code, coalesce(name, '') AS name, coalesce(items, '[]') AS items FROM study_codelist WHERE dictionary = $1 ORDER BY id`
const text = (column: string, name = column) => `coalesce(v.${column}, '') AS "${name}"`
const VARIABLES = `SELECT f.code AS form, v.slot, v.code, ${[
  text('label'),
  text('label_en', 'labelEn'),
  text('section'),
  text('unit'),
  text('units'),
  text('normal'),
  text('codelist'),
  text('min'),
  text('max'),
  text('branching'),
  text('formula'),
  text('missing_codes', 'missingCodes'),
].join(', ')}, v.type, v.required, v.sensitivity, v.critical, v.indexed
  FROM study_variable v JOIN study_form f ON f.id = v.form WHERE v.dictionary = $1 ORDER BY v.position, v.id`

/** As they are stored, `-9 -8`. */
export const codesIn = (text: string): string[] => text.split(' ').filter(Boolean)

/** A version of a dictionary, whole, as it is stored. The order of the variables is that of the forms' pages. */
export const loadContent = async (db: Rows, dictionary: number): Promise<StoredContent> => {
  const forms = await db.query<StoredForm>(FORMS, [dictionary])
  const codelists = await db.query<Codelist>(LISTS, [dictionary])
  const rows = await db.query<VariableRow>(VARIABLES, [dictionary])
  return { forms, codelists, variables: rows.map((row) => ({ ...row, missingCodes: codesIn(row.missingCodes) })) }
}

const SLOTS = `SELECT f.code AS form, array_agg(DISTINCT v.slot) AS slots FROM study_variable v JOIN study_form f ON f.id = v.form
  WHERE f.study = $1 GROUP BY 1`
/** Every slot that some version of the dictionary has given, by form. */
export const slotHistory = async (db: Rows, study: number): Promise<Map<string, Set<number>>> => {
  const rows = await db.query<{ form: string; slots: number[] }>(SLOTS, [study])
  return new Map(rows.map(({ form, slots }) => [form, new Set(slots.map(Number))]))
}
