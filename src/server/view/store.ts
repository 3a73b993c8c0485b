import { fail } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Actor } from '../model/actor.ts'
import type { SentView } from './state.ts'

const MOST = 50
const LIST = `SELECT v.id, v.name, v.state, v.admin_id = $2 AS mine, v.groups <> '{}' AS shared, a.nickname AS by
  FROM saved_view v LEFT JOIN auth_admin a ON a.id = v.admin_id
  WHERE v.resource = $1 AND (v.admin_id = $2 OR v.groups && $3::bigint[]) ORDER BY v.admin_id = $2 DESC, v.name, v.id LIMIT 200`
/** The own ones first, then those of people in the same groups. */
export const listViews = (db: Db, { id, groups }: Actor, resource: string) => db.query(LIST, [resource, id, groups])

const COUNT = 'SELECT count(*)::int AS n FROM saved_view WHERE resource = $1 AND admin_id = $2'
const INSERT = 'INSERT INTO saved_view (resource, name, admin_id, groups, state) VALUES ($1, $2, $3, $4, $5) RETURNING id'
const UPDATE = `UPDATE saved_view SET name = $2, groups = $4, state = $5, at = now() WHERE resource = $1 AND admin_id = $3 AND id = $6 RETURNING id`

/** A new one, or one's own as it is to be from now on. */
export const saveView = async (db: Db, { id: admin, groups }: Actor, view: SentView): Promise<number> => {
  const values = [view.resource, view.name, admin, view.shared ? groups : [], JSON.stringify(view.state)]
  if (view.id === undefined) {
    const [count] = await db.query<{ n: number }>(COUNT, [view.resource, admin])
    if ((count?.n ?? 0) >= MOST) throw fail('view.tooMany', { limit: MOST })
  }
  const [saved] = await db.query<{ id: number }>(
    view.id === undefined ? INSERT : UPDATE,
    view.id === undefined ? values : [...values, view.id],
  )
  if (!saved) throw fail('record.missing')
  return saved.id
}

export const removeView = async (db: Db, { id: admin }: Actor, id: number): Promise<void> => {
  const gone = await db.query('DELETE FROM saved_view WHERE admin_id = $1 AND id = $2 RETURNING id', [admin, id])
  if (gone.length === 0) throw fail('record.missing')
}
