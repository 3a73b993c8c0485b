import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { copyOut } from '#server/db/copy.ts'
import { LIMITS } from '#server/db/limits.ts'
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
  work: (sources: readonly Source[]) => Promise<T>,
): Promise<T> =>
  withFolder(folder, async (place) => {
    const sources = await database.withConnection(async (client) => {
      const written: Source[] = []
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      try {
        for (const form of forms) {
          const file = join(place, `form${form.id}.csv`)
          const { stream } = copyOut(client, `COPY (${snapshotSql(form)}) TO STDOUT (FORMAT csv, HEADER true, FORCE_QUOTE *)`)
          await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
          written.push(formSource(form, file))
        }
      } finally {
        await client.query('ROLLBACK')
      }
      return written
    }, LIMITS.task)
    return work(sources)
  })
