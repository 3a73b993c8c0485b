import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Store } from '#server/storage/store.ts'

/** A text on its way into the store: safe on disk before anything names it. */
export const stageText = async (store: Store, text: string): Promise<{ path: string; sha256: string }> => {
  const path = await store.stage()
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } catch (error) {
    // A full disk: the part that was written would stand there for a day.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { path, sha256: createHash('sha256').update(text).digest('hex') }
}
