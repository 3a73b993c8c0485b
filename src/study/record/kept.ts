import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { hashOf, markOf, type Marks } from './mark.ts'
import type { SnapshotForm } from './snapshot.ts'

/** Data lie about no longer than they are of use: a day, of each form only as it was read last, and of all together so much. */
const OLD_MS = 24 * 60 * 60_000
const MOST_BYTES = 1 << 30

const WHOLE = 'whole.parquet'
/** What was read of a form: by which mark of its records, and in `key`, a hash, which of its columns and rows. */
export type Kept = { form: Pick<SnapshotForm, 'id'>; mark: string; key: string; ending: 'parquet' | typeof WHOLE }

const folderOf = (dataDir: string): string => join(dataDir, 'work', 'snapshot')
const prefixOf = (id: number): string => `form${id}-`
const prefixAt = ({ form, mark }: Kept): string => `${prefixOf(form.id)}${hashOf(mark).slice(0, 16)}-`
const nameOf = (kept: Kept): string => `${prefixAt(kept)}${kept.key}.${kept.ending}`

/** What a form says by this mark, under the names that its columns have now. */
export const snapshotKey = ({ id, columns }: SnapshotForm, mark: string): string =>
  hashOf(JSON.stringify([id, columns.map(({ name, slot }) => [name, slot]), mark]))

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )

/** The same file at this place, where there still is one. A link stays readable when the kept one is removed. */
export const takeKept = (dataDir: string, kept: Kept, file: string): Promise<boolean> => linked(join(folderOf(dataDir), nameOf(kept)), file)

const wholeShape = z.object({
  columns: z.array(z.tuple([z.string(), z.string()])),
  marks: z.object({ records: z.record(z.string(), z.string()), subjects: z.record(z.string(), z.string()), names: z.string() }),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.number(),
})
/** A form as it was read with all its columns, and what was told of it at that moment: a part of it may say later what it says then. */
export type Whole = {
  /** What each column of the file is, in its order: see `readAs`. */
  columns: readonly (readonly [string, string])[]
  marks: Marks
  sha256: string
  bytes: number
  /** As the database counted them. */
  rows: number
}
const told = (file: string): string => `${file}.json`

/** The form as it was kept last, at this place. */
export const takeWhole = async (dataDir: string, { id }: Pick<SnapshotForm, 'id'>, file: string): Promise<Whole | null> => {
  const folder = folderOf(dataDir)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(prefixOf(id)) && name.endsWith(WHOLE))
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  const newest = found.toSorted((a, b) => b.at - a.at)[0]
  if (!newest || newest.at < Date.now() - OLD_MS) return null
  const facts = await readFile(told(join(folder, newest.name)), 'utf8').then(
    (text) => wholeShape.safeParse(JSON.parse(text)).data,
    () => null,
  )
  return facts && (await linked(join(folder, newest.name), file)) ? facts : null
}

export const keepWhole = async (dataDir: string, form: SnapshotForm, whole: Whole, file: string): Promise<void> => {
  const mark = markOf(whole.marks)
  const kept: Kept = { form, mark, key: snapshotKey(form, mark), ending: WHOLE }
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  // Before the file that it is about: who finds that one finds this one too.
  await writeFile(told(file), JSON.stringify(whole), { mode: 0o600 })
  await linked(told(file), told(join(folderOf(dataDir), nameOf(kept))))
  await keep(dataDir, kept, file)
}

/** Kept for whoever reads the same again; what the form said before goes. A whole form stays until another one is read: a part of it is good for long. */
export const keep = async (dataDir: string, kept: Kept, file: string): Promise<void> => {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await linked(file, join(folder, nameOf(kept)))
  const all = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, found: await stat(join(folder, name)).catch(() => undefined) })),
  )
  const isWhole = kept.ending === WHOLE
  let bytes = 0
  for (const { name, found } of all.toSorted((a, b) => (b.found?.mtimeMs ?? 0) - (a.found?.mtimeMs ?? 0))) {
    if (!found || !/^form\d+-/.test(name)) continue
    bytes += found.size
    const isFormer = name.startsWith(prefixOf(kept.form.id)) && !name.startsWith(prefixAt(kept)) && (isWhole || !name.includes(WHOLE))
    if (isFormer || found.mtimeMs < Date.now() - OLD_MS || bytes > MOST_BYTES) await rm(join(folder, name), { force: true })
  }
}
