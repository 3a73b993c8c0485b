import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Call, Ctx, Declare } from '#server'
import { record } from '#server/audit/entry.ts'
import { recordHourly } from '#server/audit/hourly.ts'
import { SENT } from '#server/http/route.ts'
import { hangUp } from '#server/http/hang-up.ts'
import { adminId } from '#server/model/actor.ts'
import { EXPORT_DAYS } from '#server/storage/holder.ts'
import { answerOf } from '#server/task/answer.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { datafile } from '../index.ts'
import locale from '../locale.ts'
import { writingChanges } from './changes.ts'
import { maskedRows, namesHidden } from './secret.ts'
import { compareQuestion, comparing, rowsQuestion } from './question.ts'

const MOST_ROWS = 500
const MOST_COLUMNS = 200
const MOST_KEYS = 8
type Version = { number: number; name: string; sha256: string; facts: string | null; rows: number | null }
const VERSION = `SELECT number, name, sha256, facts, rows FROM datafile_version WHERE datafile = $1 AND number = $2`
const KNOWN = `SELECT id FROM task WHERE kind = $1 AND dedupe_key = $2 AND state = 'done' ORDER BY id DESC LIMIT 1`

const KEPT = `SELECT id FROM task WHERE kind = $1 AND dedupe_key = $2 AND state = 'done' AND ended_at > now() - interval '${EXPORT_DAYS - 1} days' ORDER BY id DESC LIMIT 1`

