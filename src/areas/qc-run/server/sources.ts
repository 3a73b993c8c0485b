import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTables } from '#server/db/copy-tables.ts'
import { withFile as withNamedFile } from '#server/storage/named-file.ts'
import type { Tools } from '#server/task/tools.ts'
import { snapshotMark, snapshotSql, type SnapshotForm } from '#study/record/snapshot.ts'
import { fileSource, formSource, type Source } from '#study/run/source.ts'
import type { OfFile } from './asked.ts'
import { keepSnapshot, snapshotKey, takeSnapshot } from './kept-snapshot.ts'

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

/**
 * The records of these forms as they are at one moment: nobody's half-finished work, and no form later than another. A form that says what it
 * said when it was read last is not read again.
 */
export const withSnapshots = <T>(
  folder: string,
  { database, config }: Tools,
  forms: readonly SnapshotForm[],
  /** Whether each record says where it stands, and whether what was read is of use to the next run. */
  { isPlaced, isKept }: { isPlaced: boolean; isKept: boolean },
  work: (sources: readonly Source[], moment: string) => Promise<T>,
): Promise<T> =>
  withFolder(folder, async (place) => {
    const keys = new Map<number, string>()
    const fresh = new Set<number>()
    const fileOf = ({ id }: SnapshotForm): string => join(place, `form${id}.csv`)
    const moment = await copyTables(
      database,
      forms.map((form) => {
        const one = { file: fileOf(form), text: snapshotSql(form, undefined, isPlaced) }
        // Where a record stands is written elsewhere than in the record: the mark would not tell.
        if (!isKept) return one
        const has = async (mark: string): Promise<boolean> => {
          const key = snapshotKey(form, mark)
          keys.set(form.id, key)
          const isTaken = await takeSnapshot(config.DATA_DIR, form, key, fileOf(form))
          if (!isTaken) fresh.add(form.id)
          return isTaken
        }
        return { ...one, known: { text: snapshotMark(form), has } }
      }),
    )
    for (const form of forms) {
      const key = keys.get(form.id)
      if (key !== undefined && fresh.has(form.id)) await keepSnapshot(config.DATA_DIR, form, key, fileOf(form))
    }
    return work(
      forms.map((form) => {
        const snapshot = keys.get(form.id)
        return { ...formSource(form, fileOf(form)), ...(snapshot === undefined ? {} : { snapshot }) }
      }),
      moment,
    )
  })
