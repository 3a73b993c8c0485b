import type { Words } from '#kernel'
import { commonName, wordIn } from '../record/definition.ts'
import { RECORD_COLUMNS, snapshotForms } from '../record/snapshot.ts'
import type { Rows } from '../reader.ts'

/** What the record itself has is no variable and has no type. */
type Column = { name: string; label: Words; type?: string }
/** `former`: names that still work, with what they mean now. */
export type NamedTable = { form: number; code: string; label: Words; columns: readonly Column[]; former: Readonly<Record<string, string>> }

const LABELS = `SELECT v.form, v.slot, v.type, v.label, v.label_en AS "labelEn" FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE d.study = $1 AND d.state = 'published'`
const FORMS = 'SELECT id, name, name_en AS "nameEn" FROM study_form WHERE study = $1'
type Labelled = { type: string; label: string | null; labelEn: string | null }

const called = (own: string | null, english: string | null, code: string): Words => ({
  'zh-cn': wordIn('zh-cn', own ?? '', english ?? '', code),
  en: wordIn('en', own ?? '', english ?? '', code),
})
const ofRecord = (code: string): Column => ({
  name: code,
  label: { 'zh-cn': commonName('zh-cn', code) ?? code, en: commonName('en', code) ?? code },
})

/**
 * The forms of a study as rules name them, with those of their columns whose level the reader is told of. Former names still work and are told
 * apart; what tells the arm is not there.
 */
export const namedTables = async (db: Rows, study: number, told: (level: number) => boolean): Promise<NamedTable[]> => {
  const { forms } = (await snapshotForms(db, study)) ?? { forms: [] }
  const labels = await db.query<Labelled & { form: number; slot: number }>(LABELS, [study])
  const names = await db.query<{ id: number; name: string; nameEn: string }>(FORMS, [study])
  const labelOf = new Map(labels.map((one) => [`${one.form} ${one.slot}`, one]))
  return forms.map(({ id, code, columns: all }) => {
    const columns = all.filter(({ sensitivity }) => told(sensitivity))
    const form = names.find((one) => one.id === id)
    const own = columns.filter(({ isFormer }) => !isFormer)
    const nameOf = new Map(own.map(({ slot, name }) => [slot, name]))
    const codes = new Set(own.map(({ name }) => name.toLowerCase()))
    return {
      form: id,
      code,
      label: called(form?.name ?? null, form?.nameEn ?? null, code),
      columns: [
        ...own.map(({ name, slot }): Column => {
          const found = labelOf.get(`${id} ${slot}`)
          return { name, label: called(found?.label ?? null, found?.labelEn ?? null, name), ...(found ? { type: found.type } : {}) }
        }),
        ...RECORD_COLUMNS.filter((name) => !codes.has(name)).map(ofRecord),
      ],
      former: Object.fromEntries(columns.flatMap(({ name, slot, isFormer }) => (isFormer ? [[name, nameOf.get(slot) ?? name]] : []))),
    }
  })
}
