import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reason, Words } from '#kernel'
import { QcInputError, stageFile } from '#qc'
import type { ImportNote, QcWorkspace } from '#qc'
import { nameParts } from '#qc/source/kind.ts'
import type { Database } from '#server/db/database.ts'
import { checkDelivery } from '#study/delivery/check.ts'
import type { Checked } from '#study/delivery/check.ts'
import { saidNote } from '#study/said-note.ts'
import { comparedSlots, compareDelivery } from '#study/delivery/compare.ts'
import type { Compared } from '#study/delivery/compare.ts'
import { guessMapping, readMapping, targetsOf } from '#study/delivery/mapping.ts'
import type { Mapping } from '#study/delivery/mapping.ts'
import type { FormContent } from '#study/record/definition.ts'
import { withWorkspace } from '#study/run/judge.ts'
import { snapshotForms } from '#study/record/snapshot.ts'
import { submitRules } from '#study/parameter/in-force.ts'
import { overridesOf } from '#study/parameter/override.ts'
import { hospitalDay, hospitalNow } from '#server/zone.ts'
import { ExchangeError } from '#study/exchange/error.ts'
import { writeKnown } from './known.ts'
import { isOdm, writeLines, writeOrigins } from './odm-file.ts'
import { writeSnapshots } from './snapshot-file.ts'

type Note = Omit<ImportNote, 'detail'> & { text: Words }
export type Read = {
  format: string
  encoding: string | null
  rows: number
  columns: readonly string[]
  notes: readonly Note[]
  mapping: Mapping
}
export type Asked = {
  database: Database
  delivery: number
  study: number
  gather: number
  formId: number
  content: FormContent
  file: string
  name: string
  folder: string
  sites: readonly number[] | null
  /** What somebody decided; null: guess. */
  mapping: Mapping | null
  remembered: Mapping
  /** What judges the rows before anybody stands by them. */
  set: number | null
  signal: AbortSignal
  log(line: Reason): void
  progress(share: number): void
  /** Takes the files of the comparison out of the folder before it goes. */
  keep(compared: Compared, beside: Beside): Promise<Record<string, string>>
}
/** `said`: sites of subjects, as a file of another system names them. */
type Beside = { found: string | null; origins: string | null; said: Readonly<Record<string, string>> | null }
type Verdict = Omit<Checked, 'file'>
const verdictOf = ({ stops, warns, rules }: Checked): Verdict => ({ stops, warns, rules })
type Answer =
  | { trouble: Words }
  | { read: Read; compared: null }
  | { read: Read; compared: Omit<Compared, 'sample'> & { files: Record<string, string>; checked: Verdict | null } }
const MOST_NOTES = 200
/** Beside it the worker holds half as much again of its own; what does not fit is laid aside on disk. */
const MEMORY = '768MB'

type At = { mapping: Mapping; folder: string; compared: Compared; now: string }
/** What the rules of the gather project say about its rows, where it names any. */
const checkedBy = async (
  { database, set, study, formId, gather, sites, signal, log }: Asked,
  db: QcWorkspace,
  at: At,
): Promise<Checked | undefined> => {
  const rules = set === null ? [] : await submitRules(database, [set], study)
  const published = rules.length ? await snapshotForms(database, study) : null
  if (!published) return undefined
  const { forms } = published
  return checkDelivery({
    ...at,
    db,
    rules,
    overrides: await overridesOf(database, study, rules, hospitalDay()),
    gather,
    forms,
    form: formId,
    signal,
    log,
    write: (needed) => writeSnapshots(database, needed, sites, at.folder),
  })
}

const LINES = { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
/** The table that a file holds: its own, or the lines of this form in a file of another system. */
const stageDelivered = async ({ file, name, content, log }: Asked, db: QcWorkspace, folder: string) => {
  // No snapshot: typed copies of the columns, which nobody reads here, cost more than a second reading after a broken worker.
  const called = { name: nameParts(name).name }
  if (!(await isOdm(file))) return { table: await stageFile(db, file, called), origins: null, format: null, sites: null }
  const paths = { table: join(folder, 'lines.csv'), origins: join(folder, 'said.ndjson') }
  const lines = await writeLines(file, content.form.code, content.form.repeats, paths)
  log(`odm: ${lines.rows}`)
  const table = await stageFile(db, lines.table, { ...LINES, ...called })
  if (table.rows !== lines.rows) throw new Error(`${lines.rows} records became ${table.rows} rows`)
  return { table, origins: lines.origins, format: 'odm', sites: lines.sites }
}

/** What a note quotes may be anybody's data: it stays behind. */
const withoutDetail = (found: ImportNote): Note => {
  const { detail: _, ...note } = found
  return { ...note, text: { 'zh-cn': saidNote(note, 'zh-cn'), en: saidNote(note, 'en') } }
}

/** Reads a delivered file and compares it with what is stored. What cannot be read as it claims to be is no failure of the task: the delivery says so. */
export const compareFile = async (asked: Asked): Promise<Answer> => {
  const { database, content, delivery, file, name, sites, signal, log, progress } = asked
  await mkdir(asked.folder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(asked.folder, 'compare-'))
  try {
    const compare = async (db: QcWorkspace): Promise<Answer> => {
      const staged = await stageDelivered(asked, db, folder)
      const { table } = staged
      const { encoding, notes } = table.source
      const format = staged.format ?? table.source.format
      log(`${format}: ${table.rows} × ${table.columns.length}`)
      progress(0.4)
      const targets = targetsOf(content)
      const given = asked.mapping && readMapping(asked.mapping, table.columns, targets)
      const mapping = given ?? guessMapping(table.columns, targets, asked.remembered)
      const read: Read = {
        format,
        encoding: encoding ?? null,
        rows: table.rows,
        columns: table.columns,
        notes: notes.slice(0, MOST_NOTES).map(withoutDetail),
        mapping,
      }
      if (!Object.values(mapping).includes('subject')) return { read, compared: null }
      const place = { study: asked.study, form: asked.formId, gather: asked.gather, slots: comparedSlots(content, mapping) }
      const known = await writeKnown(database, place, folder)
      progress(0.6)
      const now = hospitalNow()
      const compared = await compareDelivery({ db, table, mapping, content, known, sites, delivery, folder, now })
      progress(0.9)
      const { counts } = compared
      log(`+${counts.added} ~${counts.changed} =${counts.same} ×${counts.refused}`)
      const checked = await checkedBy(asked, db, { mapping, folder, compared, now })
      if (checked) log(`!${checked.stops} ?${checked.warns}`)
      const origins = join(folder, 'origins.csv')
      const said = staged.origins === null ? 0 : await writeOrigins(staged.origins, mapping, origins)
      const files = await asked.keep(compared, {
        found: checked?.file ?? null,
        origins: said > 0 ? origins : null,
        said: staged.sites && staged.sites.size > 0 ? Object.fromEntries(staged.sites) : null,
      })
      return { read, compared: { ...compared, files, checked: checked ? verdictOf(checked) : null } }
    }
    return await withWorkspace(asked.folder, [file], signal, compare, [], MEMORY)
  } catch (error) {
    if (error instanceof ExchangeError) return { trouble: error.words }
    if (!(error instanceof QcInputError)) throw error
    const { zh, en } = error.text
    return { trouble: { 'zh-cn': zh.replaceAll(file, name), en: en.replaceAll(file, name) } }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
