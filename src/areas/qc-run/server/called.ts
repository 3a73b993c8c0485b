import type { Db } from '#server/db/database.ts'
import type { Text } from '#qc/text.ts'
import { variableKey, type Called } from '#study/run/part.ts'
import { formPlace } from '#study/run/source.ts'

type Named = { id: number; name: string; nameEn: string | null }
const FORMS = `SELECT id, name, name_en AS "nameEn" FROM study_form WHERE study = $1`
const SITES = 'SELECT id, name, NULL AS "nameEn" FROM department'

const textOf = ({ name, nameEn }: Named): Text => ({ zh: name, en: nameEn || name })
const byKey = (rows: readonly Named[], keyOf: (id: number) => string): Called['forms'] =>
  new Map(rows.map((row) => [keyOf(row.id), textOf(row)]))

type Variable = Named & { form: number; code: string }
const VARIABLES = `SELECT v.id, v.form, v.code, v.label AS name, v.label_en AS "nameEn" FROM study_variable v
  JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = 'published' AND v.label <> ''`

/** What a report calls the forms of a study, their variables, and the sites. */
export const calledIn = async (db: Db, study: number | null): Promise<Called> => ({
  forms: byKey(await db.query<Named>(FORMS, [study]), formPlace),
  variables: new Map(
    (await db.query<Variable>(VARIABLES, [study])).map((row) => [variableKey(formPlace(row.form), row.code), textOf(row)]),
  ),
  sites: byKey(await db.query<Named>(SITES), String),
})
