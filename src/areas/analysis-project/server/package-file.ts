import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { refuse } from '#kernel'
import type { Call, Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { SENT } from '#server/http/route.ts'
import type { AnyRow } from '#server/model/row.ts'
import { hospitalDay } from '#server/zone.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'

/** The package of a request, to somebody who may take it. */
export const sendPackage = async (ctx: Ctx, { backend }: Call, row: AnyRow, reply: FastifyReply): Promise<typeof SENT> => {
  const { sha256 } = row
  if (row['state'] !== 'released' || typeof sha256 !== 'string') throw refuse(locale, 'noPackage')
  if (String(row['validUntil']) < hospitalDay()) throw refuse(locale, 'past')
  // Written down before the first byte leaves: a download that nobody knows of is none.
  const event = { action: 'download', resource: analysisProject.name, recordId: row.id, label: String(row['title']) }
  await ctx.engine.write(ctx, (tx) => record(tx, { ...event, changes: { sha256: [null, sha256] } }))
  void reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${String(row['code'])}.zip`)}`)
    .type('application/zip')
    .send(createReadStream(backend.store.pathOf(sha256)))
  return SENT
}
