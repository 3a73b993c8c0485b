import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../db/database.ts'
import { holdFile } from './store.ts'
import type { Store } from './store.ts'

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A staged file into the store under its hash; `text` is written to it first. */
export const keepFile = async (tx: Db, store: Store, staged: string, text?: string): Promise<string> => {
  if (text !== undefined) await writeFile(staged, text, { mode: 0o600 })
  const file = await open(staged)
  await file.sync().finally(() => file.close())
  const sha256 = await hashOf(staged)
  await holdFile(tx, sha256)
  await store.keep(staged, sha256)
  return sha256
}
