import { join } from 'node:path'
import { BLANKS } from '#qc/cast.ts'
import { any, identifier, literal, Sql } from '#qc/sql.ts'
import type { QcWorkspace, StagedTable } from '#qc'
import { MAX_ENTERED } from '#kernel'
import type { FormContent } from '../record/definition.ts'
import { slotName } from '../record/table.ts'
import { entered, measure, type Measured } from './measure.ts'
import { slotsIn } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { REFUSED, sampleOf } from './sample.ts'
import type { Sample } from './sample.ts'
import { writeChanges } from './write.ts'

/** What the comparison is told of the study: files that the database wrote in one moment, without heads. */
export type Known = {
  /** id, code, department, state, merged, held (true or false) */
  readonly subjects: string
  /** id, code, held */
  readonly visits: string
  /** id, version, subject, visit (0 for none), instance, state, own (whether an earlier delivery of the same gather project brought it), gone (whether a later one lacked it), then the slots */
  readonly stored: string
}
export type Comparing = {
  db: QcWorkspace
  table: StagedTable
  mapping: Mapping
  content: FormContent
  known: Known
  /** The departments whose subjects the sender may deliver for; null for all. */
  sites: readonly number[] | null
  delivery: number
  folder: string
  now: string
}
export type Counts = { in: number; added: number; changed: number; same: number; refused: number; cells: number; vanished: number }
export type Compared = {
  counts: Counts
  reasons: Readonly<Record<string, number>>
  /** How many rows are there, or will be, by department. */
  sites: Readonly<Record<string, number>>
  /** Slots that the rows to be written have, in their order. */
  slots: readonly string[]
  added: string
  changed: string
  refused: string
  vanished: string
  /** What stood in the cells that were in another unit: row, slot, text. */
  units: string | null
  sample: Sample
}

const STORED_HEAD = ['id', 'version', 'subject', 'visit', 'instance', 'state', 'own', 'gone'] as const
/** The slots that the comparison wants to know of what is stored: those of the file, and where there are formulas all of the form. */
export const comparedSlots = ({ variables }: FormContent, mapping: Mapping): string[] => {
  const filled = new Set(slotsIn(mapping))
  const isComputed = variables.some(({ formula }) => formula)
  return variables.map(({ slot }) => slotName(slot)).filter((name) => isComputed || filled.has(name))
}

const READ = `header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', max_line_size = 4000000, parallel = true`
export const csv = (path: string, columns: Readonly<Record<string, string>>): string =>
  `read_csv(${literal(path)}, ${READ}, columns = {${Object.entries(columns)
    .map(([name, type]) => `${literal(name)}: ${literal(type)}`)
    .join(', ')}})`

const trimmed = (column: string | undefined): string =>
  column === undefined ? 'NULL::VARCHAR' : `nullif(trim(${identifier(column)}, ${literal(BLANKS)}), '')`

const notOf = (sites: readonly number[] | null): string =>
  sites === null ? 'false' : sites.length === 0 ? 'true' : `s.department NOT IN (${sites.map(Math.trunc).join(', ')})`

/** Every row of the file with the reason why it cannot be stored, or whose it is. */
const JUDGED = ({ mapping, sites }: Comparing): string => {
  const long = slotsIn(mapping)
    .map(identifier)
    .map((name) => Sql`(strlen(${name}) > ${MAX_ENTERED} AND length(${name}) > ${MAX_ENTERED})`)
  const other = notOf(sites)
  return `CREATE OR REPLACE TABLE judged AS SELECT r, code, visit_code, instance_text, subject, department, visit, instance, held,
      coalesce(reason, CASE WHEN count(*) FILTER (WHERE reason IS NULL) OVER (PARTITION BY subject, visit, instance) > 1 THEN 'duplicate' END) AS reason FROM (
    SELECT i.r, i.code, i.visit_code, i.instance_text, s.id AS subject, s.department, coalesce(v.id, 0) AS visit,
      coalesce(TRY_CAST(i.instance_text AS INTEGER), 1) AS instance, s.held OR coalesce(v.held, false) AS held,
      CASE WHEN i.code IS NULL THEN 'noSubject' WHEN s.id IS NULL THEN 'unknownSubject' WHEN s.merged THEN 'merged'
        WHEN s.state = 'withdrawn' THEN 'withdrawn' WHEN ${other} THEN 'otherSite'
        WHEN i.visit_code IS NOT NULL AND v.id IS NULL THEN 'unknownVisit'
        WHEN i.instance_text IS NOT NULL AND NOT coalesce(regexp_full_match(i.instance_text, '[0-9]{1,5}') AND TRY_CAST(i.instance_text AS INTEGER) BETWEEN 1 AND 10000, false) THEN 'badInstance'
        WHEN i.long THEN 'tooLong' END AS reason
    FROM (SELECT r, code, visit_code, instance_text, ${any(...long)} AS long FROM file) i LEFT JOIN subjects s ON s.code = i.code LEFT JOIN visits v ON v.code = i.visit_code)`
}

