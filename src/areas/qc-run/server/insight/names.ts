import { nameIn } from '#kernel'
import type { Ctx } from '#server'
import { snapshotForms } from '#study/record/snapshot.ts'
import { slotName } from '#study/record/table.ts'

type Form = { id: number; code: string; name: string; nameEn: string }
const FORMS = `SELECT id, code, name, name_en AS "nameEn" FROM study_form WHERE study = $1`
type Variable = { form: number; slot: number; label: string; labelEn: string; type: string }
const VARIABLES = `SELECT v.form, v.slot, v.label, v.label_en AS "labelEn", v.type FROM study_variable v
  JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = 'published'`

/** Of a study: what its tables and columns are called for good, as they are in the dictionary now. */
export const namesOf = async ({ db, language }: Ctx, study: number | null) => {
  if (study === null) return () => null
  const [named, published] = [await db.query<Form>(FORMS, [study]), await snapshotForms(db, study)]
  const variables = await db.query<Variable>(VARIABLES, [study])
  return (table: string) => {
    const form = named.find(({ code }) => code === table)
    const columns = published?.forms.find(({ code }) => code === table)?.columns
    if (!form || !columns) return null
    const slots = new Map(columns.map(({ name, slot }) => [name, slotName(slot)]))
    const labels = new Map(
      variables.filter((v) => v.form === form.id).map((v) => [slotName(v.slot), nameIn(language, { name: v.label, nameEn: v.labelEn })]),
    )
    const types = new Map(variables.filter((v) => v.form === form.id).map((v) => [slotName(v.slot), v.type]))
    return { form: form.id, title: nameIn(language, form), slots, labels, types }
  }
}
