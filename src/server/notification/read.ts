import type { Language, Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from './kind.ts'
import type { Recipient } from './notify.ts'

const PAGE = 20
/** Beyond this nobody counts: the bell says 99+. */
const COUNTED = 100
const OWN = 'owner_kind = $1 AND owner_id = $2'

const UNREAD = `SELECT count(*)::int AS unread FROM (SELECT FROM notification WHERE ${OWN} AND read_at IS NULL LIMIT ${COUNTED}) n`
export const countUnread = async (db: Db, { kind, id }: Recipient): Promise<number> =>
  (await db.query<{ unread: number }>(UNREAD, [kind, id]))[0]?.unread ?? 0

type Row = { id: number; kind: string; text: Words; address: string | null; times: number; at: string; readAt: string | null }
const LIST = `SELECT id, kind, text, address, times, at, read_at AS "readAt" FROM notification n WHERE ${OWN}
  AND ($3::bigint IS NULL OR (at, id) < (SELECT at, id FROM notification WHERE id = $3 AND ${OWN})) ORDER BY at DESC, id DESC LIMIT ${PAGE + 1}`

/** The newest first; `before` is the last one that was shown. */
export const listNotifications = async (db: Db, { kind, id }: Recipient, language: Language, before: number | null) => {
  const rows = await db.query<Row>(LIST, [kind, id, before])
  return { list: rows.slice(0, PAGE).map((row) => ({ ...row, text: row.text[language] })), hasMore: rows.length > PAGE }
}

const READ = `UPDATE notification SET read_at = now() WHERE ${OWN} AND read_at IS NULL AND ($3::bigint[] IS NULL OR id = ANY($3))`
/** These, or all that there are. */
export const markRead = async (db: Db, { kind, id }: Recipient, ids: readonly number[] | null): Promise<void> =>
  void (await db.query(READ, [kind, id, ids]))

const ON = `DELETE FROM notification_mute WHERE ${OWN} AND kind = $3`
const OFF = 'INSERT INTO notification_mute (owner_kind, owner_id, kind) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
export const switchKind = async (db: Db, { kind, id }: Recipient, which: NotificationKind, on: boolean): Promise<void> =>
  void (await db.query(on ? ON : OFF, [kind, id, which.kind]))

/** Every kind there is, and whether this person is told of it. */
export const kindsFor = async (db: Db, { kind, id }: Recipient, language: Language, kinds: readonly NotificationKind[]) => {
  const muted = await db.query<{ kind: string }>(`SELECT kind FROM notification_mute WHERE ${OWN}`, [kind, id])
  return kinds.map((one) => ({
    kind: one.kind,
    title: one.title[language],
    icon: one.icon,
    on: !muted.some((m) => m.kind === one.kind),
  }))
}
