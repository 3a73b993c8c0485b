import { tableName } from '../record/table.ts'

/** What the trail of a study speaks of, as people look for it. */
export const KINDS = [
  'data',
  'file',
  'subject',
  'finding',
  'query',
  'comment',
  'verification',
  'closing',
  'delivery',
  'release',
  'design',
] as const
export type Kind = (typeof KINDS)[number]
/** What concerns one subject although it is about the whole study: whether their data were locked, signed and given out. */
const SHARED: readonly Kind[] = ['closing', 'release']

type Columns = { department?: string; subject?: string; visit?: string; form?: string }
/** `about`: what its entries speak of, where that is another resource; whoever does not read that reads nothing said of it. */
export type Source = { readonly resource: string; readonly about?: string; readonly text: string }
const of = (resource: string, kind: Kind, from: string, columns: Columns = {}, about?: string): Source => {
  const { department = 'NULL', subject = 'NULL', visit = 'NULL', form = 'NULL' } = columns
  return {
    resource,
    ...(about ? { about } : {}),
    text: `SELECT '${resource}' AS resource, t.id::text AS record, '${kind}' AS kind, (${department})::bigint AS department, (${subject})::bigint AS subject,
      (${visit})::bigint AS visit, (${form})::bigint AS form FROM ${from}`,
  }
}
const table = (name: string): string => `${name} t WHERE t.study = $1`
const place = { department: 't.department', subject: 't.subject', form: 't.form' }
const visited = { ...place, visit: 't.visit' }

const ASKED = `approval t WHERE t.resource = 'study.project' AND t.record = $1 OR t.resource = 'study.lock' AND t.record IN (SELECT id FROM study_lock WHERE study = $1)
  OR t.resource = 'study.waiver' AND t.record IN (SELECT id FROM study_waiver WHERE study = $1)
  OR t.resource = 'control.override' AND t.record IN (SELECT id FROM control_override WHERE study = $1)
  OR t.resource = 'analysis.project' AND t.record IN (SELECT id FROM analysis_project WHERE study = $1)`

/** Of one subject alone: to be merged, to be unblinded. */
const ASKED_OF_SUBJECT = `approval t JOIN study_subject s ON t.resource = 'study.subject' AND s.id = t.record WHERE s.study = $1`

/** Whose record is locked: nobody else's trail shows it. */
const lockedSubject = (forms: readonly number[]): string => {
  const cases = forms.map((form) => `WHEN ${form} THEN (SELECT r.subject FROM "record"."${tableName(form)}" r WHERE r.id = t.record)`)
  return cases.length ? `CASE WHEN t.scope = 'record' THEN CASE t.form ${cases.join(' ')} END ELSE t.subject END` : 't.subject'
}

/** A part that is one subject’s is told at their site alone. */
const siteOf = (subject: string): string => `SELECT w.department FROM study_subject w WHERE w.id = ${subject}`

/** Files of the study's subjects; where a file goes with another subject, all that is known of it goes along. */
const FILE = { department: 's.department', subject: 'f.subject', visit: 'f.visit', form: 'f.form' }
const OF_SUBJECT = 'JOIN study_subject s ON s.id = f.subject WHERE s.study = $1'

/** What people said beside something, where that stands now. */
const saidAbout = (about: string, from: string, columns: Columns): Source =>
  of('comment', 'comment', `comment t JOIN ${from} AND t.resource = '${about}'`, columns, about)
const beside = (name: string): string => `${name} o ON o.id = t.record WHERE o.study = $1`
/** In a record of the study, or in a file of its subjects. */
const FOUND_IN = `finding o ON o.id = t.record LEFT JOIN datafile f ON f.id = o.datafile LEFT JOIN study_subject s ON s.id = f.subject
  WHERE coalesce(o.study, s.study) = $1`
const talkOf = (forms: readonly number[]): Source[] => [
  ...forms.map((form) =>
    saidAbout(`clinical.data.f${form}`, `"record"."${tableName(form)}" o ON o.id = t.record WHERE true`, {
      department: 'o.department',
      subject: 'o.subject',
      visit: 'o.visit',
      form: String(form),
    }),
  ),
  saidAbout('datafile', `datafile f ON f.id = t.record ${OF_SUBJECT}`, FILE),
  saidAbout('finding', FOUND_IN, {
    department: 'coalesce(o.department, s.department)',
    subject: 'coalesce(o.subject, f.subject)',
    visit: 'coalesce(o.visit, f.visit)',
    form: 'coalesce(o.form, f.form)',
  }),
  saidAbout('gather.delivery', beside('gather_delivery'), { department: 'o.department' }),
  saidAbout('control.parameter', beside('control_parameter'), {}),
]

