import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '#kernel'

/** Below this share of the disk nothing new is taken in: the database needs room to go on. */
const LEAST_FREE = 0.1
const ID = /^[0-9a-f-]{36}$/

const folderIn = (dataDir: string) => join(dataDir, 'storage', 'upload')
/** Where the bytes of an upload are until somebody takes them. */
export const uploadPath = (dataDir: string, id: string): string => {
  if (!ID.test(id)) throw fail('upload.unknown')
  return join(folderIn(dataDir), id)
}
export const makePlace = async (dataDir: string, id: string): Promise<void> => {
  await mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 })
  await (await open(uploadPath(dataDir, id), 'wx', 0o600)).close()
}
export const freePlace = (dataDir: string, id: string): Promise<void> => rm(uploadPath(dataDir, id), { force: true })

/** Only what is not there is gone: a disk that cannot answer for a moment has lost nothing. */
const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
/** Whether everything that was acknowledged is still there. */
export const isKept = async (dataDir: string, id: string, received: number): Promise<boolean> =>
  ((await stat(uploadPath(dataDir, id)).catch(absent))?.size ?? -1) >= received
/** What lies there since before that moment. */
export const filesBefore = async (dataDir: string, before: number): Promise<string[]> => {
  const old: string[] = []
  for (const name of await readdir(folderIn(dataDir)).catch(() => [])) {
    const found = ID.test(name) ? await stat(uploadPath(dataDir, name)).catch(() => undefined) : undefined
    if (found && found.mtimeMs < before) old.push(name)
  }
  return old
}

export const refuseFullDisk = async (dataDir: string, bytes: number): Promise<void> => {
  const { bavail, bsize, blocks } = await statfs(dataDir)
  if (bavail * bsize - bytes < blocks * bsize * LEAST_FREE) throw fail('upload.diskLow')
}
