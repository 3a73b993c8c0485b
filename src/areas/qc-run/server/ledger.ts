import type { CheckResult } from '#qc'
import type { Db } from '#server/db/database.ts'
import type { Covered } from '#study/finding/compare.ts'
import type { Entry, Known } from '#study/run/enter.ts'
import type { Judged } from '#study/run/judge.ts'
import type { InForce } from './parameters.ts'
import { ruleOfResult } from './results.ts'

type Entering = {
  run: number
  datafile: number
  study: number | null
  rules: readonly InForce[]
  judged: Judged
  file: string
  name: string
  folder: string
  violations: string
  signal: AbortSignal
}
export type Changes = { appeared: number; reopened: number; resolved: number; changed: number }

const BEFORE = `SELECT DISTINCT ON (r.parameter) r.parameter, r.parameter_version AS version FROM qc_result r JOIN qc_run q ON q.id = r.run
  WHERE q.datafile = $1 AND q.id <> $2 AND q.state = 'done' AND q.study IS NOT DISTINCT FROM $3::bigint AND r.status IN ('passed', 'warned', 'failed')
  ORDER BY r.parameter, r.id DESC`
const PAGE = `SELECT id, fingerprint, parameter::text AS lineage, hash, state, coalesce(accepted_until < current_date, false) AS "isLapsed" FROM finding
  WHERE datafile = $1 AND study IS NOT DISTINCT FROM $2::bigint AND parameter = ANY($3::bigint[]) AND id > $4 ORDER BY id LIMIT 20000`

const knownOf = async function* (tx: Db, { datafile, study }: Entering, lineages: readonly number[]): AsyncGenerator<readonly Known[]> {
  for (let after = 0; ;) {
    const rows = await tx.query<Known & { id: number }>(PAGE, [datafile, study, lineages, after])
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

const COLUMNS = `fingerprint text, lineage bigint, "row" bigint, "key" text, field text, "value" text, hash text, "massCount" bigint, "from" text, "to" text,
  cause text, name text, context jsonb, severity text`
const ADD = `WITH d AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS d(${COLUMNS})),
  made AS (INSERT INTO finding (name, parameter, field, value, severity, state, cause, study, datafile, "row", "key", mass_count, context, fingerprint, hash, first_run, state_run)
    SELECT name, lineage, field, "value", severity, "to", cause, $3::bigint, $4::bigint, "row", "key", "massCount", context, fingerprint, hash, $2::bigint, $2::bigint FROM d
    ON CONFLICT DO NOTHING RETURNING id, state, cause, value)
  INSERT INTO finding_event (finding, run, "to", cause, value) SELECT id, $2::bigint, state, cause, value FROM made`
// Somebody who decided meanwhile has decided: the next run sees it.
const MOVE = `WITH d AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS d(${COLUMNS})),
  moved AS (UPDATE finding f SET state = d."to", cause = d.cause, state_run = $2::bigint, version = f.version + 1, updated_at = now(),
      value = CASE WHEN d.hash IS NULL THEN f.value ELSE d."value" END, hash = coalesce(d.hash, f.hash), "row" = coalesce(d."row", f."row"),
      context = coalesce(d.context, f.context), mass_count = coalesce(d."massCount", f.mass_count), severity = d.severity,
      accepted_until = CASE WHEN d."to" = f.state THEN f.accepted_until END, reason = CASE WHEN d."to" = f.state THEN f.reason END
    FROM d WHERE f.fingerprint = d.fingerprint AND f.state = d."from" RETURNING f.id, d."from", d."to", d.cause, f.value)
  INSERT INTO finding_event (finding, run, "from", "to", cause, value) SELECT id, $2::bigint, "from", "to", cause, value FROM moved`

const coveredBy = async ({ judged, rules, study, datafile }: Entering, before: ReadonlyMap<number, number>): Promise<Covered[]> => {
  const { isMass, proves } = await import('#study/finding/cover.ts')
  const { massFingerprint } = await import('#study/finding/identity.ts')
  const results = new Map<InForce, CheckResult[]>()
  for (const result of judged.results) {
    const rule = ruleOfResult(rules, result)
    if (rule) results.set(rule, [...(results.get(rule) ?? []), result])
  }
  return [...results].flatMap(([rule, own]) => {
    // One table that could not be judged: nothing is proved about what was found there.
    if (!own.every(proves)) return []
    const lineage = String(rule.id)
    const known = before.get(rule.id)
    const place = { study: String(study ?? ''), lineage, form: `file:${datafile}` }
    const covered: Covered = { lineage, isNewRule: known !== undefined && known !== rule.version }
    return [own.some(isMass) ? { ...covered, mass: massFingerprint(place) } : covered]
  })
}

/** The violations of a run into the ledger of its file, in the transaction of the run's end. One run at a time and file. */
export const enter = async (tx: Db, entering: Entering): Promise<Changes> => {
  const { enterRun } = await import('#study/run/enter.ts')
  const { run, datafile, study, rules, judged } = entering
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`finding:${datafile}`])
  const before = await tx.query<{ parameter: number; version: number }>(BEFORE, [datafile, run, study])
  const covered = await coveredBy(entering, new Map(before.map(({ parameter, version }) => [parameter, version])))
  const severity = new Map(judged.results.map((result) => [String(ruleOfResult(rules, result)?.id), result.severity]))
  const apply = async (entries: readonly Entry[]): Promise<void> => {
    const rows = entries.map((entry) => ({ ...entry, severity: severity.get(entry.lineage) ?? null }))
    const [added, moved] = [rows.filter(({ from }) => from === null), rows.filter(({ from }) => from !== null)]
    if (added.length > 0) await tx.query(ADD, [JSON.stringify(added), run, study, datafile])
    if (moved.length > 0) await tx.query(MOVE, [JSON.stringify(moved), run])
  }
  const { appeared, reopened, resolved, changed } = await enterRun({
    ...entering,
    covered,
    hidden: judged.hidden,
    known: knownOf(
      tx,
      entering,
      rules.map(({ id }) => id),
    ),
    apply,
  })
  return { appeared, reopened, resolved, changed }
}
