import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { SENT } from '../http/route.ts'
import type { Call } from '../http/call.ts'
import { openFile } from './open-file.ts'

const INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp'])
/** Opened by itself, a file is a document without scripts, forms, origin or network. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox"

/** `undefined` = the whole file, `null` = a range outside it. Several ranges are answered with the whole. */
export const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | null | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? null : { start, end }
}

/** Public files to everybody, others to whoever may read them, and nothing of those is left in a cache. */
const cacheHeaders = (isPublic: boolean) =>
  isPublic
    ? { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' }
    : { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' }

export const deliver = async (call: Call, reply: FastifyReply): Promise<typeof SENT> => {
  const { backend, params, headers } = call
  const file = await openFile(call, `/storage/${params['*'] ?? ''}`)
  const etag = `"${file.sha256}"`
  const isInline = INLINE.has(file.mimetype)
  void reply
    .header('content-security-policy', SANDBOX)
    .headers(cacheHeaders(file.isPublic))
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  if (headers['if-none-match'] === etag) {
    void reply.code(304).send()
    return SENT
  }
  void reply.type(file.mimetype.startsWith('text/') ? 'text/plain; charset=utf-8' : file.mimetype)
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isSame ? rangeOf(headers.range, file.size) : undefined
  if (range === null) {
    void reply.code(416).header('content-range', `bytes */${file.size}`).send()
    return SENT
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  void reply.header('content-length', end - start + 1)
  void reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : createReadStream(backend.store.pathOf(file.sha256), { start, end }))
  return SENT
}
