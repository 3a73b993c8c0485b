import { refuse } from '#kernel'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { atOneMoment } from '#server/db/copy-tables.ts'
import type { Database } from '#server/db/database.ts'
import { LIMITS } from '#server/db/limits.ts'
import { withFile } from '#server/storage/named-file.ts'
import type { Tools } from '#server/task/tools.ts'
import { MOST_ROWS } from '#study/parameter/trial.ts'
import { keep, takeKept, type Kept } from '#study/record/kept.ts'
import { hashOf, markOf, marksSql, type Marks } from '#study/record/mark.ts'
import { sampleSql, snapshotColumns, snapshotSql, type SnapshotForm } from '#study/record/snapshot.ts'
import { tableName } from '#study/record/table.ts'
import { secretsIn } from '#study/record/secret.ts'
import { fileSource, formSource, type Source } from '#study/run/source.ts'
import locale from '../locale.ts'

export type Departments = 'all' | readonly number[]

const inFolder = async <T>(tools: Tools, work: (folder: string) => Promise<T>): Promise<T> => {
  const parent = join(tools.config.DATA_DIR, 'work')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'try-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records of the forms that have more of them than are read at once. */
const counted = (database: Database, forms: readonly SnapshotForm[], departments: Departments, signal: AbortSignal) =>
  database.withConnection(
    async (client) => {
      const all: Record<string, number> = {}
      const countOf = async (text: string) =>
        Number((await client.query<{ n: number }>(`SELECT count(*) AS n FROM ${text}`)).rows[0]?.n ?? 0)
      for (const form of forms) {
        signal.throwIfAborted()
        // Most forms are small, and counting what is stored costs nothing beside counting what counts.
        if ((await countOf(`"record"."${tableName(form.id)}"`)) <= MOST_ROWS) continue
        all[form.code] = await countOf(`(${sampleSql(snapshotSql(form), departments, null)}) t`)
      }
      return all
    },
    LIMITS.task,
    signal,
  )

type Wanted = ((name: string) => boolean) | undefined
const ownColumns = (form: SnapshotForm, wanted: Wanted) => ({
  columns: snapshotColumns(form, wanted),
  unread: wanted ? form.columns.flatMap(({ name }) => (wanted(name) ? [] : [name])) : [],
})

type Fresh = { kept: Kept; form: SnapshotForm; csv: string; file: string }
/** Typed copies are made of what a rule names: of a whole form they would cost more than they save. */
const asParquet = async (folder: string, fresh: readonly Fresh[], wanted: Wanted, signal: AbortSignal): Promise<void> => {
  if (fresh.length === 0) return
  // DuckDB is loaded here, in the worker, and nowhere else.
  const [{ withWorkspace }, { keepOwnCsv }] = await Promise.all([import('#study/run/judge.ts'), import('#qc')])
  const files = fresh.map(({ csv }) => csv)
  await withWorkspace(folder, files, signal, async (db) => {
    for (const { form, csv, file } of fresh) {
      const { columns } = ownColumns(form, wanted)
      const typed = wanted ? form.columns.flatMap(({ name }) => (wanted(name) ? [name] : [])) : []
      await keepOwnCsv(db, csv, { columns, typed }, file)
    }
  })
}

type Forms = { forms: readonly SnapshotForm[]; departments: Departments; wanted?: Wanted; signal: AbortSignal }
/** `all`: how many rows a form has where no more than a sample was read, by its code. */
export type ReadForms = { sources: readonly Source[]; moment: string; all: Readonly<Record<string, number>>; folder: string }
/**
 * Records of these departments at one moment, of long forms a sample; of the variables only those that are wanted. Whoever tries a rule tries it
 * again and again: what was read of a form is not read anew while nothing was written to it.
 */
export const withForms = <T>(
  tools: Tools,
  { forms, departments, wanted, signal }: Forms,
  work: (read: ReadForms) => Promise<T>,
): Promise<T> =>
  inFolder(tools, async (folder) => {
    const { DATA_DIR: dataDir } = tools.config
    const all = await counted(tools.database, forms, departments, signal)
    const fresh: Fresh[] = []
    const tables = forms.map((form) => ({ form, csv: join(folder, `form${form.id}.csv`), file: join(folder, `form${form.id}.parquet`) }))
    const moment = await atOneMoment(
      tools.database,
      async ({ at, rows, copy }) => {
        for (const { form, csv, file } of tables) {
          const text = sampleSql(snapshotSql(form, wanted), departments, form.code in all ? MOST_ROWS : null)
          const [marks] = await rows<Marks>(marksSql(form))
          const kept: Kept = { form, mark: marks ? markOf(marks) : '', key: hashOf(text), ending: 'parquet' }
          if (marks && (await takeKept(dataDir, kept, file))) continue
          await copy({ file: csv, text })
          fresh.push({ kept, csv, file, form })
        }
        return at
      },
      signal,
    )
    await asParquet(folder, fresh, wanted, signal)
    for (const { kept, file } of fresh) await keep(dataDir, kept, file)
    const sources = tables.map(({ form, file }) => ({
      ...formSource(form, file),
      own: { ...ownColumns(form, wanted), format: 'parquet' as const },
    }))
    return work({ sources, moment, all, folder })
  })

type Newest = { number: number; name: string; sha256: string }
const NEWEST = 'SELECT number, name, sha256 FROM datafile_version WHERE datafile = $1 ORDER BY number DESC LIMIT 1'
/** The newest version of a data file. */
export const withDatafile = async <T>(
  tools: Tools,
  datafile: number,
  work: (source: Source, file: Newest & { datafile: number }, folder: string) => Promise<T>,
): Promise<T> => {
  const [newest] = await tools.database.query<Newest>(NEWEST, [datafile])
  if (!newest) throw refuse(locale, 'noContent')
  const { name, sha256 } = newest
  const secret = await secretsIn(tools.database, datafile)
  return inFolder(tools, (folder) =>
    withFile(folder, tools.store.pathOf(sha256), name, (file) =>
      work(fileSource({ datafile, name, secret }, file), { ...newest, datafile }, folder),
    ),
  )
}

type Delivery = { number: number; name: string; sha256: string; mapping: Record<string, string> }
const DELIVERY = `SELECT number, name, sha256, manifest -> 'mapping' AS mapping FROM gather_delivery WHERE id = $1`
const OF_SITES =
  'SELECT s.code FROM study_subject s JOIN gather_delivery d ON d.study = s.study WHERE d.id = $1 AND s.department = ANY($2::bigint[])'
type Rows = { delivery: number; form: SnapshotForm; departments: Departments; wanted: Wanted; signal: AbortSignal }
/** The rows of a delivery under the names of its form's variables; of those who reach some departments alone, the rows of their subjects. */
export const withDeliveredRows = async <T>(
  tools: Tools,
  folder: string,
  { delivery, form, departments, wanted, signal }: Rows,
  work: (source: Source, number: number, count: number) => Promise<T>,
): Promise<T> => {
  const [found] = await tools.database.query<Delivery>(DELIVERY, [delivery])
  if (!found) throw refuse(locale, 'noContent')
  const codes = departments === 'all' ? null : await tools.database.query<{ code: string }>(OF_SITES, [delivery, departments])
  const subjects = codes ? { subjects: codes.map(({ code }) => code) } : {}
  const to = join(folder, `delivery${delivery}.csv`)
  // DuckDB is loaded here, in the worker, and nowhere else.
  const [{ withWorkspace }, { writeAsForm }] = await Promise.all([import('#study/run/judge.ts'), import('#study/delivery/as-form.ts')])
  const count = await withFile(folder, tools.store.pathOf(found.sha256), found.name, (file) =>
    withWorkspace(folder, [file], signal, (db) =>
      writeAsForm(db, { file, mapping: found.mapping, form, wanted: wanted ?? (() => true), ...subjects, most: MOST_ROWS, to }),
    ),
  )
  return work({ ...formSource(form, to), own: { ...ownColumns(form, wanted), format: 'csv' } }, found.number, count)
}
