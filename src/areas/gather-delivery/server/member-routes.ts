import { fail, refuse } from '#kernel'
import type { Row } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { sitesOf } from '#study/delivery/receive.ts'
import { gatherDelivery } from '../index.ts'
import locale from '../locale.ts'
import { settle } from './reading.ts'
import type { Policy } from './reading.ts'
import { sendRefusedBook } from './refused-book.ts'
import { sendRefused } from './refused-file.ts'
import { listProblems } from './problem.ts'
import { checkedIn, seenIn, vanishedIn, workOn } from './seen.ts'

/** What a member may do here is said by their place in the team; what they have sent is theirs alone. */
const OWN = { audience: 'user', rule: 'study/gather' } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

const idIn = (given: unknown): number => {
  const id = Number(given)
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  return id
}
/** Whoever hands nothing over in a study is told what is told of one that does not exist. */
const refuseIdle = async (ctx: Ctx, study: number): Promise<void> => {
  if ((await sitesOf(ctx, { study, departments: [] }))?.length === 0) throw fail('record.missing')
}
/** One that the member has sent, as long as their place in the study lets them hand data over. */
const sentBy = async (ctx: Ctx, given: unknown): Promise<AnyRow> => {
  const row = await ctx.engine.get(ctx, gatherDelivery.name, idIn(given))
  if (row['sender'] !== ctx.actor.id) throw fail('record.missing')
  await refuseIdle(ctx, Number(row['study']))
  return row
}

const HEAD = ['id', 'number', 'name', 'receivedAt', 'submittedAt', 'sha256', 'size', 'state'] as const
const COUNTS = ['rowsIn', 'rowsStored', 'rowsChanged', 'rowsSame', 'rowsRejected'] as const
const shown = (row: AnyRow) => ({
  ...Object.fromEntries([...HEAD, ...COUNTS].map((name) => [name, row[name]])),
  stops: checkedIn(row['diff'])?.stops ?? 0,
})

const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const gather = await ctx.engine.get(ctx, 'gather.project', idIn(call.query['gather']))
  await refuseIdle(ctx, Number(gather['study']))
  const search = [
    { field: 'gather', operator: '=', val: gather.id },
    { field: 'sender', operator: '=', val: actor.id },
  ]
  const found = await ctx.engine.list(ctx, gatherDelivery.name, { limit: 20, search })
  return { list: found.list.map(shown), total: found.total }
}

const POLICY = 'SELECT intake, automatic, removed, reason_required AS "reasonRequired" FROM gather_project WHERE id = $1'
const policyOf = async (ctx: Ctx, row: AnyRow): Promise<Policy> =>
  (await ctx.db.query<Policy>(POLICY, [row['gather']]))[0] ?? {
    intake: 'quarantine',
    automatic: false,
    removed: 'keep',
    reasonRequired: false,
  }

/** Why it cannot be submitted as it is; null where it can. */
const hindrance = async (ctx: Ctx, row: AnyRow): Promise<ReturnType<typeof refuse> | null> => {
  if (row['state'] !== 'compared' || row['rowsSame'] === null) return refuse(locale, 'notReady')
  const { stops = 0 } = checkedIn(row['diff']) ?? {}
  if (stops > 0) return refuse(locale, 'stopped', { count: stops })
  const refused = Number(row['rowsRejected'])
  if (refused === Number(row['rowsIn'])) return refuse(locale, 'nothingPasses')
  if (refused > 0 && (await policyOf(ctx, row)).intake === 'reject') return refuse(locale, 'rowsRefused', { count: refused })
  return null
}

const VISITS = 'SELECT code, name, name_en AS "nameEn" FROM study_visit WHERE study = $1 AND deleted_at IS NULL ORDER BY day NULLS LAST, id'
/** What the column of visits may say: people know the names, a file has the codes. */
const visitsOf = async (ctx: Ctx, row: AnyRow) => {
  const found = await ctx.db.query<{ code: string; name: string; nameEn: string }>(VISITS, [row['study']])
  return found.map(({ code, name, nameEn }) => ({ code, name: ctx.language === 'en' ? nameEn : name }))
}

