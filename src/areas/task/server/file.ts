import { createReadStream } from 'node:fs'
import { refuse } from '#kernel'
import { contextOf } from '#server'
import type { Declare } from '#server'
import { record } from '#server/audit/entry.ts'
import { exportedModel } from '#server/excel/task.ts'
import { SENT } from '#server/http/route.ts'
import { EXPORT_DAYS, EXPORT_KIND } from '#server/storage/holder.ts'
import { task } from '../index.ts'
import locale from '../locale.ts'

type Kept = { title: string; resource: string; name: string; sha256: string }
const KEPT = `SELECT title, resource, result ->> 'name' AS name, result ->> 'sha256' AS sha256 FROM task WHERE id = $1 AND owner_kind = 'admin' AND owner_id = $2
  AND kind = '${EXPORT_KIND}' AND state = 'done' AND ended_at > now() - interval '${EXPORT_DAYS} days'`
const idOf = (given: unknown): number => (Number.isSafeInteger(Number(given)) ? Number(given) : 0)

/** The file that a task wrote, for whoever asked for it, as long as they may export that list. */
export const fileRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/task/file', { audience: 'admin' }, async (call, actor, reply) => {
    const { store, database } = call.backend
    const id = idOf(call.query['id'])
    const [kept] = await database.query<Kept>(KEPT, [id, actor.id])
    if (!kept || !(await store.has(kept.sha256))) throw refuse(locale, 'noFile', { days: EXPORT_DAYS })
    const ctx = await contextOf(call, actor)
    await exportedModel(ctx, kept.resource)
    // Written down before the first byte leaves: a download that nobody knows of is none.
    const event = { action: 'download', resource: task.name, recordId: id, label: kept.title }
    await ctx.engine.write(ctx, (tx) => record(tx, { ...event, changes: { sha256: [null, kept.sha256] } }))
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="export.xlsx"; filename*=UTF-8''${encodeURIComponent(kept.name)}`)
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .send(createReadStream(store.pathOf(kept.sha256)))
    return SENT
  })
}
