import { createHash } from 'node:crypto'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotForm } from '#study/record/snapshot.ts'

/** Data lie about no longer than they are of use: a day, and of each form only as it was read last. */
const OLD_MS = 24 * 60 * 60_000

const folderOf = (dataDir: string): string => join(dataDir, 'work', 'snapshot')
const prefixOf = ({ id }: SnapshotForm): string => `form${id}-`

/** What a form says by this mark, under the names that its columns have now. */
export const snapshotKey = ({ id, columns }: SnapshotForm, mark: string): string =>
  createHash('sha256')
    .update(JSON.stringify([id, columns.map(({ name, slot }) => [name, slot]), mark]))
    .digest('hex')

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )

/** The snapshot of that key at this place, where there still is one. A link stays readable when the kept one is removed. */
export const takeSnapshot = (dataDir: string, form: SnapshotForm, key: string, file: string): Promise<boolean> =>
  linked(join(folderOf(dataDir), `${prefixOf(form)}${key}.csv`), file)

/** Kept for the next run, in place of what the form said before. */
export const keepSnapshot = async (dataDir: string, form: SnapshotForm, key: string, file: string): Promise<void> => {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = `${prefixOf(form)}${key}.csv`
  await linked(file, join(folder, own))
  for (const name of await readdir(folder)) {
    if (name === own) continue
    const made = await stat(join(folder, name)).catch(() => undefined)
    if (name.startsWith(prefixOf(form)) || (made && made.mtimeMs < Date.now() - OLD_MS)) await rm(join(folder, name), { force: true })
  }
}
