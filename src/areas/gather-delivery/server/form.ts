import type { Db } from '#server/db/database.ts'
import { loadContent } from '#study/dictionary/load.ts'
import type { FormContent } from '#study/record/definition.ts'

const PUBLISHED = `SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`
/** The form as the study's dictionary has it now; undefined where none is published. */
export const formOf = async (db: Db, study: number, id: number): Promise<FormContent | undefined> => {
  const [version] = await db.query<{ id: number }>(PUBLISHED, [study])
  if (!version) return undefined
  const { forms, variables, codelists } = await loadContent(db, version.id)
  const form = forms.find((one) => one.id === id)
  const own = variables.filter((variable) => variable.form === form?.code)
  return form && own.length ? { form, codelists, variables: own } : undefined
}
