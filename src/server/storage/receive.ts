import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { setImmediate as immediately } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal, fail } from '#kernel'
import { allowedKind } from './file-kind.ts'
import { isSafeName } from './file-name.ts'
import type { Store } from './store.ts'

/** A browser reads the answer only after it has sent everything: a little too much is read to its end, far too much is cut off. */
const DRAIN_BYTES = 64 * 1024 * 1024
const LIMITS = { files: 1, fields: 10, parts: 12, fieldNameSize: 100, fieldSize: 2000, headerPairs: 50, fileSize: Number.POSITIVE_INFINITY }

export type Received = { name: string; size: number; sha256: string; path: string }
export type Limits = { maxsize: number; mimetype: string }

/** Streams the one file of a form to disk and hashes it on the way. Nothing stays behind when it is refused or breaks off. */
export const receive = async (request: FastifyRequest, store: Store, { maxsize, mimetype }: Limits): Promise<Received> => {
  // Whoever has hung up sends no more, and reading would wait for it for ever.
  if (!request.isMultipart() || request.raw.destroyed) throw fail('upload.incomplete')
  const part = await Promise.race([request.file({ limits: LIMITS, preservePath: true }), fruitless(request.raw)]).catch(
    (error: unknown) => {
      throw broken(error)
    },
  )
  if (!part || part.fieldname !== 'file') throw fail('upload.incomplete')
  const name = part.filename ?? ''
  const refusal = !isSafeName(name)
    ? fail(name.includes('.') ? 'upload.type' : 'upload.incomplete')
    : allowedKind(name, mimetype)
      ? undefined
      : fail('upload.type')
  const path = await store.stage()
  try {
    const { size, sha256 } = await write(part.file, path, refusal ? 0 : maxsize)
    if (refusal) throw refusal
    if (size === 0) throw fail('upload.incomplete')
    if (size > maxsize) throw fail('upload.size')
    return { name, size, sha256, path }
  } catch (error) {
    await rm(path, { force: true })
    throw broken(error)
  }
}

/** A part whose header has no end leaves the parser waiting for more after everything has been read: nothing will come. */
const fruitless = async (raw: IncomingMessage): Promise<undefined> => {
  if (!raw.readableEnded) await once(raw, 'end')
  await immediately()
}

const write = async (source: AsyncIterable<Buffer>, path: string, limit: number): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  let failure: unknown
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit + DRAIN_BYTES) break
      // Of a full disk, too, nobody is told who has not sent everything: left alone, the form would wait for a reader and its answer with it.
      if (size > limit || failure) continue
      hash.update(chunk)
      // All of it or a failure: a disk that fills up takes a part of what `write` is given, and says nothing.
      await file.appendFile(chunk).catch((error: unknown) => (failure = error))
    }
    if (failure) throw failure
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** A connection that broke off and a form that cannot be read are the sender's, not ours. A full disk is ours. */
const broken = (error: unknown): unknown => {
  if (error instanceof Refusal) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const isTheirs =
    code.startsWith('FST_') || code === 'ECONNRESET' || /premature|unexpected end|multipart|boundary|malformed/i.test(message)
  return isTheirs ? fail('upload.incomplete') : error
}
