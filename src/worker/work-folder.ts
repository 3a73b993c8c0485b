import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than anybody works on one file. */
const OLD_MS = 2 * 24 * 60 * 60_000

/** Tables that were read, kept to be looked into again: each is old for itself, however busy its folder is. */
const KEPT = 'snapshot'

/** What workers that were killed left in their folder, and tables that were read some days ago. */
export const sweepWork = async (dataDir: string): Promise<number> => {
  const folder = join(dataDir, 'work')
  return (await sweepFolder(folder)) + (await sweepFolder(join(folder, KEPT)))
}

const sweepFolder = async (folder: string): Promise<number> => {
  const before = Date.now() - OLD_MS
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (name === KEPT) continue
    const made = await stat(path).catch(() => undefined)
    if (!made || made.mtimeMs > before) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}
