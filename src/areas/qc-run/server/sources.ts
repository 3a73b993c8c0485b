import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Words } from '#kernel'
import type { QcWorkspace } from '#qc'
import { atOneMoment } from '#server/db/copy-tables.ts'
import { withFile as withNamedFile } from '#server/storage/named-file.ts'
import type { Tools } from '#server/task/tools.ts'
import { keepWhole, snapshotKey, type Whole } from '#study/record/kept.ts'
import { BLOCK, markOf } from '#study/record/mark.ts'
import { RECORD_CELLS, readAs, snapshotColumns, type SnapshotForm } from '#study/record/snapshot.ts'
import { fileSource, formSource, type Source } from '#study/run/source.ts'
import type { OfFile } from './asked.ts'
import { calledIn, readForm, saidOf, type How, type Reading } from './read-form.ts'

const withFolder = async <T>(folder: string, work: (place: string) => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(folder, 'read-'))
  try {
    return await work(place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

export const withFile = <T>(folder: string, stored: string, of: OfFile, work: (file: Source) => Promise<T>): Promise<T> =>
  withNamedFile(folder, stored, of.name, (file) => work(fileSource(of, file)))

type Told = Pick<Whole, 'sha256' | 'bytes' | 'rows'>
/** Numbers of more digits name something: in what every run reads they need no typed copy. */
const MOST_DIGITS = 8
const make = async (db: QcWorkspace, read: Reading, { place, isPlaced, isKept }: How): Promise<Told & { file: string }> => {
  const { keepOwnCsv, patchOwnParquet } = await import('#qc')
  const { form } = read
  if (read.way === 'kept') return { ...read.whole, file: read.base }
  const file = join(place, `form${form.id}.parquet`)
  if (read.way === 'patched') {
    const { base, blocks, csv, whole } = read
    const patch = { base, columns: calledIn(form, whole) ?? [], key: RECORD_CELLS.record, size: BLOCK, blocks, ...(csv ? { csv } : {}) }
    const { gone, ...told } = await patchOwnParquet(db, patch, file)
    return { ...told, rows: whole.rows - gone + read.rows, file }
  }
  const columns = snapshotColumns(form, undefined, isPlaced)
  const typed = form.columns.map(({ name }) => name)
  const sha256 = await keepOwnCsv(db, read.csv, { columns, typed, ...(isKept ? { mostDigits: MOST_DIGITS } : {}) }, file)
  const { size: bytes } = await stat(read.csv)
  await rm(read.csv)
  return { sha256, bytes, rows: read.rows, file }
}

const COMMON = { encoding: 'utf-8', delimiter: ',' } as const
/**
 * The records of these forms as they are at one moment: nobody's half-finished work, and no form later than another. Of a form that was kept, only
 * those that say something else since are read.
 */
export const withSnapshots = <T>(
  folder: string,
  { database, config }: Tools,
  forms: readonly SnapshotForm[],
  { isPlaced, isKept, signal, log }: Pick<How, 'isPlaced' | 'isKept'> & { signal: AbortSignal; log: (words: Words) => void },
  work: (sources: readonly Source[], moment: string) => Promise<T>,
): Promise<T> =>
  withFolder(folder, async (place) => {
    const how = { place, dataDir: config.DATA_DIR, isPlaced, isKept }
    const { at, read } = await atOneMoment(
      database,
      async (moment) => {
        const read: Reading[] = []
        for (const form of forms) read.push(await readForm(moment, form, how))
        return { at: moment.at, read }
      },
      signal,
    )
    // DuckDB is loaded here, in the worker, and nowhere else.
    const { withWorkspace } = await import('#study/run/judge.ts')
    const sources = await withWorkspace(place, [], signal, async (db) => {
      const made: Source[] = []
      for (const one of read) {
        log(saidOf(one))
        const { form } = one
        const { file, sha256, bytes, rows } = await make(db, one, how)
        const columns = snapshotColumns(form, undefined, isPlaced)
        const marks = isKept && one.marks ? one.marks : undefined
        if (marks && one.way !== 'kept') await keepWhole(config.DATA_DIR, form, { columns: readAs(form), marks, sha256, bytes, rows }, file)
        const facts = { ...COMMON, header: columns, sha256, bytes, independentRows: rows }
        const own = { format: 'parquet' as const, columns, facts }
        made.push({ ...formSource(form, file), own, ...(marks ? { snapshot: snapshotKey(form, markOf(marks)) } : {}) })
      }
      return made
    })
    return work(sources, at)
  })
