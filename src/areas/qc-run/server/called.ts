import type { Db } from '#server/db/database.ts'
import type { Called } from '#study/run/part.ts'
import { formPlace } from '#study/run/source.ts'

type Named = { id: number; name: string; nameEn: string | null }
const FORMS = `SELECT id, name, name_en AS "nameEn" FROM study_form WHERE study = $1`
const SITES = 'SELECT id, name, NULL AS "nameEn" FROM department'

const byKey = (rows: readonly Named[], keyOf: (id: number) => string): Called['forms'] =>
  new Map(rows.map(({ id, name, nameEn }) => [keyOf(id), { zh: name, en: nameEn || name }]))

/** What a report calls the forms of a study, and the sites. */
export const calledIn = async (db: Db, study: number | null): Promise<Called> => ({
  forms: byKey(await db.query<Named>(FORMS, [study]), formPlace),
  sites: byKey(await db.query<Named>(SITES), String),
})
