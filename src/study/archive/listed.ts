import { tableName } from '../record/table.ts'
import { sourcesOf } from '../trail/source.ts'

type Form = { readonly id: number; readonly code: string }
const NAMES = `LEFT JOIN study_subject s ON s.id = t.subject LEFT JOIN study_form f ON f.id = t.form`
const NAMED = `s.code AS subject, f.code AS form`

const SUBJECTS = `SELECT t.code, d.code AS site, d.name AS "siteName", a.code AS arm, t.state, t.screened_on AS "screenedOn", t.consent_version AS "consentVersion",
  t.consent_on AS "consentOn", t.enrolled_on AS "enrolledOn", t.ended_on AS "endedOn", t.missed, t.remark, t.deleted_at AS "deletedAt" FROM study_subject t
  LEFT JOIN department d ON d.id = t.department LEFT JOIN study_arm a ON a.id = t.arm WHERE t.study = $1 ORDER BY t.code COLLATE "C", t.id`
const TEAM = `SELECT coalesce(a.nickname, u.nickname) AS name, CASE WHEN t.admin IS NULL THEN 'member' ELSE 'admin' END AS kind, t.role, t."from", t."to",
  t.deleted_at AS "deletedAt" FROM study_member t LEFT JOIN auth_admin a ON a.id = t.admin LEFT JOIN user_user u ON u.id = t."user" WHERE t.study = $1 ORDER BY t.id`
const DELIVERIES = `SELECT g.code AS gather, t.number, t.name, t.state, t.sha256, t.size, t.created_at AS "createdAt" FROM gather_delivery t
  JOIN gather_project g ON g.id = t.gather WHERE t.study = $1 ORDER BY t.id`
/** What was sent of it, version by version: the bytes lie in the store under their hash. */
const FILES = `SELECT t.name, s.code AS subject, v.code AS visit, f.code AS form, t.instance, t.kind, t.state, t.rating, t.note, t.created_at AS "createdAt", t.deleted_at AS "deletedAt",
  (SELECT jsonb_agg(jsonb_build_object('number', n.number, 'name', n.name, 'size', n.size, 'sha256', n.sha256, 'format', n.format, 'rows', n.rows, 'columns', n.columns,
    'at', n.created_at) ORDER BY n.number) FROM datafile_version n WHERE n.datafile = t.id) AS versions
  FROM datafile t JOIN study_subject s ON s.id = t.subject LEFT JOIN study_visit v ON v.id = t.visit LEFT JOIN study_form f ON f.id = t.form
  WHERE s.study = $1 ORDER BY t.id`
const QUERIES = `SELECT t.id, t.title, ${NAMED}, t.record, t.field, t.text, t.state, t.category, t.due, t.created_at AS "createdAt", t.closed_at AS "closedAt", t.proved,
  (SELECT jsonb_agg(jsonb_build_object('at', n.created_at, 'kind', n.kind, 'by', coalesce(a.nickname, u.nickname, 'system'), 'text', n.text, 'category', n.category,
    'before', n.before, 'after', n.after, 'run', n.run, 'facts', n.facts) ORDER BY n.id) FROM query_entry n LEFT JOIN auth_admin a ON a.id = n.by
    LEFT JOIN user_user u ON u.id = n.member WHERE n.query = t.id) AS thread FROM query t ${NAMES} WHERE t.study = $1 ORDER BY t.id`
const FINDINGS = `SELECT t.id, t.name, p.code AS parameter, ${NAMED}, t.record, t.field, t.value, t.severity, t.state, t.cause, t.reason,
  t.accepted_until AS "acceptedUntil", t.fingerprint, t.query, (SELECT jsonb_agg(jsonb_build_object('at', v.created_at, 'from', v."from", 'to', v."to", 'by', a.nickname, 'run', v.run,
    'reason', v.reason) ORDER BY v.id) FROM finding_event v LEFT JOIN auth_admin a ON a.id = v.by WHERE v.finding = t.id) AS history
  FROM finding t JOIN control_parameter p ON p.id = t.parameter ${NAMES} WHERE t.study = $1 ORDER BY t.id`
const MARKS = `SELECT ${NAMED}, t.record, t.field, t.title, t.kind, t.state, a.nickname AS by, t.note, t.created_at AS "createdAt" FROM study_mark t ${NAMES}
  LEFT JOIN auth_admin a ON a.id = t.by WHERE t.study = $1 ORDER BY t.id`
const SECOND_ENTRIES = `SELECT ${NAMED}, t.record, t.title, t.state, t.count, coalesce(a.nickname, u.nickname) AS by, t.created_at AS "createdAt", b.nickname AS "settledBy", t.settled_at AS "settledAt",
  (SELECT jsonb_agg(jsonb_build_object('field', d.field, 'first', d.first, 'second', d.second, 'value', d.value) ORDER BY d.field) FROM second_value d WHERE d.entry = t.id) AS differences
  FROM study_second_entry t ${NAMES} LEFT JOIN auth_admin a ON a.id = t.by LEFT JOIN user_user u ON u.id = t.by_member
  LEFT JOIN auth_admin b ON b.id = t.settled_by WHERE t.study = $1 ORDER BY t.id`
const SIGNATURES = `SELECT t.id, t.scope, t.title, t.state, t.hash, t.records, t.manifest, t.meaning, coalesce(a.nickname, u.nickname) AS by, t.signed_at AS "signedAt", t.checked_hash AS "checkedHash",
  t.checked_at AS "checkedAt", t.voided_at AS "voidedAt", t.void_reason AS "voidReason" FROM study_signature t LEFT JOIN auth_admin a ON a.id = t.by LEFT JOIN user_user u ON u.id = t.by_member
  WHERE t.study = $1 ORDER BY t.id`
