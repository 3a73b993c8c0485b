import { HOSPITAL_ZONE } from '#kernel'
import { CHECKS, findCheck } from '#qc/checks/registry.ts'
import { FACTS, type FactKind, type FindingFact, type QueryFact } from '#qc/context.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { Rows } from '../reader.ts'
import type { SnapshotForm } from '../record/snapshot.ts'
import { previousOfFile, previousOfForms, registeredFiles, studyFiles, type OfFile } from './known-before.ts'
import type { Points } from './measured-before.ts'

/** Of a study: its forms as they are read, and those that alone are judged; null: all of them. */
export type OfStudy = { study: number; forms: readonly SnapshotForm[]; only: readonly number[] | null }
export type About = {
  db: Rows
  /** What is kept under this hash. */
  stored: (sha256: string) => Promise<string>
  file: OfFile | null
  records: OfStudy | null
  /** Sites whose queries and findings whoever asks may count. */
  departments: 'all' | readonly number[]
  /** What these rules measured before; a rule that is not in force yet has no history. */
  history?: () => Promise<Points>
}
/** What rules look at beside the tables, as the engine takes it: with it, and the tables, a run can be repeated. */
export type Background = Readonly<Partial<Record<FactKind, unknown>>>

/** Whatever the results are grouped by: where it is and whose it is, by codes. */
const PLACED = `d.code AS department, f.code AS form, v.code AS visit, s.code AS subject`
const joined = (
  alias: string,
): string => `LEFT JOIN department d ON d.id = ${alias}.department LEFT JOIN study_form f ON f.id = ${alias}.form
  LEFT JOIN study_visit v ON v.id = ${alias}.visit LEFT JOIN study_subject s ON s.id = ${alias}.subject`
/** $1 a data file or null, $2 a study or null, $3 its forms or null for all, $4 sites or null for all. */
const within = (alias: string): string => `(${alias}.datafile = $1::bigint OR ${alias}.study = $2::bigint
    AND ($3::bigint[] IS NULL OR ${alias}.form = ANY($3))) AND ($4::bigint[] IS NULL OR ${alias}.department IS NULL OR ${alias}.department = ANY($4))`
const QUERIES = `SELECT q.id::text AS id, q.state AS status, to_char(q.created_at AT TIME ZONE '${HOSPITAL_ZONE}', 'YYYY-MM-DD"T"HH24:MI:SS') AS opened, ${PLACED}
  FROM query q ${joined('q')} WHERE ${within('q')} ORDER BY q.id`
/** Rules about findings: what they have found is none of it, or every run would find what the one before found. */
const ASKING = CHECKS.flatMap(({ id, facts }) => (facts?.includes('findings') ? [`'${id}'`] : []))
/** Blocking ones alone are asked about, and the others may be millions. */
const FINDINGS = `SELECT q.id::text AS id, q.severity, q.state, ${PLACED} FROM finding q ${joined('q')}
  WHERE q.severity = 'blocking' AND ${within('q')}
    AND NOT EXISTS (SELECT FROM control_parameter p WHERE p.id = q.parameter AND p."check" IN (${ASKING.join(', ')})) ORDER BY q.id`
const placeOf = ({ file, records, departments }: About): unknown[] => [
  file?.datafile ?? null,
  records?.study ?? null,
  records?.only ?? null,
  departments === 'all' ? null : departments,
]

/** How each of it is found out. Undefined: nothing is known, which is not the same as that there is none. */
const READERS: Record<FactKind, (about: About) => Promise<unknown>> = {
  history: async ({ history }) => history?.(),
  queries: (about) => about.db.query<QueryFact>(QUERIES, placeOf(about)),
  findings: (about) => about.db.query<FindingFact>(FINDINGS, placeOf(about)),
  previousColumns: async ({ db, stored, file, records }) =>
    file ? previousOfFile(db, stored, file) : records ? previousOfForms(db, records.study, records.forms) : undefined,
  // The bytes that are read now against the hash that they were registered by.
  manifest: async ({ file }) => (file ? [{ file: file.name, sha256: file.sha256 }] : undefined),
  files: async ({ db, records, departments }) => (records ? studyFiles(db, records.study, departments) : undefined),
  registered: async ({ db, file }) => (file ? registeredFiles(db, file.datafile) : undefined),
}

/** All that these rules look at beside the tables, as it is now. */
export const backgroundOf = async (about: About, rules: readonly Pick<Parameter, 'check'>[]): Promise<Background> => {
  const wanted = new Set(rules.flatMap(({ check }) => findCheck(check)?.facts ?? []))
  const known = await Promise.all(
    FACTS.map(async (kind) => {
      const fact = wanted.has(kind) ? await READERS[kind](about) : undefined
      return fact === undefined ? [] : [[kind, fact] as const]
    }),
  )
  return Object.fromEntries(known.flat())
}
