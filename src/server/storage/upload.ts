import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { fail } from '#kernel'
import type { Actor, AnyRow, Ctx } from '../context.ts'
import { contextOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import { readSite } from '../site.ts'
import type { Site } from '../site.ts'
import { addressOf } from './address.ts'
import { allowedKind, suffixOf } from './file-kind.ts'
import { inspect } from './inspect.ts'
import type { Verdict } from './inspect.ts'
import { receive } from './receive.ts'
import type { Received } from './receive.ts'

const NAME = 'routine.attachment'
const TOPIC = /^[a-z][a-z0-9_-]{0,29}$/
const MAX_PARALLEL = 6
const running = new Map<string, number>()

const KNOWN = 'SELECT id, quote FROM routine_attachment WHERE sha256 = $1 AND suffix = $2 AND topic = $3'

/** The record of this content, made or counted once more. Two uploads of the same bytes at once make one record. */
const enter = (ctx: Ctx, visit: Visit, site: Site, file: Received, verdict: Verdict, topic: string): Promise<AnyRow> =>
  ctx.engine.write(ctx, async (tx) => {
    const { store } = visit.house
    await store.hold(tx.db, file.sha256)
    await store.keep(file.path, file.sha256)
    const suffix = suffixOf(file.name)
    const now = new Date()
    const [known] = await tx.db.query<{ id: number; quote: number }>(KNOWN, [file.sha256, suffix, topic])
    if (known) return tx.engine.edit(tx, NAME, { id: known.id }, { quote: known.quote + 1, lastUploadAt: now.toISOString() })
    const facts = {
      url: addressOf(site.upload.savename, { topic, suffix, sha256: file.sha256, at: now }),
      size: file.size,
      mimetype: allowedKind(file.name, suffix)!.mime,
      suffix,
      topic,
      sha256: file.sha256,
      ...verdict,
      storage: 'local',
      quote: 1,
      lastUploadAt: now.toISOString(),
      admin: tx.actor.kind === 'admin' ? tx.actor.id : null,
      user: tx.actor.kind === 'member' ? tx.actor.id : null,
    }
    return tx.engine.add(tx, NAME, { name: file.name }, facts)
  })

const answerOf = (row: AnyRow, name: string, { cdnUrl }: Site) => {
  const { id, url, size, mimetype, suffix, topic, sha256, width, height, storage, quote, lastUploadAt } = row
  // The name is the sender's own: another person may have sent the same bytes under a name of theirs.
  return {
    file: {
      id,
      url,
      full_url: `${cdnUrl}${String(url)}`,
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

export const upload = async (visit: Visit, actor: Actor, request: FastifyRequest) => {
  const topic = String(visit.query['topic'] ?? 'default')
  if (!TOPIC.test(topic)) throw fail('input.badValue', { field: 'topic', value: topic.slice(0, 60) })
  const key = `${actor.kind}:${actor.id}`
  const count = running.get(key) ?? 0
  if (count >= MAX_PARALLEL) throw fail('request.tooMany', { seconds: 5 })
  running.set(key, count + 1)
  try {
    const site = await readSite(visit.house.database)
    const file = await receive(request, visit.house.store, site.upload)
    try {
      const verdict = await inspect(file.path, allowedKind(file.name, site.upload.mimetype)!, file.size)
      if (!verdict) throw fail('upload.type')
      return answerOf(await enter(await contextOf(visit, actor), visit, site, file, verdict, topic), file.name, site)
    } finally {
      await rm(file.path, { force: true })
    }
  } finally {
    const left = running.get(key)! - 1
    if (left) running.set(key, left)
    else running.delete(key)
  }
}
