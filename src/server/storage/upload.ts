import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { fail } from '#kernel'
import type { Actor, AnyRow, Ctx } from '../model/context.ts'
import { takeOne } from '../db/allowance.ts'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import { readSite } from '../site.ts'
import type { Site } from '../site.ts'
import { addressOf, ownAddress } from './address.ts'
import type { AddressFacts } from './address.ts'
import { allowedKind, suffixOf } from './file-kind.ts'
import { inspect } from './inspect.ts'
import type { Verdict } from './inspect.ts'
import { receive } from './receive.ts'
import type { Received } from './receive.ts'
import { filesAt } from './right.ts'
import { holdFile } from './store.ts'

const NAME = 'routine.attachment'
const TOPIC = /^[a-z][a-z0-9_-]{0,29}$/
const MAX_PARALLEL = 6

const KNOWN = `SELECT id, quote FROM routine_attachment WHERE sha256 = $1 AND suffix = $2 AND topic = $3 AND admin IS NOT DISTINCT FROM $4 AND "user" IS NOT DISTINCT FROM $5`

/** An address means one record: where another person's has it, this one gets its own. */
const freeAddress = async (tx: Ctx, template: string, info: AddressFacts): Promise<string> => {
  const url = addressOf(template, info)
  const taken = await tx.db.query('SELECT 1 FROM routine_attachment WHERE url = $1 LIMIT 1', [url])
  return taken.length ? ownAddress(url) : url
}

/** The person's record of this content, made or counted once more. Two uploads of the same bytes at once make one record. */
const enter = (ctx: Ctx, call: Call, site: Site, file: Received, verdict: Verdict, topic: string): Promise<AnyRow> =>
  ctx.engine.write(ctx, async (tx) => {
    const { store } = call.backend
    await holdFile(tx.db, file.sha256)
    await store.keep(file.path, file.sha256)
    const suffix = suffixOf(file.name)
    const now = new Date()
    const uploader = {
      admin: tx.actor.kind === 'admin' ? tx.actor.id : null,
      user: tx.actor.kind === 'member' ? tx.actor.id : null,
    }
    const asked = [file.sha256, suffix, topic, uploader.admin, uploader.user]
    const [known] = await tx.db.query<{ id: number; quote: number }>(KNOWN, asked)
    if (known) return tx.engine.edit(tx, NAME, { id: known.id }, { quote: known.quote + 1, lastUploadAt: now.toISOString() })
    const info = {
      url: await freeAddress(tx, site.upload.savename, { topic, suffix, sha256: file.sha256, at: now }),
      size: file.size,
      mimetype: allowedKind(file.name, suffix)!.mime,
      suffix,
      topic,
      sha256: file.sha256,
      ...verdict,
      storage: 'local',
      quote: 1,
      lastUploadAt: now.toISOString(),
      ...uploader,
    }
    return tx.engine.add(tx, NAME, { name: file.name }, info)
  })

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
    const wait = await takeOne(call.backend.database, `upload:${key}`, { seconds: 3600, count: site.uploadsPerHour })
    if (wait) throw fail('request.tooMany', { seconds: wait }, { retryAfter: wait })
    const file = await receive(request, call.backend.store, site.upload)
    try {
      const verdict = await inspect(file.path, allowedKind(file.name, site.upload.mimetype)!, file.size)
      if (!verdict) throw fail('upload.type')
      const row = await enter(await contextOf(call, actor), call, site, file, verdict, topic)
      return await answerOf(call, row, file.name, site)
    } finally {
      await rm(file.path, { force: true })
    }
  } finally {
    await leave()
  }
}
