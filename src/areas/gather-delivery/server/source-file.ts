import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { refuse } from '#kernel'
import type { Call, Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { SENT } from '#server/http/route.ts'
import type { AnyRow } from '#server/model/row.ts'
import { gatherDelivery } from '../index.ts'
import locale from '../locale.ts'
import { sitesIn, type Seen } from './seen.ts'

/** It cannot be masked without being another file: whoever may not see all of it is told so. */
export const isWhole = (row: AnyRow, { sees, isHidden, model }: Seen): boolean =>
  sees({ department: null }) &&
  (sitesIn(row['diff']) ?? []).every((department) => sees({ department })) &&
  [...model.columns.keys()].every((slot) => !isHidden(slot))

/** The file as it came, byte for byte: what the history of a value leads back to. */
export const sendSource = async (ctx: Ctx, call: Call, row: AnyRow, seen: Seen, reply: FastifyReply): Promise<typeof SENT> => {
  const hash = row['sha256']
  if (typeof hash !== 'string' || hash === '') throw refuse(locale, 'noFile')
  if (!isWhole(row, seen)) throw refuse(locale, 'sourceHidden')
  const event = { action: 'download', resource: gatherDelivery.name, recordId: row.id, label: seen.name }
  await ctx.engine.write(ctx, (tx) => record(tx, { ...event, changes: { sha256: [null, hash] } }))
  void reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(seen.name)}`)
    .type('application/octet-stream')
    .send(createReadStream(call.backend.store.pathOf(hash)))
  return SENT
}
