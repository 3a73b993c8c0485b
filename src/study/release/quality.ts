import { isOlder } from '../run/fresh.ts'
import { formPlace } from '../run/source.ts'
import type { Rows } from '../reader.ts'
import { told } from './figure.ts'

/** Null: there are some, and fewer than five. */
const some = (count: unknown): number | null => (Number(count ?? 0) === 0 ? 0 : told(Number(count)))

export type QualityRun = {
  set: string
  setVersion: number
  /** Empty: all forms of the study. */
  form: string
  judgedAt: string
  finishedAt: string
  engine: 'duckdb' | 'trino'
  /** Why on this one, in the words of the run. */
  why: { 'zh-cn': string; en: string } | null
  engineVersion: string
  formula: string
  score: number | null
  /** The hash of all that was found, and of what each form said when it was read. */
  evidence: string
  read: { form: string; sha256: string }[]
  /** Whether the run judged exactly the data of this release; null: it cannot be told. */
  isSameData: boolean | null
  results: {
    parameter: string
    version: number
    check: string
    form: string
    target: string
    severity: string
    status: string
    violated: number | null
    judged: number | null
  }[]
}
/** What was found and left as it is, with the reason. `subjects` stays in the house. */
export type Exception = {
  parameter: string
  form: string
  field: string
  state: string
  reason: string
  by: string
  at: string
  subjects: readonly (number | string)[]
}
type Waiver = { title: string; titleEn: string; reason: string; by: string; grantedBy: string; grantedAt: string }
type Signature = {
  scope: string
  title: string
  hash: string
  meaning: string
  by: string
  signedAt: string
  checkedHash: string
  checkedAt: string
}
type Lock = { scope: string; level: string; reason: string; by: string; since: string }
/** What is known of the quality of a study's data when they are released: what they rest on. */
export type Quality = {
  state: string
  runs: QualityRun[]
  exceptions: Exception[]
  waivers: Waiver[]
  signatures: Signature[]
  locks: Lock[]
}
export const NOTHING_JUDGED: Quality = { state: '', runs: [], exceptions: [], waivers: [], signatures: [], locks: [] }

const WITHDRAWN = `SELECT count(*) AS n FROM study_subject WHERE study = $1 AND state = 'withdrawn' AND deleted_at IS NULL`
/** How many have withdrawn and are in no release. */
export const withdrawnIn = async (db: Rows, study: number): Promise<number | null> => {
  const [found] = await db.query<{ n: number }>(WITHDRAWN, [study])
  return some(found?.n)
}

const STATE = 'SELECT state FROM study_project WHERE id = $1'
/** The last run of each set over the whole study, and those over one of these forms that came after it. */
const RUNS = `SELECT r.id, r.form AS "formId", s.code AS "set", s.version AS "setVersion", coalesce(f.code, '') AS form, r.judged_at AS "judgedAt",
    r.finished_at AS "finishedAt", r.judged_by AS engine, r.judged_why AS why, r.engine AS "engineVersion", r.formula, r.score, r.evidence, r.snapshots
  FROM (SELECT DISTINCT ON ("set", form) * FROM qc_run WHERE study = $1 AND datafile IS NULL AND asked IS NULL AND state = 'done'
    ORDER BY "set", form, id DESC) r JOIN control_set s ON s.id = r."set" LEFT JOIN study_form f ON f.id = r.form
  WHERE r.form IS NULL OR (r.form = ANY($2::bigint[]) AND NOT EXISTS (SELECT 1 FROM qc_run w WHERE w."set" = r."set" AND w.study = $1
    AND w.form IS NULL AND w.asked IS NULL AND w.state = 'done' AND w.id > r.id)) ORDER BY r.id`
const RESULTS = `SELECT q.code AS parameter, v.number AS version, q."check", coalesce(f.code, '') AS form, coalesce(q.target, '') AS target,
    coalesce(q.severity, '') AS severity, coalesce(q.status, '') AS status, q.violated, q.denominator AS judged
  FROM qc_result q JOIN control_version v ON v.id = q.parameter_version LEFT JOIN study_form f ON f.id = q.form
  WHERE q.run = $1 AND (q.form IS NULL OR q.form = ANY($2::bigint[])) ORDER BY q.id`
