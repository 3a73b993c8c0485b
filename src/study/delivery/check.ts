import { join } from 'node:path'
import type { Reason, Words } from '#kernel'
import { runChecks, stageFile } from '#qc'
import type { QcWorkspace, StagedTable } from '#qc'
import { identifier, literal } from '#qc/sql.ts'
import { engineParameter, holdsSubmission, ruleNamed, tellsOf } from '../parameter/in-force.ts'
import type { SubmitRule } from '../parameter/in-force.ts'
import type { Override } from '../parameter/override.ts'
import { PLACE_COLUMNS, placeName, RECORD_KEY, snapshotColumns } from '../record/snapshot.ts'
import type { SnapshotForm } from '../record/snapshot.ts'
import { slotName } from '../record/table.ts'
import { compileRules } from '../run/compile.ts'
import { splitRules } from '../run/split.ts'
import { formSource } from '../run/source.ts'
import { csv } from './compare.ts'
import type { Compared } from './compare.ts'
import type { Mapping } from './mapping.ts'
import { FROM, PLACED, valuesOf } from './sample.ts'

export type Checking = {
  /** With the tables of the comparison. */
  db: QcWorkspace
  folder: string
  mapping: Mapping
  compared: Pick<Compared, 'added' | 'changed' | 'slots'>
  rules: readonly SubmitRule[]
  forms: readonly SnapshotForm[]
  /** What differs from the rules at sites and in gather projects. */
  overrides: readonly Override[]
  gather: number
  /** The form that is delivered to. */
  form: number
  /** The records of forms as they are stored, and the codes of departments: whoever sends learns nothing of sites that are not theirs. */
  write(forms: readonly SnapshotForm[]): Promise<{ snapshots: ReadonlyMap<number, string>; departments: string }>
  now: string
  signal: AbortSignal
  log(line: Reason): void
}
/** `rows`: of the file. What speaks of no row of it stops nobody: the run after the storing tells. */
export type CheckedRule = { code: string; words: Words; stops: boolean; rows: number }
export type Checked = { stops: number; warns: number; rules: readonly CheckedRule[]; file: string }

const ROW = 'delivery.row'
/** So many rows with problems are kept to be read and corrected; those that stop come first. */
const MOST_ROWS = 20_000

const texts = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, 'VARCHAR']))
const stored = (path: string, names: readonly string[]): string => csv(path, texts(names)).replace('header = false', 'header = true')

/** The form as it would be once the file is stored; each row of the file with its number. */
const WOULD_BE = (
  { gather, compared: { added, changed, slots } }: Checking,
  own: SnapshotForm,
  snapshot: string,
  departments: string,
): string => {
  const names = snapshotColumns(own)
  const slotOf = new Map(own.columns.map(({ name, slot }) => [name, slotName(slot)]))
  const delivered = (name: string): string | undefined => (slots.includes(slotOf.get(name) ?? '') ? slotOf.get(name) : undefined)
  const fresh: Readonly<Record<string, string>> = {
    'subject.id': 'a.subject',
    'visit.id': 'a.visit',
    'department.id': 'a.department',
    'record.name': `concat_ws(' · ', s.code, v.code)`,
    subject: 's.code',
    visit: 'v.code',
    instance: 'a.instance',
    department: 'd.code',
  }
  const list = (value: (name: string) => string): string => names.map((name) => `${value(name)} AS ${identifier(name)}`).join(', ')
  const kept = (name: string): string => `t.${identifier(name)}`
  // What is delivered belongs to the gather project that it is delivered to.
  const here = literal(placeName('gather', gather))
  const at = (department: string, project: string): string =>
    `'department:' || ${department} AS ${identifier(PLACE_COLUMNS.department)}, ${project} AS ${identifier(PLACE_COLUMNS.gather)}`
  const columns = (head: readonly string[]): Record<string, string> => texts([...head, ...slots])
  const newRows = csv(added, columns(['subject', 'visit', 'instance', 'department', 'state', 'delivery_id', 'row_no']))
  const otherRows = csv(changed, columns(['id', 'version', 'row_no']))
  return `WITH t AS (SELECT * FROM ${stored(snapshot, names)}), d AS (SELECT * FROM ${stored(departments, ['id', 'code'])})
    SELECT ${list(kept)}, CASE WHEN p.kind = 'same' THEN p.r::VARCHAR END AS ${identifier(ROW)}, ${at('t."department.id"', `CASE WHEN p.kind = 'same' THEN ${here} END`)} FROM t
      LEFT JOIN paired p ON p.id = t."record.id"::BIGINT WHERE p.kind IS DISTINCT FROM 'changed'
    UNION ALL SELECT ${list((name) => (delivered(name) ? `c.${delivered(name)}` : kept(name)))}, c.row_no, ${at('t."department.id"', here)} FROM t JOIN ${otherRows} c ON c.id = t."record.id"
    UNION ALL SELECT ${list((name) => (slotOf.has(name) ? (delivered(name) ? `a.${delivered(name)}` : 'NULL') : (fresh[name] ?? 'NULL')))}, a.row_no, ${at('a.department', here)}
      FROM ${newRows} a LEFT JOIN subjects s ON s.id = a.subject::BIGINT LEFT JOIN visits v ON v.id = a.visit::BIGINT LEFT JOIN d ON d.id = a.department`
}