const LOCKS = `SELECT t.scope, t.title, t.level, t.state, t.reason, a.nickname AS by, t.since, t.signature, b.nickname AS "liftedBy", t.lifted_at AS "liftedAt",
  t.lift_reason AS "liftReason" FROM study_lock t LEFT JOIN auth_admin a ON a.id = t.by LEFT JOIN auth_admin b ON b.id = t.lifted_by WHERE t.study = $1 ORDER BY t.id`
const WAIVERS = `SELECT t.title, t.title_en AS "titleEn", t.reason, t.state, a.nickname AS by, b.nickname AS "grantedBy", t.granted_at AS "grantedAt"
  FROM study_waiver t LEFT JOIN auth_admin a ON a.id = t.by LEFT JOIN auth_admin b ON b.id = t.granted_by WHERE t.study = $1 ORDER BY t.id`
const RELEASES = `SELECT t.code, t.title, t.purpose, t.state, t.approved_at AS "approvedAt", t.released_at AS "releasedAt", t.valid_until AS "validUntil", t.sha256,
  t.subjects, t.rows, t.evidence FROM analysis_project t WHERE t.study = $1 ORDER BY t.id`
/** A re-check has no set: it was asked about rules and pairs. */
const RUNS = `SELECT t.id, c.code AS "set", t.asked, f.code AS form, t.trigger, t.state, t.score, t.engine, t.formula, t.evidence, t.snapshots, t.judged_at AS "judgedAt",
  t.finished_at AS "finishedAt" FROM qc_run t LEFT JOIN control_set c ON c.id = t."set" LEFT JOIN study_form f ON f.id = t.form WHERE t.study = $1 ORDER BY t.id`

const COMMENTS = `SELECT t.resource, t.record, t.title, t.text, coalesce(a.nickname, u.nickname) AS by, t.created_at AS "createdAt" FROM comment t
  LEFT JOIN auth_admin a ON a.id = t.by LEFT JOIN user_user u ON u.id = t.by_member LEFT JOIN datafile d ON t.resource = 'datafile' AND d.id = t.record
  LEFT JOIN study_subject s ON s.id = d.subject WHERE coalesce(s.study, t.study) = $1 ORDER BY t.id`
const VERIFICATION = `SELECT t.critical, t.percent, t.seed, t.remark, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM study_verification t
  WHERE t.study = $1 ORDER BY t.id`

/** Values that deliveries and entry changed, cell by cell: entries of the trail hold the sum of a delivery alone. */
const changesText = (forms: readonly Form[]): string =>
  forms
    .map(
      ({
        id,
        code,
      }) => `SELECT c.id, '${code}' AS form, s.code AS subject, v.code AS visit, r.instance, r.entry, c.record, c.slot, c.before, c.after, c.entered, c.reason,
      c.source, c.delivery, c.actor_kind AS "actorKind", c.actor_name AS by, c.at FROM value_change c JOIN "record"."${tableName(id)}" r ON r.id = c.record
      LEFT JOIN study_subject s ON s.id = r.subject LEFT JOIN study_visit v ON v.id = r.visit WHERE c.form = ${id}`,
    )
    .join(' UNION ALL ')
/** Each entry with the hash of its whole text and the seal that it lies under. `frame` writes an entry of the audit trail as that text. */
const trailText = (
  forms: readonly Form[],
  frame: string,
): string => `SELECT e.id, e.at, e.actor_kind AS "actorKind", e.actor_name AS by, e.action, e.resource,
  e.record_id AS record, e.label, e.changes, e.reason, e.sha256, l.seq AS seal, encode(l.hash, 'hex') AS "sealHash"
  FROM (SELECT *, encode(sha256(convert_to(${frame}, 'UTF8')), 'hex') AS sha256 FROM audit_entry WHERE (resource, record_id) IN
    (SELECT o.resource, o.record FROM (${sourcesOf(forms.map(({ id }) => id))
      .map(({ text }) => text)
      .join(' UNION ALL ')}) o)) e
  LEFT JOIN audit_seal l ON e.txid >= l.from_txid AND e.txid < l.to_txid ORDER BY e.id`

type Listed = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }
/** What is told of a study beside its records, one JSON to a line. */
export const listedOf = (study: number, forms: readonly Form[], frame: string): Listed[] => [
  ...Object.entries({
    'subjects.ndjson': SUBJECTS,
    'team.ndjson': TEAM,
    'deliveries.ndjson': DELIVERIES,
    'files.ndjson': FILES,
    'quality/runs.ndjson': RUNS,
    'quality/findings.ndjson': FINDINGS,
    'quality/queries.ndjson': QUERIES,
    'quality/marks.ndjson': MARKS,
    'quality/verification.ndjson': VERIFICATION,
    'quality/second-entries.ndjson': SECOND_ENTRIES,
    'comments.ndjson': COMMENTS,
    'closing/signatures.ndjson': SIGNATURES,
    'closing/locks.ndjson': LOCKS,
    'closing/waivers.ndjson': WAIVERS,
    'closing/releases.ndjson': RELEASES,
    'trail/entries.ndjson': trailText(forms, frame),
  }).map(([name, text]) => ({ name, text, values: [study] })),
  ...(forms.length > 0 ? [{ name: 'trail/values.ndjson', text: `SELECT * FROM (${changesText(forms)}) x ORDER BY x.id`, values: [] }] : []),
]