const EXCEPTIONS = `SELECT p.code AS parameter, coalesce(o.code, '') AS form, coalesce(x.field, '') AS field, x.state, coalesce(x.reason, '') AS reason,
    coalesce(e.nickname, '') AS by, max(e.created_at) AS at, coalesce(array_agg(DISTINCT x.subject) FILTER (WHERE x.subject IS NOT NULL), '{}') AS subjects
  FROM finding x JOIN control_parameter p ON p.id = x.parameter LEFT JOIN study_form o ON o.id = x.form
  LEFT JOIN LATERAL (SELECT v.created_at, a.nickname FROM finding_event v LEFT JOIN auth_admin a ON a.id = v.by
    WHERE v.finding = x.id AND v."to" = x.state ORDER BY v.id DESC LIMIT 1) e ON true
  WHERE x.study = $1 AND x.datafile IS NULL AND x.state IN ('accepted', 'false_positive') AND (x.form IS NULL OR x.form = ANY($2::bigint[]))
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`
const WAIVERS = `SELECT coalesce(w.title, '') AS title, coalesce(w.title_en, '') AS "titleEn", w.reason, coalesce(a.nickname, '') AS by,
    coalesce(b.nickname, '') AS "grantedBy", w.granted_at AS "grantedAt"
  FROM study_waiver w LEFT JOIN auth_admin a ON a.id = w.by LEFT JOIN auth_admin b ON b.id = w.granted_by
  WHERE w.study = $1 AND w.state = 'granted' ORDER BY w.id`
/** Nor is a signature that a subject is named in for others. */
const SIGNATURES = `SELECT s.scope, coalesce(s.title, '') AS title, s.hash, coalesce(s.meaning, '') AS meaning, coalesce(a.nickname, u.nickname, '') AS by, s.signed_at AS "signedAt",
    coalesce(s.checked_hash, '') AS "checkedHash", s.checked_at AS "checkedAt"
  FROM study_signature s LEFT JOIN auth_admin a ON a.id = s.by LEFT JOIN user_user u ON u.id = s.by_member WHERE s.study = $1 AND s.scope <> 'subject' AND s.state = 'signed' ORDER BY s.id`
/** A lock on a subject or on a record is called like a person. */
const LOCKS = `SELECT l.scope, l.level, coalesce(l.reason, '') AS reason, coalesce(a.nickname, '') AS by, l.since
  FROM study_lock l LEFT JOIN auth_admin a ON a.id = l.by
  WHERE l.study = $1 AND l.state <> 'lifted' AND l.scope IN ('study', 'gather', 'form', 'visit') ORDER BY l.id`

type Snapshots = { dictionary: number; moment: string; forms: { place: string; name: string; rows: number; sha256: string }[] }
type Run = Omit<QualityRun, 'read' | 'isSameData' | 'results'> & { id: number; formId: number | null; snapshots: Snapshots | null }
type Result = QualityRun['results'][number]

const runTold = async (db: Rows, study: number, forms: readonly number[], run: Run): Promise<QualityRun> => {
  const { id, formId, snapshots, ...about } = run
  const places = new Set(forms.map(formPlace))
  const results = await db.query<Result>(RESULTS, [id, forms])
  // A run that judged each site by its own rules read more columns: of it only the moment tells.
  const isOld = snapshots && formId === null ? await isOlder(db, study, { ...snapshots, finishedAt: about.finishedAt }) : null
  return {
    ...about,
    read: (snapshots?.forms ?? []).flatMap(({ place, name, sha256 }) => (places.has(place) ? [{ form: name, sha256 }] : [])),
    isSameData: isOld === null ? null : !isOld,
    results: results.map((one) => ({ ...one, violated: some(one.violated), judged: some(one.judged) })),
  }
}

/** Of a study, as far as these forms go. */
export const qualityOf = async (db: Rows, study: number, forms: readonly number[]): Promise<Quality> => {
  const [found] = await db.query<{ state: string }>(STATE, [study])
  const runs: QualityRun[] = []
  for (const run of await db.query<Run>(RUNS, [study, forms])) runs.push(await runTold(db, study, forms, run))
  return {
    state: found?.state ?? '',
    runs,
    exceptions: await db.query<Exception>(EXCEPTIONS, [study, forms]),
    waivers: await db.query<Waiver>(WAIVERS, [study]),
    signatures: await db.query<Signature>(SIGNATURES, [study]),
    locks: await db.query<Lock>(LOCKS, [study]),
  }
}