const bodyOf = ({ body }: Call): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {}
const whole = (value: unknown, low: number, high: number, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? Math.min(high, Math.max(low, value)) : otherwise

/** A version of a file that this person sees. That they looked is written down before anything is shown. */
const openVersion = async (ctx: Ctx, id: number, number: number): Promise<{ sha256: string; name: string; facts: string | null }> => {
  const row = await ctx.engine.get(ctx, datafile.name, id)
  const [found] = await ctx.db.query<Version>(VERSION, [id, number])
  if (!found) throw refuse(locale, 'noVersion', { number })
  if (found.rows === null) throw refuse(locale, 'noTable', { number })
  const event = { action: 'readFile', resource: datafile.name, recordId: id, label: String(row['name']), changes: {} }
  await recordHourly(ctx.engine.database, ctx, event)
  return { sha256: found.sha256, name: found.name, facts: found.facts }
}

const openPair = async (ctx: Ctx, call: Call) => {
  const given = bodyOf(call)
  const id = whole(given['id'], 0, Number.MAX_SAFE_INTEGER, 0)
  const before = await openVersion(ctx, id, whole(given['before'], 1, 1e6, 1))
  const after = await openVersion(ctx, id, whole(given['after'], 1, 1e6, 1))
  const key = Array.isArray(given['key']) ? given['key'].filter((one) => typeof one === 'string').slice(0, MOST_KEYS) : []
  return { id, pair: { before, after, key, hidden: [...(await namesHidden(ctx, id))] } }
}

const WRITTEN = `SELECT record::bigint AS id, title, input, result ->> 'sha256' AS sha256 FROM task WHERE id = $1 AND kind = $2 AND state = 'done'
  AND owner_kind = 'admin' AND owner_id = $3 AND ended_at > now() - interval '${EXPORT_DAYS} days'`
type Written = { id: number; title: string; input: { hidden: string[] }; sha256: string }
/** For whoever asked for it, as long as they read by now what they read then. */
const sendChanges = async (ctx: Ctx, call: Call, reply: FastifyReply): Promise<typeof SENT> => {
  const { store } = call.backend
  const task = whole(Number(call.query['task']), 0, Number.MAX_SAFE_INTEGER, 0)
  const [found] = await ctx.db.query<Written>(WRITTEN, [task, writingChanges.kind, adminId(ctx.actor)])
  if (!found || !(await store.has(found.sha256))) throw refuse(locale, 'noComparison')
  const row = await ctx.engine.get(ctx, datafile.name, found.id)
  const veiled = new Set(found.input.hidden)
  if ((await namesHidden(ctx, found.id)).some((name) => !veiled.has(name))) throw refuse(locale, 'noComparison')
  const event = { action: 'readFile', resource: datafile.name, recordId: found.id, label: String(row['name']) }
  await ctx.engine.write(ctx, (tx) => record(tx, { ...event, changes: { sha256: [null, found.sha256] } }))
  const file = `${found.title.replace(/\.[^.]*$/, '')}-changes.csv`
  void reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
    .type('text/csv; charset=utf-8')
    .send(createReadStream(store.pathOf(found.sha256)))
  return SENT
}

/** What DuckDB must be asked for goes to a worker; no transaction waits for it. */
export const datafileRoutes = ({ guarded }: Declare): void => {
  const access = { audience: 'admin', rule: ruleOf(datafile.name, 'preview') } as const
  guarded('POST', '/admin/datafile/rows', access, async (call, actor, reply) => {
    const ctx = await contextOf(call, actor)
    const given = bodyOf(call)
    const id = whole(given['id'], 0, Number.MAX_SAFE_INTEGER, 0)
    const version = await openVersion(ctx, id, whole(given['number'], 1, 1e6, 1))
    const from = whole(given['from'], 0, Number.MAX_SAFE_INTEGER, 0)
    const asked = {
      version,
      from,
      count: whole(given['count'], 1, MOST_ROWS, 200),
      column: whole(given['column'], 0, Number.MAX_SAFE_INTEGER, 0),
      columns: whole(given['columns'], 1, MOST_COLUMNS, MOST_COLUMNS),
      find: typeof given['find'] === 'string' ? given['find'].trim().slice(0, 200) : '',
    }
    const part = await call.backend.lane.ask(rowsQuestion, asked, { signal: hangUp(reply), language: call.language })
    return { ...part, rows: maskedRows(part.columns, part.rows, await namesHidden(ctx, id)) }
  })
  guarded('POST', '/admin/datafile/compare', access, async (call, actor, reply) => {
    const { pair } = await openPair(await contextOf(call, actor), call)
    return call.backend.lane.ask(compareQuestion, pair, { signal: hangUp(reply), language: call.language })
  })
  guarded('POST', '/admin/datafile/comparison', access, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const { id, pair } = await openPair(ctx, call)
    const owner = { kind: actor.kind, id: adminId(actor), departmentId: actor.departmentId }
    const dedupeKey = JSON.stringify([owner.id, pair])
    // Versions do not change: what was found once is still so.
    const [known] = await ctx.db.query<{ id: number }>(KNOWN, [comparing.kind, dedupeKey])
    if (known) return { task: known.id }
    const about = { title: pair.after.name, owner, subject: { resource: datafile.name, record: id }, dedupeKey }
    return { task: await ctx.engine.write(ctx, (tx) => enqueue(tx.db, comparing, pair, about)) }
  })
  guarded('POST', '/admin/datafile/changes', access, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const { id, pair } = await openPair(ctx, call)
    const owner = { kind: actor.kind, id: adminId(actor), departmentId: actor.departmentId }
    const input = { ...pair, language: ctx.language }
    const dedupeKey = JSON.stringify([owner.id, input])
    const [known] = await ctx.db.query<{ id: number }>(KEPT, [writingChanges.kind, dedupeKey])
    if (known) return { task: known.id }
    const about = { title: pair.after.name, owner, subject: { resource: datafile.name, record: id }, dedupeKey }
    return { task: await ctx.engine.write(ctx, (tx) => enqueue(tx.db, writingChanges, input, about)) }
  })
  guarded('GET', '/admin/datafile/changes', { address: 'ticket' }, async (call, actor, reply) => {
    if (!can(actor.rules, access.rule)) throw fail('auth.forbidden')
    return sendChanges(await contextOf(call, actor), call, reply)
  })
  guarded('GET', '/admin/datafile/comparison', access, async (call, actor) => {
    const found = await answerOf(await contextOf(call, actor), [comparing.kind, writingChanges.kind], Number(call.query['task']))
    if (!found) throw refuse(locale, 'noComparison')
    return found
  })
}
