import { join } from 'node:path'
import { identifier, literal } from '#qc/sql.ts'
import type { QcWorkspace } from '#qc'
import { compareRun, readableKey, type Covered, type Delta } from '../finding/compare.ts'
import { placeIn } from '../finding/identity.ts'
import { stageSource, withWorkspace, type Judged } from './judge.ts'
import { formIn, type Source } from './source.ts'

export type Entering = {
  folder: string
  signal: AbortSignal
  violations: string
  covered: readonly Covered[]
  judged: Pick<Judged, 'hidden' | 'slots' | 'discreet'>
  /** How serious what was found is, by what the run called the rule or the part of it; what is gone weighs as its lineage does. */
  severities: { parts: ReadonlyMap<string, string>; lineages: ReadonlyMap<string, string> }
  /** A file whose rows are shown in context. What a record says is read where it stands. */
  file?: Source
  /** The place of what is about no single form: the file, or the study. */
  whole: string
  /** Writes the ledger of what was judged to this place, in columns as `KNOWN_COLUMNS`, without a head. */
  known: (path: string) => Promise<void>
  /** Takes what the ledger must be told: a file for `COPY` in CSV, columns as `ENTRY_COLUMNS`. */
  apply: (path: string) => Promise<void>
}

/** Tab, nothing as `\N`: the text that `COPY` writes without thinking. */
export const KNOWN_COLUMNS = ['fingerprint', 'parameter', 'form', 'department', 'hash', 'state', 'is_lapsed'] as const
export const ENTRY_COLUMNS = [
  'fingerprint',
  'lineage',
  'row',
  'key',
  'field',
  'slot',
  'value',
  'hash',
  'mass_count',
  'from',
  'to',
  'cause',
  'name',
  'context',
  'severity',
  'form',
  'subject',
  'visit',
  'instance',
  'department',
  'record',
] as const

/** A row in context is for reading: so many columns, and only of so many changes of one run. */
const CONTEXT_COLUMNS = 60
const CONTEXT_ROWS = 5000
const NAME_CHARACTERS = 200

const table = (name: string, columns: string, rows: readonly string[], none: string): string =>
  `CREATE TEMP TABLE ${name}(${columns}) AS ${rows.length > 0 ? `VALUES ${rows.join(', ')}` : `SELECT ${none} WHERE false`}`

const ledgerFile = async (folder: string, { known, whole }: Entering): Promise<string> => {
  const path = join(folder, 'ledger.tsv')
  await known(path)
  const columns = KNOWN_COLUMNS.map((name) => `${name}: 'VARCHAR'`).join(', ')
  return `(SELECT fingerprint, parameter || '@' || coalesce('form:' || form, ${literal(whole)}) AS lineage, department, hash, state, is_lapsed = 't' AS is_lapsed
    FROM read_csv(${literal(path)}, header = false, auto_detect = false, delim = '\\t', quote = '', escape = '', nullstr = '\\N', columns = {${columns}}))`
}

/** What is known of each rule in each place: its number, its form, the columns that are shown nowhere. */
const tellRules = async (db: QcWorkspace, { covered, judged, severities }: Entering): Promise<void> => {
  const rules = covered.map(({ lineage: cover }) => {
    const { lineage, form: place } = placeIn(cover)
    const hidden = `[${(judged.hidden[place] ?? []).map(literal).join(', ')}]::VARCHAR[]`
    const severity = severities.lineages.get(lineage)
    const own = [cover, place, lineage].map(literal).join(', ')
    return `(${own}, ${formIn(place) ?? 'NULL::BIGINT'}, ${severity ? literal(severity) : 'NULL::VARCHAR'}, ${judged.discreet.includes(lineage)}, ${hidden})`
  })
  await db.run(
    table(
      'entry_rule',
      'cover, place, rule, form, severity, is_discreet, hidden',
      rules,
      `'', '', '', 0::BIGINT, '', false, ['']::VARCHAR[]`,
    ),
  )
  const slots = Object.entries(judged.slots).flatMap(([place, fields]) =>
    Object.entries(fields).map(([field, slot]) => `(${[place, field, slot].map(literal).join(', ')})`),
  )
  await db.run(table('entry_slot', 'place, field, slot', slots, `'', '', ''`))
  const parts = [...severities.parts].map(([part, severity]) => `(${literal(part)}, ${literal(severity)})`)
  await db.run(table('entry_part', 'parameter, severity', parts, `'', ''`))
}

