import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { query } from '../index.ts'
import { mayAnswer } from './answer.ts'
import { ANSWERABLE } from './locked.ts'
import { nextOf } from './next.ts'
import { sayTitle } from './title.ts'
import { ownDoors, ownFile, wayOf } from './handed.ts'
import { cellOf, seenQuery, threadOf } from './routes.ts'

/** A member's group holds the page; which queries they see and may answer, their place in the team says alone. */
const OWN = { audience: 'user', rule: 'study/query' } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

const LIMIT = 20
const STATES: ReadonlySet<unknown> = new Set(['open', 'answered', 'closed'])
const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { state = 'open', page = '1' } = call.query
  if (!STATES.has(state)) throw fail('input.badValue', { field: 'state', value: String(state).slice(0, 30) })
  const search = [{ field: 'state', operator: '=', val: state }, ...(state === 'open' ? [ANSWERABLE] : [])]
  const found = await ctx.engine.list(ctx, query.name, {
    page,
    limit: LIMIT,
    search,
    order: state === 'open' ? 'due,asc' : 'updatedAt,desc',
  })
  const rows = found.list.map(({ id, title, text, due, category, updatedAt, _labels }) => ({
    id,
    title,
    text,
    due,
    category,
    updatedAt,
    study: typeof _labels === 'object' && _labels !== null ? Reflect.get(_labels, 'study') : null,
  }))
  return { list: rows, total: found.total, limit: LIMIT }
}

const HEAD = 'SELECT title, text, state, due, category FROM query WHERE id = $1'
const read = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const row = await seenQuery(ctx, call.query['id'])
  const [head] = await ctx.db.query<{ title: string; state: string }>(HEAD, [row.id])
  const [title] = head ? await sayTitle(ctx, [{ id: row.id, value: head.title }]) : []
  const cell = await cellOf(ctx, row)
  const next = await nextOf(ctx, row.id)
  const mays = next !== 'locked' && (await mayAnswer(ctx, row))
  return {
    id: row.id,
    ...head,
    ...(title ? { title } : {}),
    entries: await threadOf(ctx, row, await ownDoors(ctx, row)),
    cell: cell && { value: cell.value, label: cell.label, unit: cell.unit, options: cell.options, field: cell.shape },
    /** Whether a corrected file may be sent, and what was sent last. */
    takesFile: mays && head?.state === 'open' && (await wayOf(await contextOf(call, actor), row)) !== null,
    sent: await ownFile(ctx, row.id),
    /** The record that it is about, as comments name it. */
    about: cell && row.record !== null ? { resource: cell.resource, record: row.record } : null,
    mayAnswer: mays,
    next,
  }
}

const answer = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { id, ...given } = { id: undefined, ...(typeof call.body === 'object' ? call.body : {}) }
  const row = await seenQuery(ctx, id)
  const key = call.headers['idempotency-key']
  const once = async (tx: Ctx) => ({ answered: await tx.engine.act(tx, query.name, 'answer', [row.id], given) })
  // Sent again over a line that broke, it is answered once.
  if (typeof key !== 'string' || key === '') return ctx.engine.write(ctx, once)
  if (key.length > 100) throw fail('request.keyReused')
  return call.backend.engine.once(ctx, key, ['study/query/answer', call.body ?? null], once)
}

export const memberQueryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/query/index', OWN, list)
  guarded('GET', '/api/study/query/read', OWN, read)
  guarded('POST', '/api/study/query/answer', OWN, answer)
}
