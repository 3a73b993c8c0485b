import { momentIn, numberIn } from '#kernel'
import type { Rows } from '../reader.ts'
import { missedNormal, readNormal, rangeText, type Whose } from '../dictionary/normal.ts'
import type { FormContent } from './definition.ts'
import { slotName, tableName } from './table.ts'
import { rowOf, type Values } from './value.ts'

/** The variables that tell whose a value is, by their codes: no other form of a study says what they mean. */
const TELLING = `SELECT v.form, v.slot, lower(v.code) AS code, v.missing_codes AS missing FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE d.study = $1 AND d.state = 'published' AND lower(v.code) = ANY($2) ORDER BY v.form`
const CODES = ['sex', 'age', 'birth']
const SITES = `SELECT s.id, d.code FROM study_subject s JOIN department d ON d.id = s.department WHERE s.id = ANY($1::bigint[])`

/** Whether the reader sees a variable of another form in clear: the range that is told must not tell them what they may not read. */
export type Reads = (form: number, slot: string) => Promise<boolean>
type Telling = { form: number; slot: number; code: string; missing: string | null }
type Known = Record<string, string | null>
/** What the forms of the study and the site say about these subjects; of a form that was filled in twice, the last. */
const knownOf = async (db: Rows, study: number, subjects: readonly number[], reads: Reads): Promise<Map<number, Known>> => {
  const known = new Map<number, Known>(subjects.map((id) => [id, {}]))
  if (subjects.length === 0) return known
  for (const { id, code } of await db.query<{ id: number; code: string }>(SITES, [subjects])) known.set(id, { site: code })
  for (const { form, slot, code, missing } of await db.query<Telling>(TELLING, [study, CODES])) {
    if (!(await reads(form, slotName(slot)))) continue
    const rows = await db.query<{ subject: number; value: string }>(
      `SELECT DISTINCT ON (subject) subject, "${slotName(slot)}" AS value FROM "record"."${tableName(form)}"
       WHERE subject = ANY($1::bigint[]) AND "${slotName(slot)}" IS NOT NULL AND "${slotName(slot)}" <> ALL($2::text[])
         AND deleted_at IS NULL ORDER BY subject, id DESC`,
      [subjects, missing?.split(' ').filter(Boolean) ?? []],
    )
    for (const { subject, value } of rows) known.set(subject, { ...known.get(subject), [code]: value })
  }
  return known
}

const yearsBetween = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5, 10) < birth.slice(5, 10) ? 1 : 0)
const whoseOf = ({ sex, age, birth, site }: Known, day: string): Whose => {
  const born = birth ? momentIn(birth) : null
  return { sex: sex ?? null, site: site ?? null, age: age ? numberIn(age) : born ? yearsBetween(born, day) : null }
}

export type Unusual = { slot: string; range: string }
type Judged = { subject: unknown; values: Values; day: string }
/** Of records of a form: values outside of what is usual for whoever they are of. What the record says itself goes before what another one said. */
export const unusualIn = async (
  db: Rows,
  study: number,
  { variables }: FormContent,
  records: readonly Judged[],
  reads: Reads,
): Promise<Unusual[][]> => {
  const asked = variables.flatMap((variable) => {
    const normals = variable.normal === '' ? null : readNormal(variable.normal)
    return normals?.length ? [{ variable, normals }] : []
  })
  if (asked.length === 0) return records.map(() => [])
  const subjects = [...new Set(records.flatMap(({ subject }) => (typeof subject === 'number' ? [subject] : [])))]
  const known = await knownOf(db, study, subjects, reads)
  return records.map(({ subject, values, day }) => {
    const row = rowOf(variables, values)
    const own = Object.fromEntries(Object.entries(row).flatMap(([code, value]) => (value === null ? [] : [[code.toLowerCase(), value]])))
    const told = known.get(Number(subject)) ?? {}
    const whose = whoseOf({ ...told, ...Object.fromEntries(CODES.flatMap((code) => (own[code] ? [[code, own[code]]] : []))) }, day)
    return asked.flatMap(({ variable: { code, slot }, normals }) => {
      const range = row[code] ? missedNormal(normals, whose, row[code]) : null
      return range ? [{ slot: slotName(slot), range: rangeText(range) }] : []
    })
  })
}