/**
 * What becomes of each row. Letter by letter: "1.0" is not "1"; a missing cell and an empty one are the same. A refused row meets nobody
 * by having no subject: as a condition of its own beside the keys, DuckDB would compare every row with every other.
 */
const PAIRED = ({ mapping }: Comparing): string => {
  const differs = slotsIn(mapping)
    .map(identifier)
    .map((name) => Sql`f.${name} IS DISTINCT FROM t.${name}`)
  return `CREATE OR REPLACE TABLE paired AS SELECT j.r, j.reason, t.id, CASE WHEN j.reason IS NOT NULL THEN 'refused' WHEN t.id IS NULL THEN CASE WHEN j.held THEN 'locked' ELSE 'added' END
      WHEN NOT ${any(...differs)} THEN 'same' WHEN j.held OR t.state = 'locked' THEN 'locked' ELSE 'changed' END AS kind
    FROM judged j JOIN file f ON f.r = j.r
    LEFT JOIN stored t ON t.subject = CASE WHEN j.reason IS NULL THEN j.subject END AND t.visit = j.visit AND t.instance = j.instance`
}

/**
 * What earlier deliveries brought and this one has no row for, not even a refused one. Of other sites than the sender's nothing is missing:
 * they hand over themselves. Nobody delivers for who has left.
 */
const VANISHED = ({ sites }: Comparing): string => `CREATE OR REPLACE TABLE vanished AS
    SELECT t.id, t.version, t.gone, s.code, v.code AS visit_code, t.instance, s.department FROM stored t JOIN subjects s ON s.id = t.subject LEFT JOIN visits v ON v.id = t.visit
    WHERE t.own AND NOT s.merged AND s.state <> 'withdrawn' AND NOT ${notOf(sites)}
      AND NOT EXISTS (SELECT 1 FROM judged j WHERE j.subject = t.subject AND j.visit = t.visit AND j.instance = t.instance)`
/** As the storing takes it: what is missing now, and what was and is back. */
const MISSING = `SELECT id, version, false AS back FROM vanished
    UNION ALL SELECT t.id, t.version, true FROM paired p JOIN stored t ON t.id = p.id WHERE t.gone AND p.kind <> 'refused'`

/** The file by what its columns fill. */
const FILE = ({ table, mapping, content }: Comparing, measured: readonly Measured[]): string => {
  const column = (target: string) => Object.keys(mapping).find((name) => mapping[name] === target)
  const instance = trimmed(content.form.repeats ? column('instance') : undefined)
  const keys = [`${trimmed(column('subject'))} AS code`, `${trimmed(column('visit'))} AS visit_code`, `${instance} AS instance_text`]
  const values = slotsIn(mapping).map((slot) => `${measured.find((one) => one.slot === slot)?.value ?? entered(mapping, slot)} AS ${slot}`)
  const joins = measured.map(({ join: text }) => text).join(' ')
  return `CREATE OR REPLACE VIEW file AS SELECT "__row" AS r, ${[...keys, ...values].join(', ')} FROM ${table.relation} ${joins}`
}

const open = async (comparing: Comparing): Promise<readonly Measured[]> => {
  const { db, known, content, mapping } = comparing
  const measured = await measure(comparing)
  await db.run(FILE(comparing, measured))
  await db.run(
    `CREATE OR REPLACE TABLE subjects AS SELECT * FROM ${csv(known.subjects, { id: 'BIGINT', code: 'VARCHAR', department: 'BIGINT', state: 'VARCHAR', merged: 'BOOLEAN', held: 'BOOLEAN' })}`,
  )
  await db.run(`CREATE OR REPLACE TABLE visits AS SELECT * FROM ${csv(known.visits, { id: 'BIGINT', code: 'VARCHAR', held: 'BOOLEAN' })}`)
  const types: Record<string, string> = {}
  for (const name of STORED_HEAD) types[name] = name === 'state' ? 'VARCHAR' : name === 'own' || name === 'gone' ? 'BOOLEAN' : 'BIGINT'
  for (const slot of comparedSlots(content, mapping)) types[slot] = 'VARCHAR'
  await db.run(`CREATE OR REPLACE TABLE stored AS SELECT * FROM ${csv(known.stored, types)}`)
  return measured
}