/** The records of the study `$1` whose entries in the audit trail make up its own, resource by resource. */
export const sourcesOf = (forms: readonly number[]): Source[] => [
  ...forms.map((form) =>
    of(`clinical.data.f${form}`, 'data', `"record"."${tableName(form)}" t`, {
      department: 't.department',
      subject: 't.subject',
      visit: 't.visit',
      form: String(form),
    }),
  ),
  of('datafile', 'file', `datafile t JOIN datafile f ON f.id = t.id ${OF_SUBJECT}`, FILE),
  of('datafile.version', 'file', `datafile_version t JOIN datafile f ON f.id = t.datafile ${OF_SUBJECT}`, FILE, 'datafile'),
  ...talkOf(forms),
  of('study.subject', 'subject', table('study_subject'), { department: 't.department', subject: 't.id' }),
  of('approval', 'subject', ASKED_OF_SUBJECT, { department: 's.department', subject: 's.id' }),
  of('query', 'query', table('query'), visited),
  of('study.mark', 'verification', table('study_mark'), visited),
  of('study.secondEntry', 'verification', table('study_second_entry'), visited),
  of('study.verification', 'verification', table('study_verification')),
  of('study.lock', 'closing', table('study_lock'), {
    department: siteOf(lockedSubject(forms)),
    subject: lockedSubject(forms),
    visit: 't.visit',
    form: 't.form',
  }),
  of('study.signature', 'closing', table('study_signature'), {
    department: siteOf('t.subject'),
    subject: 't.subject',
    visit: 't.visit',
    form: 't.form',
  }),
  of('study.waiver', 'closing', table('study_waiver')),
  of('study.archive', 'closing', table('study_archive')),
  of('approval', 'closing', ASKED),
  of('gather.delivery', 'delivery', table('gather_delivery'), { department: 't.department' }),
  of('analysis.project', 'release', table('analysis_project')),
  of('study.project', 'design', 'study_project t WHERE t.id = $1'),
  ...['member', 'invitation', 'visit', 'arm', 'dictionary', 'form', 'token'].map((name) =>
    of(`study.${name}`, 'design', table(`study_${name}`)),
  ),
  of('gather.project', 'design', table('gather_project')),
  of('control.override', 'design', table('control_override'), { department: 't.department' }),
]

/** Values that a delivery brought or changed have no entry of their own; its entry holds the hash over all of them. */
export const importedText = (
  form: number,
): string => `SELECT max(c.at) AS at, 1 AS rank, max(c.id) AS id, max(c.actor_name) AS by, 'data' AS kind,
  'import' AS action, 'clinical.data.f${form}' AS resource, c.record::text AS record, '' AS label,
  jsonb_object_agg('v' || c.slot, jsonb_build_array(c.before, c.after)) AS changes, max(c.reason) AS reason, r.department, r.subject, r.visit, ${form}::bigint AS form
  FROM value_change c JOIN "record"."${tableName(form)}" r ON r.id = c.record WHERE c.form = ${form} AND c.source = 'import'
  GROUP BY c.record, c.delivery, r.department, r.subject, r.visit
  UNION ALL SELECT r.created_at, 2, r.id, d.name || ' #' || d.number, 'data', 'import', 'clinical.data.f${form}', r.id::text, '',
  '{}'::jsonb, NULL, r.department, r.subject, r.visit, ${form}::bigint FROM "record"."${tableName(form)}" r JOIN gather_delivery d ON d.id = r.delivery_id`

/** What was said about queries, with the words: their entries in the audit trail know the states alone. */
export const SAID = `SELECT n.created_at AS at, 3 AS rank, n.id, coalesce(a.nickname, u.nickname, 'system') AS by, 'query' AS kind, n.kind AS action,
  'query.entry' AS resource, n.query::text AS record, q.title AS label,
  jsonb_strip_nulls(jsonb_build_object('text', CASE WHEN n.text IS NOT NULL THEN jsonb_build_array(NULL, n.text) END,
    'category', CASE WHEN n.category IS NOT NULL THEN jsonb_build_array(NULL, n.category) END,
    coalesce(q.field, 'value'), CASE WHEN n.after IS NOT NULL THEN jsonb_build_array(n.before, n.after) WHEN n.before IS NOT NULL THEN jsonb_build_array(NULL, n.before) END,
    'told', CASE WHEN n.facts IS NOT NULL THEN jsonb_build_array(NULL, jsonb_build_object('facts', n.facts, 'run', n.run, 'field', q.field)) END)) AS changes,
  NULL::text AS reason, q.department, q.subject, q.visit, q.form FROM query_entry n JOIN query q ON q.id = n.query
  LEFT JOIN auth_admin a ON a.id = n.by LEFT JOIN user_user u ON u.id = n.member WHERE q.study = $1`

/** What became of findings, by runs and by people; what was found stands in no entry of the audit trail. Their values stay with the findings. */
export const FOUND = `SELECT e.created_at AS at, 4 AS rank, e.id, coalesce(a.nickname, 'system') AS by, 'finding' AS kind, e."to" AS action,
  'finding' AS resource, f.id::text AS record, f.name AS label, jsonb_strip_nulls(jsonb_build_object('parameter', jsonb_build_array(NULL, f.parameter),
    'state', jsonb_build_array(e."from", e."to"), 'stateRun', CASE WHEN e.run IS NOT NULL THEN jsonb_build_array(NULL, e.run) END)) AS changes,
  e.reason, f.department, f.subject, f.visit, f.form FROM finding_event e JOIN finding f ON f.id = e.finding LEFT JOIN auth_admin a ON a.id = e.by
  WHERE f.study = $1`

/** A subject and whoever was merged into them. */
const SELVES = `WITH RECURSIVE self AS (SELECT $2::bigint AS id UNION SELECT s.id FROM study_subject s JOIN self ON s.merged_into = self.id) SELECT id FROM self`
/** Of one subject: what is about them, and what is about everybody's data. `$2` null is the whole study. */
export const ABOUT = `($2::bigint IS NULL OR x.subject IN (${SELVES}) OR (x.subject IS NULL AND x.kind = ANY(ARRAY[${SHARED.map((kind) => `'${kind}'`).join(', ')}])))`
/** What belongs to a site is for who reaches it; `$3` null reaches all. */
export const REACHED = '($3::bigint[] IS NULL OR x.department IS NULL OR x.department = ANY($3))'
