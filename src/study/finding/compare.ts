import type { QcDatabase } from '#qc'
import { effects, type Cause } from './after-run.ts'
import type { FindingState } from './state.ts'

/** What a run has proved something about: a rule in one place, called as `coverOf` does. */
export type Covered = {
  lineage: string
  /** It has another version than in the run before that covered it. */
  isNewRule: boolean
  /** Departments where it says something else than in the run before: as if it were new there. */
  newAt?: readonly string[]
  /** Where it hit far too much: the fingerprint of the one finding that stands for all that are not in the ledger yet. */
  mass?: string
}
export type Comparison = {
  /** Parquet file of the run's violations with the columns of `ledgerColumns`. */
  violations: string
  /** SQL usable after FROM: fingerprint, lineage, department, hash, state, is_lapsed. */
  ledger: string
  covered: readonly Covered[]
}
/** What the ledger must be told. `value`, `key`, `field` and `hash` are those of the run; null where nothing was found. */
export type Change = {
  fingerprint: string
  lineage: string
  /** What the run called the rule, or the part of it, that found this. */
  parameter: string | null
  department: string | null
  record: string | null
  /** What its record is called, where it has one. */
  name: string | null
  row: number | null
  key: string | null
  field: string | null
  value: string | null
  hash: string | null
  massCount: number | null
  from: FindingState | null
  to: FindingState
  /** Null where the finding is as it was and only belongs to another department now. */
  cause: Cause | null
}
/** `table`: one row per change, columns as in `Change`. `changed`: open ones with another value. */
export type Delta = { table: string; appeared: number; reopened: number; resolved: number; changed: number }

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const DECISIONS = effects().map(
  (e) => `(${[literal(e.state ?? ''), e.isFound, e.isChanged, e.isLapsed, e.isNewRule, literal(e.to), literal(e.cause)].join(', ')})`,
)
const listSql = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]::VARCHAR[]`
const ruleSql = ({ lineage, isNewRule, newAt = [], mass }: Covered): string =>
  `(${literal(lineage)}, ${isNewRule}, ${listSql(newAt)}, ${mass ? literal(mass) : 'NULL::VARCHAR'})`

/** What is found as it was: only in these states does a run say something to it. */
const LOUD = effects().flatMap((e) => (e.isFound && !e.isChanged && e.state !== null ? [`(${literal(e.state)}, ${e.isLapsed})`] : []))

/** What a business key says, without the names of its columns. */
export const readableKey = (key: string): string =>
  `nullif(array_to_string(list_filter(json_extract_string(${key}, '$.*'), lambda part: part <> ''), ' · '), '')`

/** The first keys of a mass are its value: so many tell what it is about. */
const FIRST_KEYS = 5
/** All that has no finding of its own. Entered one by one, nothing is left to stand for. */
const MASS = (
  file: string,
  rules: string,
  ledger: string,
): string => `SELECT any_value(mass), lineage, NULL, NULL, NULL, NULL, NULL, NULL, '',
  array_to_string(arg_min(left(coalesce(name, ${readableKey('"key"')}, '#' || "row"), 80), "row", ${FIRST_KEYS}), ', '), count(*),
  md5(sum(md5_number_lower(fingerprint || hash))::VARCHAR) FROM ${file} JOIN ${rules} USING (lineage)
  WHERE mass IS NOT NULL AND fingerprint NOT IN (SELECT fingerprint FROM ${ledger}) GROUP BY lineage`

let serial = 0

/**
 * A run against the ledger: what is new, changed, gone or back. `afterRun` decides, as a table of all its answers, so that a million
 * findings are one join. What is as it was, nearly everything, is set aside by its identity and hash alone; only the rest is read whole.
 */
export const compareRun = async (database: QcDatabase, { violations, ledger, covered }: Comparison): Promise<Delta> => {
  const number = ++serial
  const [table, rulesTable, loud] = [`finding_delta_${number}`, `finding_rule_${number}`, `finding_loud_${number}`]
  const rules =
    covered.length > 0 ? `VALUES ${covered.map(ruleSql).join(', ')}` : `SELECT '', false, []::VARCHAR[], NULL::VARCHAR WHERE false`
  // What stands for a mass has the hash of all of it; where there is none nobody reads everything for it.
  const masses = covered.some(({ mass }) => mass !== undefined)
  const file = `read_parquet(${literal(violations)})`
  const covers = `lineage IN (SELECT lineage FROM ${rulesTable})`
  await database.run(`CREATE TEMP TABLE ${rulesTable}(lineage, is_new_rule, new_at, mass) AS ${rules}`)
  await database.run(`CREATE TEMP TABLE ${loud} AS WITH
    hits AS (SELECT fingerprint, department::VARCHAR AS department, hash FROM ${file}),
    known AS (SELECT fingerprint, lineage, department, hash, state, is_lapsed FROM ${ledger}),
    twice AS (SELECT hash(fingerprint) AS id FROM hits GROUP BY id HAVING count(*) > 1)
    SELECT coalesce(f.fingerprint, k.fingerprint) AS fingerprint, any_value(k.lineage) AS lineage, any_value(k.department)::VARCHAR AS department,
      any_value(k.hash) AS hash, any_value(k.state) AS state, any_value(k.is_lapsed) AS is_lapsed
    FROM hits f FULL JOIN known k ON f.fingerprint = k.fingerprint
    WHERE f.fingerprint IS NULL OR k.fingerprint IS NULL OR f.hash <> k.hash OR f.department IS DISTINCT FROM k.department
      OR (k.state, coalesce(k.is_lapsed, false)) IN (VALUES ${LOUD.join(', ')}) OR hash(f.fingerprint) IN (SELECT id FROM twice)
    GROUP BY 1`)
  await database.run(`CREATE TABLE ${table} AS WITH
    decisions(state, is_found, is_changed, is_lapsed, is_new_rule, moved_to, cause) AS (VALUES ${DECISIONS.join(', ')}),
    hits AS (SELECT * FROM ${file} WHERE ${covers} AND fingerprint IN (SELECT fingerprint FROM ${loud})),
    -- Two violations of one identity are one finding, whose hash covers both.
    found AS (SELECT fingerprint, any_value(lineage) AS lineage, any_value(parameter) AS parameter, any_value(department)::VARCHAR AS department, min("row") AS "row", arg_min("key", "row") AS "key",
        arg_min(record, "row") AS record, arg_min(name, "row") AS name, any_value(field) AS field, arg_min("value", "row") AS "value", NULL::BIGINT AS "massCount",
        CASE count(*) WHEN 1 THEN any_value(hash) ELSE md5(sum(md5_number_lower(hash))::VARCHAR) END AS hash
      FROM hits GROUP BY fingerprint${masses ? ` UNION ALL ${MASS(file, rulesTable, ledger)}` : ''}),
    known AS (SELECT * FROM ${loud} WHERE state IS NOT NULL),
    seen AS (SELECT coalesce(f.fingerprint, k.fingerprint) AS fingerprint, coalesce(f.lineage, k.lineage) AS lineage, f.parameter,
        CASE WHEN f.fingerprint IS NULL THEN k.department ELSE f.department END AS department, f."row", f."key", f.record, f.name, f.field, f."value", f.hash, f."massCount",
        coalesce(k.state, '') AS state, f.fingerprint IS NOT NULL AS is_found, coalesce(f.hash <> k.hash, false) AS is_changed,
        coalesce(k.is_lapsed, false) AS is_lapsed, k.fingerprint IS NOT NULL AND f.fingerprint IS NOT NULL AND f.department IS DISTINCT FROM k.department AS is_elsewhere
      FROM found f FULL JOIN known k ON f.fingerprint = k.fingerprint)
    SELECT fingerprint, s.lineage, s.parameter, department, record, name, "row", "key", field, "value", hash, "massCount", nullif(s.state, '') AS "from", coalesce(moved_to, s.state) AS "to", cause
    FROM seen s JOIN ${rulesTable} r ON r.lineage = s.lineage LEFT JOIN decisions d ON d.state = s.state AND d.is_found = s.is_found
      AND d.is_changed = s.is_changed AND d.is_lapsed = s.is_lapsed AND d.is_new_rule = (r.is_new_rule OR coalesce(list_contains(r.new_at, s.department), false))
    WHERE (d.cause IS NOT NULL OR s.is_elsewhere) AND NOT (r.mass IS NOT NULL AND s.state = '' AND s."massCount" IS NULL)`)
  await database.run(`DROP TABLE ${loud}`)
  await database.run(`DROP TABLE ${rulesTable}`)
  const [counts] = await database.all<Omit<Delta, 'table'>>(`SELECT count(*) FILTER ("from" IS NULL) AS appeared,
    count(*) FILTER ("from" <> "to" AND "to" = 'reopened') AS reopened, count(*) FILTER ("to" = 'resolved') AS resolved,
    count(*) FILTER ("from" = "to" AND cause IS NOT NULL) AS changed FROM ${table}`)
  return { table, appeared: 0, reopened: 0, resolved: 0, changed: 0, ...counts }
}
