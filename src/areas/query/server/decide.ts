import { fail, refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { stepFinding } from '#study/finding/step.ts'
import { isLocked } from '#study/lock/said.ts'
import { assigneesOf, teamOf } from '#study/query/assignee.ts'
import { partIn } from '#study/query/role.ts'
import { query } from '../index.ts'
import locale from '../locale.ts'
import { mayAnswer } from './answer.ts'
import { tellRemarked } from './notification.ts'
import { namesOf, refusePast } from './raise.ts'
import { asSystem, now, say, stepQuery, writerOf } from './thread.ts'
import type { Query } from './thread.ts'

const refuseUnlessDecides = async (ctx: Ctx, { study, department }: Query): Promise<void> => {
  if (!(await partIn(ctx.db, ctx.actor, study, department)).decides) throw refuse(locale, 'mayDecide')
}

type Found = { id: number; state: string; value: string | null }
const FINDINGS = `SELECT id, state, value FROM finding WHERE query = $1 AND state = ANY($2) ORDER BY id`
const stepFindings = async (ctx: Ctx, { id }: Query, from: readonly string[], to: string, reason: string) => {
  for (const one of await ctx.db.query<Found>(FINDINGS, [id, from]))
    await stepFinding(writerOf(asSystem(ctx)), one, { to, cause: 'person', by: adminId(ctx.actor), reason })
}
const called = (ctx: Ctx, state: Query['state']): string => locale[ctx.language].options.state[state]

/** By a person, only what was answered; behind a lock nobody can answer, and a reason stands for it. What is still there becomes an exception with this reason, or somebody’s work again. */
export const close = async (ctx: Ctx, row: Query, { note, accept }: { note: string | null; accept: boolean }): Promise<void> => {
  await refuseUnlessDecides(ctx, row)
  const locked = await isLocked(ctx.db, row)
  if (row.state !== 'answered' && !(locked && row.state === 'open'))
    throw fail('state.move', { from: called(ctx, row.state), to: called(ctx, 'closed') })
  if (locked && !note?.trim()) throw refuse(locale, 'whyLocked')
  const reason = note?.trim() || `#${row.id}`
  await stepQuery(ctx, row, 'closed', note, { closedAt: now(ctx), proved: false })
  await stepFindings(ctx, row, ['queried'], accept ? 'accepted' : 'new', reason)
  await say(ctx, row.id, 'closed', { text: note })
}

export const sendBack = async (ctx: Ctx, row: Query, { note }: { note: string }): Promise<void> => {
  await refuseUnlessDecides(ctx, row)
  if (row.state !== 'answered') throw fail('state.move', { from: called(ctx, row.state), to: called(ctx, 'open') })
  await stepQuery(ctx, row, 'open', note, { sentBack: row.sentBack + 1 })
  await say(ctx, row.id, 'sentBack', { text: note })
}

export const reopen = async (ctx: Ctx, row: Query, { reason }: { reason: string }): Promise<void> => {
  await refuseUnlessDecides(ctx, row)
  if (row.state !== 'closed') throw fail('state.move', { from: called(ctx, row.state), to: called(ctx, 'open') })
  await stepQuery(ctx, row, 'open', reason, { reopened: row.reopened + 1, closedAt: null, proved: false })
  await stepFindings(ctx, row, ['new', 'reopened'], 'queried', reason)
  await say(ctx, row.id, 'reopened', { text: reason })
}

export const cancel = async (ctx: Ctx, row: Query, { reason }: { reason: string }): Promise<void> => {
  const isOwn = row.author !== null && row.author === adminId(ctx.actor)
  if (!isOwn && !(await partIn(ctx.db, ctx.actor, row.study, row.department)).decides) throw refuse(locale, 'mayCancel')
  await stepQuery(ctx, row, 'cancelled', reason)
  await stepFindings(ctx, row, ['queried'], 'new', reason)
  await say(ctx, row.id, 'cancelled', { text: reason })
}

export const remark = async (ctx: Ctx, row: Query, { note, file }: { note: string; file: string | null }): Promise<void> => {
  const { asks } = await partIn(ctx.db, ctx.actor, row.study, row.department)
  if (!asks && !(await mayAnswer(ctx, row))) throw refuse(locale, 'mayAnswer')
  await say(ctx, row.id, 'remark', { text: note, file })
  await tellRemarked(ctx, row)
}

type Assignment = { assignees: number[] | null; members: number[] | null; due: string | null }
export const assign = async (ctx: Ctx, row: Query, given: Assignment): Promise<void> => {
  await refuseUnlessDecides(ctx, row)
  refusePast(ctx, given.due)
  const team = await teamOf(ctx.db, row.study)
  const [admins, members] = [given.assignees ?? [], given.members ?? []]
  const isIn = admins.every((id) => team.some(({ admin }) => admin === id)) && members.every((id) => team.some(({ user }) => user === id))
  if (!isIn) throw refuse(locale, 'notInTeam')
  const chosen =
    admins.length + members.length > 0 ? { admins, members, rule: 'hand', isFallback: false } : assigneesOf(team, row.department)
  const facts = { assignees: chosen.admins, members: chosen.members, ...(given.due ? { due: given.due } : {}) }
  await ctx.engine.edit(ctx, query.name, { id: row.id }, facts)
  const names = await namesOf(ctx, chosen.admins, chosen.members)
  await say(ctx, row.id, 'assigned', { facts: { names, isFallback: chosen.isFallback, rule: chosen.rule, due: given.due } })
}