/** The rows of a file as they are, without what looks like persons, for some of what changed. */
const tellContext = async (db: QcWorkspace, { folder, file, judged }: Entering, delta: string): Promise<void> => {
  if (!file) return db.run(table('entry_context', '"row", context', [], `0::BIGINT, ''`))
  const staged = await stageSource(db, folder, file)
  const hidden = judged.hidden[file.place] ?? []
  const shown = staged.columns.filter((column) => !hidden.includes(column)).slice(0, CONTEXT_COLUMNS)
  const cells = shown.map((column) => `${literal(column)}, ${identifier(column)}::VARCHAR`).join(', ')
  await db.run(`CREATE TEMP TABLE entry_context("row", context) AS SELECT "__row", json_object(${cells})::VARCHAR FROM ${staged.relation}
    WHERE "__row" IN (SELECT "row" FROM ${delta} WHERE "row" IS NOT NULL ORDER BY "row" LIMIT ${CONTEXT_ROWS})`)
}

/** The business key as people read it: `S1 · V2`. */
const READABLE = `CASE WHEN d."massCount" IS NOT NULL THEN '*' WHEN d.name IS NOT NULL THEN d.name
  ELSE left(coalesce(${readableKey('d."key"')}, '#' || d."row", '–'), ${NAME_CHARACTERS}) END`
/** A record by what identifies it. The number of its row in the snapshot says nothing to anybody. */
const part = (name: string): string =>
  `CASE WHEN r.form IS NOT NULL THEN TRY_CAST(json_extract_string(d."key", '$."${name}"') AS BIGINT) END`

const ENTRIES = (
  delta: string,
): string => `SELECT d.fingerprint, r.rule AS lineage, CASE WHEN r.form IS NULL THEN d."row" END AS "row", d."key", d.field, s.slot,
    CASE WHEN r.is_discreet OR list_has_any(string_split(d.field, ', '), r.hidden) THEN NULL ELSE d."value" END AS "value", d.hash, d."massCount" AS mass_count,
    d."from", d."to", d.cause, ${READABLE} AS name, c.context, coalesce(p.severity, r.severity) AS severity, r.form, ${part('subject.id')} AS subject,
    ${part('visit.id')} AS visit, ${part('instance')} AS instance, TRY_CAST(d.department AS BIGINT) AS department, TRY_CAST(d.record AS BIGINT) AS record
  FROM ${delta} d JOIN entry_rule r ON r.cover = d.lineage LEFT JOIN entry_slot s ON s.place = r.place AND s.field = d.field
    LEFT JOIN entry_part p ON p.parameter = d.parameter LEFT JOIN entry_context c ON c."row" = d."row" ORDER BY d."row", d.field`

/** A run's violations into the ledger: only what is new, changed, gone or back is written, all of it at once. */
export const enterRun = (entering: Entering): Promise<Delta> => {
  const { folder, signal, violations, covered, file, apply } = entering
  return withWorkspace(folder, [...(file ? [file.file] : []), violations], signal, async (db) => {
    const delta = await compareRun(db, { violations, ledger: await ledgerFile(db.directory, entering), covered })
    await tellRules(db, entering)
    await tellContext(db, entering, delta.table)
    const path = join(db.directory, 'entries.csv')
    await db.run(
      `COPY (SELECT ${ENTRY_COLUMNS.map(identifier).join(', ')} FROM (${ENTRIES(delta.table)})) TO ${literal(path)} (FORMAT csv, HEADER false, NULLSTR '')`,
    )
    await apply(path)
    return delta
  })
}
