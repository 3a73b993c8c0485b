import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { fail } from '#kernel'
import type { Actor, AnyRow } from '../model/context.ts'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import { readSite } from '../site.ts'
import type { Site } from '../site.ts'
import { enterAttachment, takeUpload } from './attachment.ts'
import { allowedKind } from './file-kind.ts'
import { inspect } from './inspect.ts'
import { receive } from './receive.ts'
import { filesAt } from './right.ts'
import { holdFile } from './store.ts'

const TOPIC = /^[a-z][a-z0-9_-]{0,29}$/
const MAX_PARALLEL = 6

const answerOf = async ({ backend: { engine, store, database } }: Call, row: AnyRow, name: string, { cdnUrl }: Site) => {
  const { id, url, size, mimetype, suffix, topic, sha256, width, height, storage, quote, lastUploadAt } = row
  const [file] = await filesAt(engine, store, database, [String(url)])
  // The name is the sender's own: another person may have sent the same bytes under a name of theirs.
  return {
    file: {
      id,
      url,
      // The host for files has public ones alone.
      full_url: `${file?.isPublic ? cdnUrl : ''}${String(url)}`,
      name,
      size,
      mimetype,
      suffix,
      topic,
      sha256,
      width,
      height,
      storage,
      quote,
      lastUploadAt,
    },
  }
}

export const upload = async (call: Call, actor: Actor, request: FastifyRequest) => {
  const topic = String(call.query['topic'] ?? 'default')
  if (!TOPIC.test(topic)) throw fail('input.badValue', { field: 'topic', value: topic.slice(0, 60) })
  const key = `${actor.kind}:${actor.id}`
  const leave = await call.backend.places.enter(`upload:${key}`, MAX_PARALLEL)
  if (!leave) throw fail('request.tooMany', { seconds: 5 }, { retryAfter: 5 })
  try {
    const site = await readSite(call.backend.database)
    await takeUpload(call.backend.database, actor, site)
    const file = await receive(request, call.backend.store, site.upload)
    try {
      const verdict = await inspect(file.path, allowedKind(file.name, site.upload.mimetype)!, file.size)
      if (!verdict) throw fail('upload.type')
      const ctx = await contextOf(call, actor)
      const row = await ctx.engine.write(ctx, async (tx) => {
        await holdFile(tx.db, file.sha256)
        await call.backend.store.keep(file.path, file.sha256)
        return enterAttachment(tx, file, verdict, topic)
      })
      return await answerOf(call, row, file.name, site)
    } finally {
      await rm(file.path, { force: true })
    }
  } finally {
    await leave()
  }
}
