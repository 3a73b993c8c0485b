import { contextOf, maskEntry } from '#server'
import type { Actor, Call } from '#server'
import { actionWord, placeWord, refusalSentence, sayCodes } from '#server/audit/words.ts'
import type { Refused } from '#server/audit/words.ts'
import { columnTitle } from '#server/model/column-title.ts'

const LIMIT = 20
const MAX_PAGE = 500
const OWN = `FROM audit_entry WHERE actor_kind = 'admin' AND actor_id = $1`
type Entry = {
  id: number
  at: string
  action: string
  resource: string
  record: string
  label: string
  changes: Record<string, [unknown, unknown]>
  ip: string
}

/** What I did, newest first, without a rule: it is mine. Values that I may not see are masked here as everywhere. */
export const ownActivity = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const page = Math.min(Math.max(Math.trunc(Number(call.query['page'])) || 1, 1), MAX_PAGE)
  const [rows, [count]] = await Promise.all([
    ctx.db.query<Entry>(
      `SELECT id, at, action, resource, record_id AS record, label, changes, ip ${OWN} ORDER BY id DESC LIMIT ${LIMIT} OFFSET $2`,
      [actor.id, (page - 1) * LIMIT],
    ),
    ctx.db.query<{ n: number }>(`SELECT count(*) AS n ${OWN}`, [actor.id]),
  ])
  await ctx.engine.registry.openAll(
    ctx,
    rows.map(({ resource }) => resource),
  )
  const named = await sayCodes(
    ctx,
    rows.map(({ resource, record, label }) => {
      const shown = maskEntry(ctx, resource, { label, changes: {} })
      return { resource, record, label: String(shown.label ?? ''), changes: [] }
    }),
  )
  const list = rows.map(({ changes, ...entry }, i) => {
    const locale = ctx.engine.registry.get(entry.resource)?.locale
    const words = locale?.[ctx.language]
    const refused = entry.action === 'refused' ? (changes['refusal']?.[1] as Refused) : undefined
    return {
      ...entry,
      label: refused ? refusalSentence(ctx, entry.resource, refused) : (named[i]?.label ?? ''),
      action: refused ? actionWord(ctx, entry.resource, refused.action) : (words?.actions?.[entry.action] ?? entry.action),
      isRefused: refused !== undefined,
      where: placeWord(ctx, entry.resource),
      fields: refused ? [] : Object.keys(changes).map((name) => columnTitle(locale, ctx.language, name)),
    }
  })
  return { list, total: count?.n ?? 0, page, limit: LIMIT }
}
