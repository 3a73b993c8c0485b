import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTables } from '#server/db/copy-tables.ts'
import { withFile as withNamedFile } from '#server/storage/named-file.ts'
import type { Tools } from '#server/task/tools.ts'
import { snapshotSql, type SnapshotForm } from '#study/record/snapshot.ts'
import { fileSource, formSource, type Source } from '#study/run/source.ts'
import type { OfFile } from './asked.ts'

const withFolder = async <T>(folder: string, work: (place: string) => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(folder, 'read-'))
  try {
    return await work(place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

export const withFile = <T>(folder: string, stored: string, { datafile, name }: OfFile, work: (file: Source) => Promise<T>): Promise<T> =>
  withNamedFile(folder, stored, name, (file) => work(fileSource(datafile, name, file)))

/** The records of these forms as they are at one moment: nobody's half-finished work, and no form later than another. */
export const withSnapshots = <T>(
  folder: string,
  { database }: Tools,
  forms: readonly SnapshotForm[],
  /** Whether each record says where it stands. */
  isPlaced: boolean,
  work: (sources: readonly Source[], moment: string) => Promise<T>,
): Promise<T> =>
  withFolder(folder, async (place) => {
    const sources = forms.map((form) => ({ form, file: join(place, `form${form.id}.csv`) }))
    const moment = await copyTables(
      database,
      sources.map(({ form, file }) => ({ file, text: snapshotSql(form, undefined, isPlaced) })),
    )
    return work(
      sources.map(({ form, file }) => formSource(form, file)),
      moment,
    )
  })
