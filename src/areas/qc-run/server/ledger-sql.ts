import { hospitalDay } from '#server/zone.ts'

const place = (datafile: string, form: string, study: string): string =>
  `coalesce('file:' || ${datafile}, 'form:' || ${form}, 'study:' || ${study})`
/** As `coverOf` calls a rule in a place. */
const cover = (parameter: string, datafile: string, form: string, study: string): string =>
  `${parameter} || '@' || ${place(datafile, form, study)}`

/**
 * The version of each of these rules that proved something last in its place, and the run that it did so in. A re-check of some rules is no run of
 * the set. Each is looked up from its newest result back: over all results of all runs it would take longer with every run.
 */
export const BEFORE = `SELECT ${cover('w.parameter', '$1::bigint', 'w.form', '$3::bigint')} AS cover, last.version, last.run
  FROM unnest($4::bigint[], $5::bigint[]) AS w(parameter, form) CROSS JOIN LATERAL (
    SELECT r.parameter_version AS version, r.run FROM qc_result r JOIN qc_run q ON q.id = r.run
    WHERE r.parameter = w.parameter AND r.form IS NOT DISTINCT FROM w.form AND q.datafile IS NOT DISTINCT FROM $1::bigint AND q.id <> $2
      AND q.state = 'done' AND q.study IS NOT DISTINCT FROM $3::bigint AND q.asked IS NULL AND r.status IN ('passed', 'warned', 'failed')
    ORDER BY r.parameter DESC, r.id DESC LIMIT 1) last`
/** What differed from place to place in these runs, by the version that it differed from. */
export const DIFFERED = `SELECT q.id AS run, (v ->> 'version')::bigint AS version, v -> 'overrides' AS overrides
  FROM qc_run q CROSS JOIN jsonb_array_elements(q.versions) v WHERE q.id = ANY($1::bigint[]) AND v -> 'overrides' IS NOT NULL`

const idsIn = (ids: readonly number[]): string => [0, ...ids].map(Number).join(', ')
const only = (column: string, id: number | null): string => (id === null ? `${column} IS NULL` : `${column} = ${Number(id)}`)
export type Covering = { datafile: number | null; study: number | null; forms: readonly number[]; parameters: readonly number[] }
/** So few rules are looked up by their numbers. Thousands of them would be looked up one by one, all over the table, to find nearly all of it. */
const FEW_RULES = 100
/**
 * The ledger of a file, or of these forms of a study and what is about no single one of them; what the run has not judged is passed over
 * where it is compared. COPY takes no parameters: numbers alone stand in it.
 */
export const KNOWN = ({ datafile, study, forms, parameters }: Covering): string => `COPY (
  SELECT fingerprint, parameter, form, department, hash, state, accepted_until < '${hospitalDay()}'
  FROM finding WHERE ${only('datafile', datafile)} AND ${only('study', study)} AND (form IS NULL OR form IN (${idsIn(forms)}))
    ${parameters.length > FEW_RULES ? '' : `AND parameter IN (${idsIn(parameters)})`}) TO STDOUT`

/** What the ledger is told, in the columns of `ENTRY_COLUMNS`. */
export const GIVEN = `CREATE TEMP TABLE entry (fingerprint text, lineage bigint, "row" bigint, "key" text, field text, slot text, "value" text, hash text, mass_count bigint,
  "from" text, "to" text, cause text, name text, context jsonb, severity text, form bigint, subject bigint, visit bigint, instance bigint, department bigint,
  record bigint) ON COMMIT DROP`

export const ADD = `WITH made AS (INSERT INTO finding (name, parameter, field, slot, value, severity, state, cause, study, datafile, form, subject, visit, instance,
      department, record, "row", "key", mass_count, context, fingerprint, hash, first_run, state_run)
    SELECT name, lineage, field, slot, "value", severity, "to", cause, $2::bigint, $3::bigint, form, subject, visit, instance,
      department, record, "row", "key", mass_count, context, fingerprint, hash, $1::bigint, $1::bigint FROM entry WHERE "from" IS NULL
    ON CONFLICT DO NOTHING RETURNING id, state, cause, value)
  INSERT INTO finding_event (finding, run, "to", cause, value) SELECT id, $1::bigint, state, cause, value FROM made`

// Somebody who decided meanwhile has decided: the next run sees it.
export const MOVE = `WITH moved AS (UPDATE finding f SET state = d."to", cause = d.cause, state_run = $1::bigint, version = f.version + 1, updated_at = now(),
      value = CASE WHEN d.hash IS NULL THEN f.value ELSE d."value" END, hash = coalesce(d.hash, f.hash), "row" = coalesce(d."row", f."row"),
      context = coalesce(d.context, f.context), mass_count = coalesce(d.mass_count, f.mass_count), severity = d.severity,
      department = coalesce(d.department, f.department), record = coalesce(d.record, f.record),
      name = CASE WHEN d.hash IS NULL THEN f.name ELSE d.name END, field = CASE WHEN d.hash IS NULL THEN f.field ELSE d.field END,
      accepted_until = CASE WHEN d."to" = f.state THEN f.accepted_until END, reason = CASE WHEN d."to" = f.state THEN f.reason END
    FROM entry d WHERE d."from" IS NOT NULL AND d.cause IS NOT NULL AND f.fingerprint = d.fingerprint AND f.state = d."from"
    RETURNING f.id, d."from", d."to", d.cause, f.value)
  INSERT INTO finding_event (finding, run, "from", "to", cause, value) SELECT id, $1::bigint, "from", "to", cause, value FROM moved`

/** What a changed rule or an override makes of the findings that are still there: how serious they are, everywhere, at a site, or at all others. */
export const WEIGH = `UPDATE finding SET severity = $1, version = version + 1, updated_at = now() WHERE parameter = $2 AND datafile IS NOT DISTINCT FROM $3::bigint
  AND study IS NOT DISTINCT FROM $4::bigint AND (form IS NULL OR form = ANY($5::bigint[])) AND state <> 'resolved' AND severity IS DISTINCT FROM $1
  AND ($6::bigint IS NULL OR department = $6) AND (department IS NULL OR department <> ALL($7::bigint[]))`

/** The same finding in another department: nothing happened to it. */
export const FOLLOW = `UPDATE finding f SET department = d.department, record = coalesce(d.record, f.record)
  FROM entry d WHERE d."from" IS NOT NULL AND d.cause IS NULL AND f.fingerprint = d.fingerprint`
