import type { Db } from '../db/database.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { HOSPITAL_ZONE } from '../zone.ts'
import { workFor } from './work.ts'

/** Where a day begins: the hospital's clock, not the server's. */

const WEEK = `WITH days AS (SELECT generate_series((now() AT TIME ZONE '${HOSPITAL_ZONE}')::date - 6, (now() AT TIME ZONE '${HOSPITAL_ZONE}')::date, interval '1 day')::date AS day)
SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
  (SELECT coalesce(sum(change), 0) FROM user_money_log WHERE member = $1 AND (created_at AT TIME ZONE '${HOSPITAL_ZONE}')::date = d.day) AS money,
  (SELECT coalesce(sum(change), 0) FROM user_score_log WHERE member = $1 AND (created_at AT TIME ZONE '${HOSPITAL_ZONE}')::date = d.day) AS score
FROM days d ORDER BY d.day`

/** What waits, and sums of the last seven days, the oldest first and today last. */
export const overview = async (call: Call, actor: Actor) => {
  const rows = await call.backend.database.query<{ day: string; money: number; score: number }>(WEEK, [actor.id])
  return {
    work: await workFor(call, actor),
    days: rows.map((r) => r.day),
    score: rows.map((r) => r.score),
    money: rows.map((r) => r.money),
  }
}

type Entry = { id: number; change: number; before: number; after: number; memo: string; createdAt: string }
const page = async (db: Db, table: string, memberId: number, query: Record<string, unknown>): Promise<{ rows: Entry[]; total: number }> => {
  const whole = (value: unknown, fallback: number, high: number) => Math.min(Math.max(Math.trunc(Number(value)) || fallback, 1), high)
  const limit = whole(query['limit'], 10, 100)
  const rows = await db.query<Entry>(
    `SELECT id, change, before, after, memo, created_at AS "createdAt" FROM ${table} WHERE member = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [memberId, limit, (whole(query['page'], 1, 1_000_000) - 1) * limit],
  )
  const [count] = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE member = $1`, [memberId])
  return { rows, total: count!.n }
}

const entryOf = (memberId: number, e: Entry) => ({ id: e.id, user_id: memberId, memo: e.memo, createtime: e.createdAt })

export const balance = async ({ backend, query }: Call, actor: Actor) => {
  const { rows, total } = await page(backend.database, 'user_money_log', actor.id, query)
  const cents = (n: number) => n.toFixed(2)
  return {
    list: rows.map((e) => ({ ...entryOf(actor.id, e), money: cents(e.change), before: cents(e.before), after: cents(e.after) })),
    total,
  }
}
export const integral = async ({ backend, query }: Call, actor: Actor) => {
  const { rows, total } = await page(backend.database, 'user_score_log', actor.id, query)
  return { list: rows.map((e) => ({ ...entryOf(actor.id, e), score: e.change, before: e.before, after: e.after })), total }
}
