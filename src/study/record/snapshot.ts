import { ARM_LEVEL, hidesArms } from '../blind.ts'
import type { Rows } from '../reader.ts'
import { loadContent } from '../dictionary/load.ts'
import { inBlocks } from './mark.ts'
import { slotName, tableName } from './table.ts'

/** A column of a form as rules name it: by the code of the variable, or by one that the variable had in an earlier version. */
export type SnapshotColumn = { name: string; slot: number; sensitivity: number; missingCodes: readonly string[]; isFormer: boolean }
/** A form as a run reads it. */
export type SnapshotForm = { id: number; code: string; columns: readonly SnapshotColumn[] }

/** What identifies a record for good. No variable can be called so: codes have no dot. */
export const RECORD_KEY = ['subject.id', 'visit.id', 'instance'] as const
/** What a finding notes of its record. */
export const RECORD_CELLS = { record: 'record.id', department: 'department.id', name: 'record.name' } as const
/** Where a record stands, in words that are no value of anybody: only in a snapshot that is judged from place to place. */
export const PLACE_COLUMNS = { department: 'place.department', gather: 'place.gather' } as const
export const placeName = (kind: keyof typeof PLACE_COLUMNS, id: number): string => `${kind}:${Math.trunc(id)}`
/** What rules may name beside the variables. */
export const RECORD_COLUMNS = ['subject', 'visit', 'instance', 'department'] as const

const PUBLISHED = `SELECT id, number FROM study_dictionary WHERE study = $1 AND state = 'published'`
const FORMER = `SELECT DISTINCT ON (v.form, lower(v.code)) v.form, v.code, v.slot FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE d.study = $1 AND d.state <> 'draft' ORDER BY v.form, lower(v.code), d.number DESC`

/**
 * The published forms of a study with their columns. A variable that was renamed keeps its old name beside the new one, so that no rule
 * breaks; a name that is in use again means what it is called now. What tells the arm is not there until the study is unblinded: a rule or a
 * cohort that could name it would tell it by what it finds.
 */
