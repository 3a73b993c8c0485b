import { fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { comment } from '../index.ts'
import { shownClosed } from './held.ts'
import { matterOf, seenMatter } from './matter.ts'
import { peopleFor } from './mention.ts'

type Said = { id: number; at: string; by: string; text: string; mentions: string[] }
const MOST = 500
/** The newest of very many. */
const SAID = `SELECT * FROM (SELECT c.id, c.created_at AS at, coalesce(a.nickname, u.nickname) AS by, c.text,
  ARRAY(SELECT m.nickname FROM auth_admin m WHERE m.id = ANY(c.mentions) ORDER BY m.id)
    || ARRAY(SELECT m.nickname FROM user_user m WHERE m.id = ANY(c.members) ORDER BY m.id) AS mentions
  FROM comment c LEFT JOIN auth_admin a ON a.id = c.by LEFT JOIN user_user u ON u.id = c.by_member
  WHERE c.resource = $1 AND c.record = $2 ORDER BY c.id DESC LIMIT ${MOST}) newest ORDER BY id`
/** What was said about a record, oldest first, and what keeps people from saying more: a page offers nothing that is refused. */
const of = async (ctx: Ctx, { query }: Call) => {
  const matter = await matterOf(ctx, query['resource'], query['record'])
  return {
    title: matter.title,
    list: await ctx.db.query<Said>(SAID, [matter.resource, matter.record]),
    held: await shownClosed(ctx, matter),
  }
}
const people = async (ctx: Ctx, { query }: Call) => {
  const matter = await matterOf(ctx, query['resource'], query['record'])
  return { list: await peopleFor(ctx, matter, String(query['name'] ?? '')) }
}

const TALKS = 100
const TALKED = `SELECT resource, record, count(*)::int AS count, max(created_at) AS at FROM comment
  WHERE (resource, record) IN (SELECT resource, record FROM comment WHERE by_member = $1 OR $1 = ANY(members))
  GROUP BY resource, record ORDER BY at DESC LIMIT ${TALKS}`
type Talk = { resource: string; record: number; count: number; at: string }
/** What a member has said something about, or was called to, as far as they still see it; called as they call it now. */
const talks = async (ctx: Ctx) => {
  const list: (Talk & { title: string })[] = []
  for (const talk of await ctx.db.query<Talk>(TALKED, [ctx.actor.id])) {
    const matter = await seenMatter(ctx, ctx.actor, talk)
    if (matter) list.push({ ...talk, title: matter.title })
  }
  return { list }
}
const say = (ctx: Ctx, { body }: Call) => {
  if (typeof body !== 'object' || body === null) throw fail('input.invalid')
  return ctx.engine.act(ctx, comment.name, 'say', [], { ...body })
}

type Answer = (ctx: Ctx, call: Call) => Promise<unknown>
const asAdmin = (answer: Answer) => async (call: Call, actor: Actor) => answer(await contextOf(call, actor), call)
/** A member's group holds the page; what they see, their place in the team says alone. */
const asMember = (answer: Answer) => async (call: Call, actor: Actor) => answer(await contextOf(call, { ...actor, rules: {} }), call)

export const commentRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/comment/of', { audience: 'admin', rule: ruleOf(comment.name, 'index') }, asAdmin(of))
  guarded('GET', '/admin/comment/people', { audience: 'admin', rule: ruleOf(comment.name, 'say') }, asAdmin(people))
  const own = { audience: 'user', rule: 'study/comment' } as const
  guarded('GET', '/api/study/comment/index', own, asMember(talks))
  guarded('GET', '/api/study/comment/of', own, asMember(of))
  guarded('GET', '/api/study/comment/people', own, asMember(people))
  guarded('POST', '/api/study/comment/say', own, asMember(say))
}
