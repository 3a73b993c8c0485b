import type { Db } from '../db/database.ts'
import type { Actor } from '../model/context.ts'
import { loadAdmin } from './actor.ts'

const HOLDERS = `SELECT DISTINCT a.id FROM auth_admin a JOIN auth_group g ON g.id = ANY(a.groups) AND g.status
  WHERE a.status AND a.deleted_at IS NULL
  AND (g.everything OR EXISTS (SELECT FROM auth_rule r WHERE r.name = $1 AND r.status AND r.id = ANY(g.rules))) ORDER BY a.id`

/** Everybody who has a right now, each with what else they have. */
export const holdersOf = async (db: Db, rule: string): Promise<Actor[]> => {
  const actors: Actor[] = []
  for (const { id } of await db.query<{ id: number }>(HOLDERS, [rule])) {
    const actor = await loadAdmin(db, id)
    if (actor) actors.push(actor)
  }
  return actors
}