export const snapshotForms = async (db: Rows, study: number): Promise<{ dictionary: number; forms: SnapshotForm[] } | null> => {
  const [published] = await db.query<{ id: number; number: number }>(PUBLISHED, [study])
  if (!published) return null
  const { forms, variables: all } = await loadContent(db, published.id)
  const variables = (await hidesArms(db, study)) ? all.filter(({ sensitivity }) => sensitivity !== ARM_LEVEL) : all
  const former = await db.query<{ form: number; code: string; slot: number }>(FORMER, [study])
  return {
    dictionary: published.number,
    forms: forms.flatMap(({ id, code }) => {
      const own = variables.filter(({ form }) => form === code)
      const taken = new Set<string>([...RECORD_COLUMNS, ...own.map((variable) => variable.code.toLowerCase())])
      const renamed = former.flatMap((old) => {
        const now = own.find(({ slot }) => old.form === id && slot === old.slot)
        return now && !taken.has(old.code.toLowerCase()) ? [{ ...now, code: old.code, isFormer: true }] : []
      })
      const columns = [...own.map((variable) => ({ ...variable, isFormer: false })), ...renamed].map(
        ({ code: name, slot, sensitivity, missingCodes, isFormer }) => ({ name, slot, sensitivity, missingCodes, isFormer }),
      )
      return own.length > 0 ? [{ id, code, columns }] : []
    }),
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** A variable of this name stands before what the record itself would be called. */
const recordColumns = ({ columns }: SnapshotForm) => {
  const codes = new Set(columns.map(({ name }) => name.toLowerCase()))
  return RECORD_COLUMNS.filter((name) => name === 'instance' || !codes.has(name))
}
const RECORD_CODES = { subject: 's."code"', visit: 'w."code"', instance: 'r."instance"', department: 'd."code"' }
const IDS = ['record.id', 'subject.id', 'visit.id', 'department.id', 'record.name'] as const
/** What `snapshotSql` answers, in its order: what each column is called, and what it is, whatever it is called. */
export const readAs = (
  form: SnapshotForm,
  wanted: (name: string) => boolean = () => true,
  isPlaced = false,
): (readonly [name: string, what: string])[] => [
  ...[...IDS, ...(isPlaced ? Object.values(PLACE_COLUMNS) : [])].map((name) => [name, name] as const),
  ...recordColumns(form).map((name) => [name, `record ${name}`] as const),
  ...form.columns.flatMap(({ name, slot }) => (wanted(name) ? [[name, slotName(slot)] as const] : [])),
]
export const snapshotColumns = (form: SnapshotForm, wanted?: (name: string) => boolean, isPlaced = false): string[] =>
  readAs(form, wanted, isPlaced).map(([name]) => name)

/** What was delivered belongs to the gather project that it was delivered to; what was entered to the one that asks for it to be filled in there. */
const placeColumns = ({ id }: SnapshotForm): string[] => [
  `'${placeName('department', 0).slice(0, -1)}' || r."department" AS ${quoted(PLACE_COLUMNS.department)}`,
  `'${placeName('gather', 0).slice(0, -1)}' || coalesce((SELECT v."gather" FROM gather_delivery v WHERE v."id" = r."delivery_id"),
    (SELECT g."id" FROM gather_project g WHERE g."form" = ${Math.trunc(id)} AND g."channel" = 'form' AND g."deleted_at" IS NULL
      AND (g."departments" = '{}' OR r."department" = ANY(g."departments")) AND (g."visits" = '{}' OR r."visit" = ANY(g."visits"))
      ORDER BY g."id" LIMIT 1)) AS ${quoted(PLACE_COLUMNS.gather)}`,
]

/**
 * The records of a form as one table: who and when, then each variable as it was entered. What is entered a second time is kept beside its
 * record, which is corrected by it. What it answers by has its mark in `marksSql`.
 */
export const snapshotSql = (
  form: SnapshotForm,
  wanted: (name: string) => boolean = () => true,
  isPlaced = false,
  blocks?: readonly number[],
): string => {
  const table = `"record"."${tableName(form.id)}"`
  const columns = [
    'r."id" AS "record.id"',
    'r."subject" AS "subject.id"',
    'r."visit" AS "visit.id"',
    'r."department" AS "department.id"',
    `concat_ws(' · ', s."code", w."code", CASE WHEN r."instance" > 1 THEN '#' || r."instance" END) AS "record.name"`,
    ...(isPlaced ? placeColumns(form) : []),
    ...recordColumns(form).map((name) => `${RECORD_CODES[name]} AS ${quoted(name)}`),
    ...form.columns.filter(({ name }) => wanted(name)).map(({ name, slot }) => `r.${quoted(slotName(slot))} AS ${quoted(name)}`),
  ]
  return `SELECT ${columns.join(', ')} FROM ${table} r JOIN study_subject s ON s."id" = r."subject" AND s."deleted_at" IS NULL
    LEFT JOIN study_visit w ON w."id" = r."visit" LEFT JOIN department d ON d."id" = r."department"
    WHERE r."deleted_at" IS NULL${blocks ? ` AND r."id" IN ${inBlocks(blocks)}` : ''} ORDER BY r."id"`
}

/** What may leave the house: whoever has withdrawn has withdrawn that too, though the study keeps and judges what was entered before. */
export const leavingSql = (form: SnapshotForm): string =>
  `SELECT * FROM (${snapshotSql(form)}) own WHERE NOT EXISTS (
    SELECT 1 FROM study_subject gone WHERE gone."id" = own."subject.id" AND gone."state" = 'withdrawn') ORDER BY "record.id"`

/**
 * Of a snapshot: what lies at these departments or at none, at most so many rows. A sample is spread over all of it and the same each time:
 * the first rows are the oldest, and the oldest are the best looked after.
 */
export const sampleSql = (snapshot: string, departments: 'all' | readonly number[], most: number | null): string => {
  const sites =
    departments === 'all' ? '' : ` WHERE "department.id" IS NULL OR "department.id" IN (${[0, ...departments].map(Number).join(', ')})`
  const own = `SELECT * FROM (${snapshot}) own${sites}`
  if (most === null) return `${own} ORDER BY "record.id"`
  return `SELECT * FROM (${own} ORDER BY hashint8extended("record.id", 0) LIMIT ${most}) sample ORDER BY "record.id"`
}