/** As they were written: a value that was converted keeps its source beside it, as one that is typed does. */
const UNITS = ({ table }: Comparing, measured: readonly Measured[]): string =>
  measured
    .map(
      ({ slot, text, join: joined }) => `SELECT * FROM (SELECT p.r, ${Number(slot.slice(1))} AS slot, ${text} AS entered
        FROM ${table.relation} ${joined} JOIN paired p ON p.r = "__row" WHERE p.kind IN ('added', 'changed')) WHERE entered IS NOT NULL`,
    )
    .join(' UNION ALL ')
const SITES = `SELECT j.department, count(*) AS n FROM paired p JOIN judged j ON j.r = p.r WHERE p.kind <> 'refused' AND j.department IS NOT NULL GROUP BY 1`

const CELLS = ({ mapping }: Comparing): string => {
  const each = slotsIn(mapping).map((name) => `(CASE WHEN f.${name} IS DISTINCT FROM t.${name} THEN 1 ELSE 0 END)`)
  return `SELECT coalesce(sum(${each.join(' + ') || '0'}), 0)::BIGINT AS n FROM (SELECT * FROM paired WHERE kind = 'changed') p JOIN file f ON f.r = p.r JOIN stored t ON t.id = p.id`
}

/** A delivery against what is stored, row by row and cell by cell. Everything is read and written as files: nothing is changed. */
export const compareDelivery = async (comparing: Comparing): Promise<Compared> => {
  const { db, table, mapping, folder } = comparing
  const measured = await open(comparing)
  await db.run(JUDGED(comparing))
  await db.run(PAIRED(comparing))
  await db.run(`UPDATE paired SET kind = 'refused', reason = 'locked' WHERE kind = 'locked'`)
  const kinds = await db.all<{ kind: string; reason: string | null; n: number }>(
    'SELECT kind, reason, count(*) AS n FROM paired GROUP BY ALL',
  )
  const of = (kind: string): number => kinds.filter((row) => row.kind === kind).reduce((sum, { n }) => sum + Number(n), 0)
  const [cells] = await db.all<{ n: number }>(CELLS(comparing))
  await db.run(VANISHED(comparing))
  const [gone] = await db.all<{ n: number }>('SELECT count(*) AS n FROM vanished')
  const placed = await db.all<{ department: number; n: number }>(SITES)
  const counts: Counts = {
    in: table.rows,
    added: of('added'),
    changed: of('changed'),
    same: of('same'),
    refused: of('refused'),
    cells: Number(cells?.n ?? 0),
    vanished: Number(gone?.n ?? 0),
  }
  const sum = counts.added + counts.changed + counts.same + counts.refused
  if (sum !== counts.in) throw new Error(`${counts.in} rows were read, but ${sum} were accounted for`)
  const files = {
    added: join(folder, 'added.csv'),
    changed: join(folder, 'changed.csv'),
    refused: join(folder, 'refused.ndjson'),
    vanished: join(folder, 'vanished.csv'),
  }
  const slots = await writeChanges(comparing, files)
  await db.run(`COPY (${REFUSED(mapping)}) TO ${literal(files.refused)} (FORMAT json)`)
  await db.run(`COPY (${MISSING}) TO ${literal(files.vanished)} (FORMAT csv, HEADER false)`)
  const reasons = Object.fromEntries(kinds.flatMap(({ reason, n }) => (reason === null ? [] : [[reason, Number(n)] as const])))
  const sites = Object.fromEntries(placed.map(({ department, n }) => [String(department), Number(n)]))
  const units = measured.length > 0 ? join(folder, 'units.csv') : null
  if (units) await db.run(`COPY (${UNITS(comparing, measured)}) TO ${literal(units)} (FORMAT csv, HEADER false)`)
  return { counts, reasons, sites, slots, units, ...files, sample: await sampleOf(db, table, mapping) }
}