const FOUND = (mapping: Mapping): string =>
  `SELECT ${PLACED}, x.problems, ${valuesOf(mapping)} AS "values" ${FROM} JOIN (
      SELECT r, max(stops) AS stops, list({rule: rule, field: field, stops: stops} ORDER BY stops DESC, rule, field) AS problems FROM found GROUP BY r
      ORDER BY max(stops) DESC, r LIMIT ${MOST_ROWS}) x ON x.r = p.r ORDER BY p.r`

/** What the rules of the gather project say about the rows of a file before anybody stands by it. Undefined where no rule speaks of the form. */
export const checkDelivery = async (checking: Checking): Promise<Checked | undefined> => {
  const { db, folder, mapping, rules, forms, now, signal, log } = checking
  const own = forms.find(({ id }) => id === checking.form)
  if (!own) return undefined
  const { parameters: compiled, forms: needed } = compileRules(rules.map(engineParameter), forms, [own])
  const parameters = splitRules(compiled, (parameter) =>
    checking.overrides.filter((one) => one.parameter === ruleNamed(rules, parameter)?.id),
  )
  if (parameters.length === 0) return undefined
  const { snapshots, departments } = await checking.write(needed)
  const tables: StagedTable[] = []
  for (const form of needed) {
    const snapshot = snapshots.get(form.id) ?? ''
    const file = form === own ? join(folder, 'would-be.csv') : snapshot
    if (form === own) await db.run(`COPY (${WOULD_BE(checking, own, snapshot, departments)}) TO ${literal(file)} (FORMAT csv, HEADER true)`)
    tables.push(await stageFile(db, file, { ...formSource(form, file).read, name: form.code }))
  }
  const keys = Object.fromEntries(needed.map(({ code }) => [code, RECORD_KEY]))
  const run = await runChecks({ database: db, tables, parameters, keys, now, signal })
  for (const { parameter, status, message } of run.results)
    if (status === 'error') log({ 'zh-cn': `${parameter}: ${message?.zh ?? ''}`, en: `${parameter}: ${message?.en ?? ''}` })
  const told = run.results.flatMap((result) => {
    const rule = ruleNamed(rules, result.parameter)
    if (!rule || (result.status !== 'failed' && result.status !== 'warned')) return []
    return [{ parameter: result.parameter, rule, stops: result.status === 'failed' && holdsSubmission(rule, result.severity) }]
  })
  const violations = join(folder, 'found.parquet')
  await run.violations.copy(violations, 'parquet', {}, { place: { cell: () => ROW } })
  await run.violations.dispose()
  const stopping = told.filter(({ stops }) => stops).map(({ parameter }) => literal(parameter))
  const called = own.columns.map(({ name, slot }) => `(${literal(name)}, ${literal(slotName(slot))})`)
  await db.run(`CREATE OR REPLACE TABLE found AS SELECT DISTINCT f.r, f.rule, coalesce(n.slot, f.name) AS field, f.stops FROM (
      SELECT place::BIGINT AS r, parameter AS rule, unnest(string_split(field, ', ')) AS name,
        ${stopping.length ? `parameter IN (${stopping.join(', ')})` : 'false'} AS stops FROM read_parquet(${literal(violations)}) WHERE place IS NOT NULL) f
    LEFT JOIN (VALUES ${called.join(', ')}) n (name, slot) ON n.name = f.name`)
  const counted = await db.all<{ rule: string; rows: number }>('SELECT rule, count(DISTINCT r) AS rows FROM found GROUP BY rule')
  const [sum] = await db.all<{ stops: number; warns: number }>(
    'SELECT count(*) FILTER (WHERE stops) AS stops, count(*) FILTER (WHERE NOT stops) AS warns FROM (SELECT r, max(stops) AS stops FROM found GROUP BY r)',
  )
  const file = join(folder, 'found.ndjson')
  await db.run(`COPY (${FOUND(mapping)}) TO ${literal(file)} (FORMAT json)`)
  return {
    stops: Number(sum?.stops ?? 0),
    warns: Number(sum?.warns ?? 0),
    rules: told.flatMap(({ parameter, rule, stops }) => {
      const rows = Number(counted.find((one) => one.rule === parameter)?.rows ?? 0)
      return rows ? [{ code: parameter, words: tellsOf(rule), stops, rows }] : []
    }),
    file,
  }
}
