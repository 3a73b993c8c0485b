import type { Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from './kind.ts'

/** An actor is one; the system itself reads nothing. */
export type Recipient = { readonly kind: 'admin' | 'member' | 'system'; readonly id: number }
export type News = {
  text: Words
  /** A page of ours, `/admin/approval/7`: what to do about it. Members have pages of their own. */
  address?: string
  memberAddress?: string
  /** As long as one with the same key is unread, it is told anew instead of once more. */
  key?: string
}

/** Who has news, `member:12`: their bells follow it. */
export const NEWS = 'news'
const INSERT = `INSERT INTO notification (owner_kind, owner_id, kind, text, address, key)
  SELECT DISTINCT o.kind, o.id, $3, $4::jsonb, CASE o.kind WHEN 'member' THEN $5 ELSE $6 END, $7 FROM unnest($1::text[], $2::bigint[]) o (kind, id)
  WHERE NOT EXISTS (SELECT FROM notification_mute m WHERE m.owner_kind = o.kind AND m.owner_id = o.id AND m.kind = $3)
  ON CONFLICT (owner_kind, owner_id, kind, key) WHERE read_at IS NULL
  DO UPDATE SET text = excluded.text, address = excluded.address, times = notification.times + 1, at = now(), sent = '{}'
  RETURNING pg_notify('${NEWS}', owner_kind || ':' || owner_id)`

/** Tells people something, in the caller's transaction: what was rolled back nobody hears of. Whoever switched the kind off hears nothing. */
export const notify = async (db: Db, { kind }: NotificationKind, to: readonly Recipient[], news: News): Promise<void> => {
  const people = to.filter((one) => one.kind !== 'system')
  if (people.length === 0) return
  const owners = [people.map((one) => one.kind), people.map((one) => one.id)]
  const addresses = [news.memberAddress ?? null, news.address ?? null]
  await db.query(INSERT, [...owners, kind, JSON.stringify(news.text), ...addresses, news.key ?? null])
}
