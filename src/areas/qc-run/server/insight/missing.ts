import type { Actor, Call, Ctx } from '#server'
import { snapshotForms } from '#study/record/snapshot.ts'
import { slotName } from '#study/record/table.ts'
import { modelOf, openWhole } from './model.ts'

type Form = { id: number; code: string; name: string; nameEn: string }
const FORMS = `SELECT id, code, name, name_en AS "nameEn" FROM study_form WHERE study = $1`
type Variable = { form: number; slot: number; label: string; labelEn: string }
const VARIABLES = `SELECT v.form, v.slot, v.label, v.label_en AS "labelEn" FROM study_variable v
  JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = 'published'`

/** Of a study: what its tables and columns are called for good, as they are in the dictionary now. */
const namesOf = async ({ db, language }: Ctx, study: number | null) => {
  if (study === null) return () => null
  const [named, published] = [await db.query<Form>(FORMS, [study]), await snapshotForms(db, study)]
  const variables = await db.query<Variable>(VARIABLES, [study])
  const inLanguage = (own: string, english: string): string => (language === 'en' && english) || own
  return (table: string) => {
    const form = named.find(({ code }) => code === table)
    const columns = published?.forms.find(({ code }) => code === table)?.columns
    if (!form || !columns) return null
    const slots = new Map(columns.map(({ name, slot }) => [name, slotName(slot)]))
    const labels = new Map(variables.filter((v) => v.form === form.id).map((v) => [slotName(v.slot), inLanguage(v.label, v.labelEn)]))
    return { form: form.id, title: inLanguage(form.name, form.nameEn), slots, labels }
  }
}

/** Where values are missing: columns across, slices of the records down, as the run read them. Of records only what is entered: who and when is always there. */
export const missing = async (call: Call, actor: Actor) => {
  const opened = await openWhole(call, actor)
  const model = await modelOf(call, opened)
  if (!model) return { isKept: false, tables: [] }
  const called = await namesOf(opened.ctx, opened.run.datafile === null ? opened.run.study : null)
  const tables = model.tables.flatMap(({ name, rows, columns, missing: matrix }) => {
    if (!matrix || matrix.height === 0) return []
    const own = called(name)
    const shown = matrix.columns.flatMap((column, at) => {
      const slot = own?.slots.get(column) ?? null
      return own && slot === null ? [] : [{ at, name: column, slot, missing: columns.find((one) => one.name === column)?.missing ?? 0 }]
    })
    return [
      {
        name,
        title: own?.title ?? name,
        form: own?.form ?? null,
        rows,
        columns: shown.map((column) => ({
          name: column.name,
          title: (column.slot !== null && own?.labels.get(column.slot)) || column.name,
          slot: column.slot,
          missing: column.missing,
        })),
        shares: matrix.shares.map((line) => shown.map(({ at }) => line[at] ?? 0)),
      },
    ]
  })
  return { isKept: true, tables }
}
