import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fail } from '#kernel'
import type { Actor } from '../model/context.ts'
import type { Database } from '../db/database.ts'
import { refuseFullDisk, uploadPath } from './place.ts'
import type { Checksum } from './protocol.ts'
import { LEASE_MS, keepReceived, leavePlace, takePlace } from './record.ts'
import type { Upload } from './record.ts'

const SYNC_BYTES = 64 * 1024 * 1024
const RENEW_MS = LEASE_MS / 3
const CUT: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

type Room = { db: Database; dataDir: string; actor: Actor }
type Part = { id: string; offset: number; checksum: Checksum | undefined; source: Readable }

const openAt = async (path: string, offset: number): Promise<FileHandle> => {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? fail('upload.gone') : error
  })
  const { size } = await file.stat()
  if (size < offset) {
    await file.close()
    throw fail('upload.gone')
  }
  // What was written but never acknowledged may be anything: it goes.
  await file.truncate(offset)
  return file
}

/**
 * Gives the memory of a written chunk back at once. Left to the collector, which sees only small objects, tens of megabytes of them stand about while
 * several files come in. Only a chunk that has its memory for itself.
 */
const letGo = ({ buffer, byteOffset, byteLength }: Buffer): void => {
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Writes a part at its place. What arrived is kept however the connection ends; with a checksum all of the part or nothing. */
export const writePart = async ({ db, dataDir, actor }: Room, { id, offset, checksum, source }: Part): Promise<Upload> => {
  const { upload, writer } = await takePlace(db, actor, id, offset)
  let at = offset
  let safe = offset
  let isOurs = true
  let file: FileHandle | undefined
  const hash = checksum ? createHash(checksum.algorithm) : undefined
  const secure = async (): Promise<void> => {
    await file?.datasync()
    safe = at
  }
  const renew = async (): Promise<void> => {
    isOurs = await keepReceived(db, id, writer, safe)
    if (!isOurs) throw fail('upload.locked')
  }
  const copy = async (into: FileHandle): Promise<void> => {
    let renewedAt = performance.now()
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (performance.now() - renewedAt > RENEW_MS) {
        await renew()
        renewedAt = performance.now()
      }
      if (at + chunk.length > upload.size) throw fail('upload.offset', { received: safe })
      hash?.update(chunk)
      for (let done = 0; done < chunk.length;) done += (await into.write(chunk, done, chunk.length - done, at + done)).bytesWritten
      at += chunk.length
      letGo(chunk)
      if (at - safe < SYNC_BYTES || checksum) continue
      await secure()
      await refuseFullDisk(dataDir, upload.size - at)
      await renew()
      renewedAt = performance.now()
    }
  }
  let failure: unknown
  try {
    file = await openAt(uploadPath(dataDir, id), offset)
    await copy(file)
    if (checksum && hash!.digest('base64') !== checksum.digest) throw fail('upload.checksum')
    await secure()
  } catch (error) {
    failure = CUT.has((error as NodeJS.ErrnoException).code ?? '') ? fail('upload.cut') : error
    // A line that was cut off: what came over it is good. A checksum speaks of the whole part, and a full disk of what did not get there.
    if (isOurs && !checksum) await secure().catch(() => {})
  } finally {
    await file?.close()
  }
  const left = isOurs ? await leavePlace(db, id, writer, safe) : undefined
  if (failure !== undefined) throw failure
  if (!left) throw fail('upload.locked')
  return left
}
