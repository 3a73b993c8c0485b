import type { FileFact } from '#qc/source/file-fact.ts'
import { nameParts } from '#qc/source/kind.ts'
import { ARM_LEVEL, hidesArms } from '../blind.ts'
import { loadContent } from '../dictionary/load.ts'
import type { VariableType } from '../dictionary/variable.ts'
import type { Rows } from '../reader.ts'
import { snapshotColumns, type SnapshotForm } from '../record/snapshot.ts'

/** The version of a data file that is judged. */
export type OfFile = { datafile: number; sha256: string; name: string }
type Column = { name: string; type: 'text' | 'number' | 'integer' | 'date' }
/** Columns as they were, by table. */
export type Previous = Readonly<Record<string, readonly Column[]>>
export type KnownFile = Pick<FileFact, 'name' | 'bytes' | 'sha256' | 'encoding' | 'dicom'>

const READ_AS = { integer: 'integer', number: 'number', date: 'date', datetime: 'date', dateTime: 'date' } as const
const typeOf = (type: unknown): Column['type'] => Object.entries(READ_AS).find(([name]) => name === type)?.[1] ?? 'text'

const BEFORE = `SELECT b.facts FROM datafile_version me JOIN datafile_version b ON b.datafile = me.datafile AND b.number < me.number AND b.facts IS NOT NULL
  WHERE me.datafile = $1 AND me.sha256 = $2 ORDER BY me.number DESC, b.number DESC LIMIT 1`
const isList = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] => Array.isArray(value)
/** As the version before was read. Of one with more columns than are kept of it nothing is known: each of the others would be new. */
export const previousOfFile = async (
  db: Rows,
  stored: (sha256: string) => Promise<string>,
  { datafile, sha256, name }: OfFile,
): Promise<Previous | undefined> => {
  const [before] = await db.query<{ facts: string }>(BEFORE, [datafile, sha256])
  const shown: unknown = before && JSON.parse(await stored(before.facts))
  const { profile, more } = typeof shown === 'object' && shown !== null && 'profile' in shown && 'more' in shown ? shown : {}
  if (!isList(profile) || more !== 0) return undefined
  return { [nameParts(name).name]: profile.map((column) => ({ name: String(column['name']), type: typeOf(column['type']) })) }
}

const DICTIONARY = `SELECT b.id FROM study_dictionary me JOIN study_dictionary b ON b.study = me.study AND b.number < me.number AND b.state <> 'draft'
  WHERE me.study = $1 AND me.state = 'published' ORDER BY b.number DESC LIMIT 1`
/** As the version of the dictionary before had them. What a record itself has, and names that are kept for old rules, were there. */
export const previousOfForms = async (db: Rows, study: number, forms: readonly SnapshotForm[]): Promise<Previous | undefined> => {
  const [before] = await db.query<{ id: number }>(DICTIONARY, [study])
  if (!before) return undefined
  const { variables } = await loadContent(db, before.id)
  const hides = await hidesArms(db, study)
  const types = new Map<string, VariableType>(variables.map(({ form, code, type }) => [`${form}.${code}`, type]))
  return Object.fromEntries(
    forms.flatMap(({ id, code, columns }) => {
      const own = variables.filter(({ form, sensitivity }) => form === code && !(hides && sensitivity === ARM_LEVEL))
      if (own.length === 0) return []
      const then = own.map(({ code: name, slot, sensitivity, missingCodes }) => ({
        name,
        slot,
        sensitivity,
        missingCodes,
        isFormer: false,
      }))
      const former = columns.filter(({ name, isFormer }) => isFormer && !own.some((variable) => variable.code === name))
      const names = snapshotColumns({ id, code, columns: [...then, ...former] })
      return [[code, names.map((name): Column => ({ name, type: typeOf(types.get(`${code}.${name}`)) }))] as const]
    }),
  )
}

type FileRow = { name: string; bytes: number | null; sha256: string | null; encoding: string | null; header: unknown; kind: string }
const FILES = `SELECT o.name, o.size::float8 AS bytes, o.sha256, o.encoding, o.kind, CASE WHEN o.kind = 'dicom' THEN v.header END AS header
  FROM datafile o LEFT JOIN datafile_version v ON v.datafile = o.id AND v.number = o.number LEFT JOIN study_subject s ON s.id = o.subject`
/** So many are named: a run over more of them asks them one by one. */
const MOST = 50_000
const OF_STUDY = `${FILES} WHERE s.study = $1 AND o.deleted_at IS NULL AND o.kind <> 'remote'
  AND ($2::bigint[] IS NULL OR s.department = ANY($2)) ORDER BY o.id LIMIT ${MOST}`
const BESIDE = `${FILES}, datafile me LEFT JOIN study_subject mine ON mine.id = me.subject
  WHERE me.id = $1 AND o.id <> me.id AND o.deleted_at IS NULL AND o.kind <> 'remote'
    AND s.study IS NOT DISTINCT FROM mine.study AND o.department_id IS NOT DISTINCT FROM me.department_id ORDER BY o.id LIMIT ${MOST}`
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
const fileOf = ({ name, bytes, sha256, encoding, header }: FileRow): KnownFile => ({
  name,
  bytes: bytes ?? 0,
  ...(sha256 === null ? {} : { sha256 }),
  ...(encoding === null ? {} : { encoding }),
  ...(isTexts(header) ? { dicom: header } : {}),
})
/** The files about the subjects of a study, as they are now. */
export const studyFiles = async (db: Rows, study: number, departments: 'all' | readonly number[]): Promise<KnownFile[]> =>
  (await db.query<FileRow>(OF_STUDY, [study, departments === 'all' ? null : departments])).map(fileOf)
/** Those that the same department has sent for the same study, or for none. */
export const registeredFiles = async (db: Rows, datafile: number): Promise<KnownFile[]> =>
  (await db.query<FileRow>(BESIDE, [datafile])).map(fileOf)
