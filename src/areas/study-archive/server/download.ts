import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { SENT } from '#server/http/route.ts'
import { leads } from '#study/team.ts'
import { studyArchive } from '../index.ts'
import locale from '../locale.ts'

const FORMS = 'SELECT id, code FROM study_form WHERE study = $1 ORDER BY id'
/** The file holds every value in clear: it is no way around what is masked for somebody. */
const refuseMasked = async (ctx: Ctx, study: number): Promise<void> => {
  const names: string[] = []
  for (const { id, code } of await ctx.db.query<{ id: number; code: string }>(FORMS, [study])) {
    const model = await ctx.engine.registry.open(ctx, `clinical.data.f${id}`)
    if (model && ctx.engine.masks.hidden(ctx, model).fields.size > 0) names.push(code)
  }
  if (names.length > 0) throw refuse(locale, 'masked', { names: names.join(', ') })
}

export const sendArchive = async (call: Call, actor: Actor, reply: FastifyReply): Promise<typeof SENT> => {
  if (!can(actor.rules, ruleOf(studyArchive.name, 'download'))) throw fail('auth.forbidden')
  const ctx = await contextOf(call, actor)
  const row = await ctx.engine.get(ctx, studyArchive.name, Number(call.query['id']))
  const study = Number(row['study'])
  if (!(await leads(ctx.db, actor, study))) throw refuse(locale, 'notLead')
  await refuseMasked(ctx, study)
  const { sha256 } = row
  if (typeof sha256 !== 'string') throw refuse(locale, 'notReady')
  // Written down before the first byte leaves: a download that nobody knows of is none.
  const event = { action: 'download', resource: studyArchive.name, recordId: row.id, label: String(row['title']) }
  await ctx.engine.write(ctx, (tx) => record(tx, { ...event, changes: { sha256: [null, sha256] } }))
  void reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${String(row['title'])}-archive.zip`)}`)
    .type('application/zip')
    .send(createReadStream(call.backend.store.pathOf(sha256)))
  return SENT
}
