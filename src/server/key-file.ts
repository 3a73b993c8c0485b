import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A key of this installation, made at the first start; of two processes that start at once, one makes it. */
export const keyFile = async (dataDir: string, name: string, make: () => string): Promise<string> => {
  const file = join(dataDir, name)
  // Looked for before anything is written: on a full disk whoever starts again needs nothing but to read it.
  const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (there !== undefined) return there
  await mkdir(dataDir, { recursive: true })
  // Linked into place whole: another process that starts at once must not read half a key.
  const made = join(dataDir, `.${name}-${randomUUID()}`)
  try {
    await writeFile(made, make(), { mode: 0o600, flush: true })
    await link(made, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(made, { force: true })
  }
  return readFile(file, 'utf8')
}

export const damagedKey = (name: string): Error =>
  new Error(`The file ${name} of the data folder is damaged. Put your copy of it back, or remove it to go on with a new key.`)
