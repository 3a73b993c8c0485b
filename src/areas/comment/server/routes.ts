import { ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { loadAdmin } from '#server/auth/actor.ts'
import { comment } from '../index.ts'
import { matterOf, sees } from './matter.ts'

type Said = { id: number; at: string; by: string; text: string; mentions: string[] }
const MOST = 500
const SAID = `SELECT c.id, c.created_at AS at, a.nickname AS by, c.text,
  ARRAY(SELECT m.nickname FROM auth_admin m WHERE m.id = ANY(c.mentions) ORDER BY m.id) AS mentions
  FROM comment c LEFT JOIN auth_admin a ON a.id = c.by WHERE c.resource = $1 AND c.record = $2 ORDER BY c.id LIMIT ${MOST}`
/** What was said about a record, oldest first. */
const of = async (call: Call, actor: Actor): Promise<{ list: Said[] }> => {
  const ctx = await contextOf(call, actor)
  const { resource, record } = await matterOf(ctx, call.query['resource'], call.query['record'])
  return { list: await ctx.db.query<Said>(SAID, [resource, record]) }
}

const OFFERED = 8
const NAMED = `SELECT id, nickname AS name, username FROM auth_admin WHERE status AND deleted_at IS NULL AND id <> $1
  AND ($2 = '' OR nickname ILIKE '%' || $2 || '%' OR username ILIKE '%' || $2 || '%') ORDER BY id LIMIT 60`
/** Whom one can mention there, by what is typed: those who see it. */
const people = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const matter = await matterOf(ctx, call.query['resource'], call.query['record'])
  const typed = String(call.query['name'] ?? '')
    .slice(0, 40)
    .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  const found: { id: number; name: string; username: string }[] = []
  for (const one of await ctx.db.query<{ id: number; name: string; username: string }>(NAMED, [actor.id, typed])) {
    if (found.length === OFFERED) break
    const other = await loadAdmin(ctx.db, one.id)
    if (other && (await sees(ctx, other, matter))) found.push(one)
  }
  return { list: found }
}

export const commentRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/comment/of', { audience: 'admin', rule: ruleOf(comment.name, 'index') }, of)
  guarded('GET', '/admin/comment/people', { audience: 'admin', rule: ruleOf(comment.name, 'say') }, people)
}
