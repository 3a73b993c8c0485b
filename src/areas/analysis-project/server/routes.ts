import { createReadStream } from 'node:fs'
import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Ctx, Declare } from '#server'
import { record } from '#server/audit/entry.ts'
import { SENT } from '#server/http/route.ts'
import { adminId } from '#server/model/actor.ts'
import { houseDay } from '#server/zone.ts'
import { offerOf } from '#study/release/offered.ts'
import { treatmentsOf } from '#study/release/plan.ts'
import { leads } from '#study/team.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'
import { problemsIn } from './asked.ts'

const READ = { audience: 'admin', rule: ruleOf(analysisProject.name, 'index') } as const
const seen = (ctx: Ctx, id: unknown) => ctx.engine.get(ctx, analysisProject.name, Number(id))

const TRIAL = `SELECT state, result, error FROM task WHERE id = $1 AND kind = 'analysis.assess' AND resource = $2 AND record = $3`
type Trial = { state: string; result: unknown; error: Readonly<Record<string, string>> | null }
const DOWNLOADS = `SELECT at, actor_name AS by, changes -> 'sha256' ->> 1 AS sha256 FROM audit_entry
  WHERE resource = $1 AND record_id = $2 AND action = 'download' ORDER BY id DESC LIMIT 200`
const WORK = 'SELECT state, error FROM task WHERE id = $1'

const offer = async (ctx: Ctx, id: unknown) => {
  const row = await seen(ctx, id)
  const found = await offerOf(ctx.db, Number(row['study']))
  const isMine = row['requester'] === adminId(ctx.actor)
  if (!found) return { forms: [], variables: [], problems: [], isMine }
  return {
    forms: found.forms,
    variables: found.variables.map((variable) => ({ ...variable, treatments: treatmentsOf(variable) })),
    problems: problemsIn(found, row['plan']).map(({ form, slot, words }) => ({ form, slot, text: words[ctx.language] })),
    isMine,
  }
}
const trial = async (ctx: Ctx, id: unknown, task: unknown) => {
  const row = await seen(ctx, id)
  const [found] = await ctx.db.query<Trial>(TRIAL, [Number(task), analysisProject.name, String(row.id)])
  if (!found) throw refuse(locale, 'noTask')
  const isFailed = found.state === 'failed' || found.state === 'parked' || found.state === 'cancelled'
  return { state: found.state, result: found.result, error: isFailed ? (found.error?.[ctx.language] ?? found.state) : null }
}
/** The work on the package, and who has taken it. */
const release = async (ctx: Ctx, id: unknown) => {
  const row = await seen(ctx, id)
  const [work] = await ctx.db.query<Trial>(WORK, [row['task'] ?? null])
  const isFailed = work?.state === 'failed' || work?.state === 'parked'
  return {
    atWork: work?.state === 'waiting' || work?.state === 'running',
    error: isFailed ? (work.error?.[ctx.language] ?? work.state) : null,
    downloads: await ctx.db.query(DOWNLOADS, [analysisProject.name, String(row.id)]),
    isMine: await takes(ctx, row),
  }
}
const takes = async (ctx: Ctx, row: Readonly<Record<string, unknown>>): Promise<boolean> =>
  (row['requester'] !== null && row['requester'] === adminId(ctx.actor)) || leads(ctx.db, ctx.actor, Number(row['study']))

export const analysisRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/analysis.project/offer', READ, async (call, actor) => offer(await contextOf(call, actor), call.query['id']))
  guarded('GET', '/admin/analysis.project/trial', READ, async (call, actor) =>
    trial(await contextOf(call, actor), call.query['id'], call.query['task']),
  )
  guarded('GET', '/admin/analysis.project/delivered', READ, async (call, actor) => release(await contextOf(call, actor), call.query['id']))
  guarded('GET', '/admin/analysis.project/package', { address: 'ticket' }, async (call, actor, reply) => {
    if (!can(actor.rules, ruleOf(analysisProject.name, 'download'))) throw fail('auth.forbidden')
    const ctx = await contextOf(call, actor)
    const row = await seen(ctx, call.query['id'])
    const { sha256 } = row
    if (row['state'] !== 'released' || typeof sha256 !== 'string') throw refuse(locale, 'noPackage')
    if (String(row['validUntil']) < houseDay()) throw refuse(locale, 'past')
    if (!(await takes(ctx, row))) throw refuse(locale, 'notYours')
    // Written down before the first byte leaves: a download that nobody knows of is none.
    const event = { action: 'download', resource: analysisProject.name, recordId: row.id, label: String(row['title']) }
    await ctx.engine.write(ctx, (tx) => record(tx, { ...event, changes: { sha256: [null, sha256] } }))
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${String(row['code'])}.zip`)}`)
      .type('application/zip')
      .send(createReadStream(call.backend.store.pathOf(sha256)))
    return SENT
  })
}
