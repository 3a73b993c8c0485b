import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^\d{8}-\d{6}-\d{3}$/
const PARTIAL = '.partial'

export const backupRoot = (dataDir: string): string => join(dataDir, 'backup')
export const nameAt = (at: Date): string => at.toISOString().slice(0, 23).replaceAll(/[-:]/g, '').replaceAll(/[T.]/g, '-')
/** Where a backup grows until it is complete; one that was killed is never taken for a whole one. */
export const partialOf = (folder: string): string => `${folder}${PARTIAL}`

/** The finished backups, newest first. */
export const listBackups = async (dataDir: string): Promise<string[]> =>
  (await readdir(backupRoot(dataDir)).catch(() => []))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()

/** When the newest backup was begun; its name is its moment, so that asking costs one look into a folder. */
export const lastBackupAt = async (dataDir: string): Promise<Date | undefined> => {
  const [newest] = await listBackups(dataDir)
  const [, day, hms, ms] = /^(\d{8})-(\d{6})-(\d{3})$/.exec(newest ?? '') ?? []
  if (!day || !hms || !ms) return undefined
  const pairs = hms.match(/../g)!.join(':')
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${pairs}.${ms}Z`)
}

/** What a killed backup left behind. */
export const sweepPartial = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(backupRoot(dataDir)).catch(() => []))
    if (name.endsWith(PARTIAL)) await rm(join(backupRoot(dataDir), name), { recursive: true, force: true })
}

/** The newest stay. Answers what went. */
export const pruneBackups = async (dataDir: string, keep: number): Promise<string[]> => {
  const old = (await listBackups(dataDir)).slice(keep)
  for (const name of old) await rm(join(backupRoot(dataDir), name), { recursive: true, force: true })
  return old
}

/** Every file below a folder, by its path from there, with its size. */
export const filesBelow = async (folder: string): Promise<Map<string, number>> => {
  const found = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      found.set(path.slice(folder.length + 1), (await stat(path)).size)
    }
  return found
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']
export const sizeText = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${UNITS[power]!}`
}
