import { refuse } from '#kernel'
import type { Actor, Ctx } from '#server'
import { loadActor } from '#server/auth/actor.ts'
import { teamOf } from '#study/query/assignee.ts'
import locale from '../locale.ts'
import { seenMatter } from './matter.ts'
import type { Matter } from './matter.ts'

export type Named = { kind: 'admin' | 'member'; id: number; name: string; username: string }

const isSame = (a: Pick<Actor, 'kind' | 'id'>) => (b: Pick<Actor, 'kind' | 'id'>) => a.kind === b.kind && a.id === b.id

/** Whom a member may name at all: the team of the study. To admins the house is open. */
const namable = async (ctx: Ctx, { study }: Matter): Promise<(one: Pick<Actor, 'kind' | 'id'>) => boolean> => {
  if (ctx.actor.kind !== 'member') return () => true
  const team = study === null ? [] : await teamOf(ctx.db, study)
  return ({ kind, id }) => team.some(({ admin, user }) => (kind === 'admin' ? admin : user) === id)
}

/** Everybody who is mentioned, once; somebody who does not see the record is not called to it. */
export const calledIn = async (ctx: Ctx, matter: Matter, people: readonly Pick<Named, 'kind' | 'id'>[]): Promise<Actor[]> => {
  const called: Actor[] = []
  const mayName = await namable(ctx, matter)
  for (const one of people) {
    if (called.some(isSame(one)) || isSame(one)(ctx.actor)) continue
    const actor = mayName(one) ? await loadActor(ctx.db, one.kind, one.id) : undefined
    if (!actor || !(await seenMatter(ctx, actor, matter))) throw refuse(locale, 'blind', { name: actor?.name ?? `#${one.id}` })
    called.push(actor)
  }
  return called
}

const OFFERED = 8
const WHERE = `status AND deleted_at IS NULL AND ($1 = '' OR nickname ILIKE '%' || $1 || '%' OR ($3 AND username ILIKE '%' || $1 || '%'))`
/** Members stand with the team of the study alone; their accounts are nobody's business here. */
const NAMED = `SELECT 'admin' AS kind, id, nickname AS name, username FROM auth_admin WHERE ${WHERE}
  AND ($3 OR id IN (SELECT admin FROM study_member WHERE study = $2))
  UNION ALL SELECT 'member', id, nickname, username FROM user_user WHERE ${WHERE} AND id IN (SELECT "user" FROM study_member WHERE study = $2)
  ORDER BY 1, 2 LIMIT 60`
/** Whom one can mention there, by what is typed: those who see it. Members are shown names, and no accounts. */
export const peopleFor = async (ctx: Ctx, matter: Matter, typed: string): Promise<Named[]> => {
  const escaped = typed.slice(0, 40).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  const isAdmin = ctx.actor.kind !== 'member'
  const mayName = await namable(ctx, matter)
  const found: Named[] = []
  for (const one of await ctx.db.query<Named>(NAMED, [escaped, matter.study, isAdmin])) {
    if (found.length === OFFERED) break
    if (isSame(one)(ctx.actor) || !mayName(one)) continue
    const other = await loadActor(ctx.db, one.kind, one.id)
    if (other && (await seenMatter(ctx, other, matter))) found.push(isAdmin ? one : { ...one, username: '' })
  }
  return found
}