type Manifest = { columns?: string[]; mapping?: Record<string, string>; trouble?: Record<string, string> | null }
const manifestOf = (row: AnyRow): Manifest => {
  const given: Manifest | null = typeof row['manifest'] === 'object' ? row['manifest'] : null
  return given ?? {}
}
/** What the server has read, row by row in words, before the member stands by it. */
const read = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const row = await sentBy(ctx, call.query['id'])
  const gather = await ctx.engine.get(ctx, 'gather.project', Number(row['gather']))
  const { columns = [], mapping = {}, trouble } = manifestOf(row)
  const checked = checkedIn(row['diff'])
  const problems = await listProblems(call, await seenIn(ctx, row), ctx.language)
  const listed = (kind: keyof typeof problems) =>
    problems[kind].map(({ row: at, subject, visit, text }) => ({ row: at, subject, visit, text }))
  const hinders = row['submittedAt'] ? null : await hindrance(ctx, row)
  return {
    ...shown(row),
    ...(await workOn(ctx, row['task'])),
    gather: { id: gather.id, name: gather[ctx.language === 'en' ? 'nameEn' : 'name'], code: gather['code'] },
    by: ctx.actor.name,
    query: row['query'] ?? null,
    trouble: trouble?.[ctx.language] ?? null,
    unknown: columns.filter((column) => !(column in mapping)),
    hasSubject: Object.values(mapping).includes('subject'),
    refused: listed('refused'),
    visits: problems.refused.some(({ reason }) => reason === 'unknownVisit') ? await visitsOf(ctx, row) : [],
    /** Null: no rule judged it. */
    checked: checked && {
      stops: { rows: checked.stops, list: listed('stops') },
      warns: { rows: checked.warns, list: listed('warns') },
    },
    hindrance: hinders && hinders.sentence(ctx.language),
  }
}

const HELD = 'SELECT 1 FROM gather_delivery WHERE id = $1 FOR UPDATE'
const bodyId = (call: Call): unknown => (typeof call.body === 'object' && call.body !== null ? Reflect.get(call.body, 'id') : undefined)
type Delivery = Row<typeof gatherDelivery>

/** The member stands by it; from here on it goes the way of every delivery. Pressed twice it is submitted once. */
const submit = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  return ctx.engine.write(ctx, async (tx) => {
    await tx.db.query(HELD, [idIn(bodyId(call))])
    const row = await sentBy(tx, bodyId(call))
    if (row['submittedAt']) return shown(row)
    const refusal = await hindrance(tx, row)
    if (refusal) throw refusal
    const submittedAt: Delivery['submittedAt'] = tx.at ?? new Date().toISOString()
    await tx.engine.edit(tx, gatherDelivery.name, { id: row.id }, { submittedAt })
    const delivery = {
      id: row.id,
      name: String(row['name']),
      refused: Number(row['rowsRejected']),
      changed: Number(row['rowsChanged']),
      stops: 0,
      vanished: vanishedIn(row['diff']),
      by: tx.actor,
    }
    if (typeof row['query'] === 'number') await tx.engine.act(tx, 'query', 'handed', [row['query']], { delivery: row.id })
    await settle({ ...tx, actor: SYSTEM }, delivery, await policyOf(tx, row))
    return shown(await sentBy(tx, row.id))
  })
}

const WITHDRAWN = { 'zh-cn': '交付人撤回', en: 'Withdrawn by whoever sent it' }
const withdraw = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const row = await sentBy(ctx, bodyId(call))
  if (row['submittedAt']) throw refuse(locale, 'decided')
  if (row['state'] !== 'rejected')
    await ctx.engine.move({ ...ctx, reason: WITHDRAWN }, gatherDelivery.name, { id: row.id, version: row.version, to: 'rejected' })
  return shown(await sentBy(ctx, row.id))
}

export const memberDeliveryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/delivery/index', OWN, list)
  guarded('GET', '/api/study/delivery/read', OWN, read)
  guarded('GET', '/api/study/delivery/refused', OWN, async (call, actor, reply) => {
    const ctx = await asPlaced(call, actor)
    const seen = await seenIn(ctx, await sentBy(ctx, call.query['id']))
    return call.query['as'] === 'excel' ? sendRefusedBook(ctx, call, seen, reply) : sendRefused(call, seen, reply, ctx.language)
  })
  guarded('POST', '/api/study/delivery/submit', OWN, submit)
  guarded('POST', '/api/study/delivery/withdraw', OWN, withdraw)
}
