import { can, fail, listIn, refuse, ruleOf } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { hospitalDay } from '#server/zone.ts'
import { deliveryOf } from '#study/delivery/receive.ts'
import type { Handed } from '#study/delivery/receive.ts'
import { nextDue } from '#study/due.ts'
import { forgetSites } from '#study/gather/due.ts'
import { isFollowing } from '#study/lock/gather.ts'
import { heldOn } from '#study/lock/held.ts'
import { ownSites, reaches } from '#study/team.ts'
import { gatherProject, waysOf } from '../index.ts'
import type { Way } from '../index.ts'
import locale from '../locale.ts'
import { MEMBER_RULE, isAsked, memberGathers, memberGatherRoutes, nameOf } from './member-routes.ts'
import { openBlockers } from './open.ts'
import { receivedRoutes } from './received.ts'
import { overdueNews, reminding, remindNow, remindSchedule } from './remind.ts'

type Place = {
  study: number
  departments?: readonly number[] | null
  visits?: readonly number[] | null
  form?: number | null
  controlSet?: number | null
}
const FORM = 'SELECT 1 FROM study_form WHERE id = $1 AND study = $2'
const SET = 'SELECT 1 FROM control_set WHERE id = $1 AND coalesce(study, $2) = $2'
const FOREIGN = 'SELECT 1 FROM study_visit WHERE id = ANY($1::bigint[]) AND study <> $2'
const refuseMisplaced = async (ctx: Ctx, { study, departments, visits, form, controlSet }: Place) => {
  if (typeof form === 'number' && (await ctx.db.query(FORM, [form, study])).length === 0) throw refuse(locale, 'otherForm')
  if (typeof controlSet === 'number' && (await ctx.db.query(SET, [controlSet, study])).length === 0) throw refuse(locale, 'otherSet')
  if (visits?.length && (await ctx.db.query(FOREIGN, [visits, study])).length > 0) throw refuse(locale, 'otherVisit')
  if (departments?.length && !(await reaches(ctx.db, ctx.actor, study, departments))) throw refuse(locale, 'beyond')
}
const RULES = new Set(['dueRule', 'dueOn', 'dueWeekday', 'dueMonthday'])

/** A new delivery; reading it begins with its commit. */
const receive = async (ctx: Ctx, gather: number, handed: Handed): Promise<{ delivery: number; number: number }> => {
  const facts = await deliveryOf(ctx, locale, gather, handed)
  const { id } = await ctx.engine.add(ctx, 'gather.delivery', {}, facts)
  return { delivery: id, number: facts.number }
}
const wayOf = ({ kind, machine }: Ctx['actor']): Way => (kind === 'member' ? 'upload' : machine === undefined ? 'import' : 'api')
/** An admin by right; a member by their place in the team, to what collaborators see; each by the ways that it takes. */
const deliversTo = async (ctx: Ctx, record: number): Promise<AnyRow> => {
  const row = await ctx.engine.get(ctx, gatherProject.name, record)
  if (ctx.actor.kind === 'member' && !(await isAsked(ctx, row))) throw fail('record.missing')
  const [way, ways] = [wayOf(ctx.actor), waysOf(row)]
  if (ways.includes(way)) return row
  const { channel: words } = locale[ctx.language].options
  const listed = listIn(
    ctx.language,
    ways.map((one) => words[one]),
  )
  throw refuse(locale, 'otherWay', { name: nameOf(ctx, row), way: words[way], ways: listed })
}
/** Whoever may deliver, to a gather project that they see. */
const guard = async (ctx: Ctx, record: number | null): Promise<number> => {
  const rule = ctx.actor.kind === 'member' ? MEMBER_RULE : ruleOf(gatherProject.name, 'deliver')
  if (!can(ctx.actor.rules, rule)) throw fail('auth.forbidden')
  if (record === null) throw fail('record.missing')
  const row = await deliversTo(ctx, record)
  const name = nameOf(ctx, row)
  if (row['state'] !== 'open') throw refuse(locale, 'notOpen', { name })
  if (row['form'] === null) throw refuse(locale, 'noForm', { name })
  // Before the first byte: what is closed would take none of its rows.
  const held = await heldOn(ctx.db, { study: Number(row['study']), gather: record, form: Number(row['form']) })
  if (held) throw fail('record.scopeLocked', { scope: held[ctx.language] })
  return record
}
type Newest = { name: string; size: number; sha256: string }
const NEWEST = 'SELECT name, size, sha256 FROM datafile_version WHERE datafile = $1 ORDER BY number DESC LIMIT 1'

export default serve(gatherProject, {
  routes: (declare) => {
    memberGatherRoutes(declare)
    receivedRoutes(declare)
  },
  notifications: [overdueNews],
  memberWork: [memberGathers],
  tasks: [reminding],
  schedules: [remindSchedule],
  uploads: {
    guard: async (ctx, record) => void (await guard(ctx, record)),
    receive: async (ctx, { record, ...file }) => receive(ctx, await guard(ctx, record), file),
  },
  actions: {
    deliver: async () => ({ target: gatherProject.name }),
    take: async (ctx, [row], { datafile }) => {
      if (!row) throw fail('input.noIds')
      await guard(ctx, row.id)
      await ctx.engine.get(ctx, 'datafile', datafile)
      const [newest] = await ctx.db.query<Newest>(NEWEST, [datafile])
      if (!newest) throw refuse(locale, 'noVersion')
      return receive(ctx, row.id, { ...newest, datafile })
    },
    remind: (ctx, rows, { department }) =>
      remindNow(
        ctx,
        rows.map(({ id }) => id),
        department ?? null,
      ),
  },
  scope: ownSites('departments'),
  lockScope: async (ctx, { id, study }) => (isFollowing(ctx.db, study) ? null : heldOn(ctx.db, { study, gather: id })),
  gates: { open: openBlockers },
  before: {
    add: async (ctx, draft) => {
      await refuseMisplaced(ctx, draft)
      return draft
    },
    edit: async (ctx, row, change) => {
      await refuseMisplaced(ctx, { study: row.study, ...change })
      const isNew = row.state === 'open' && Object.keys(change).some((name) => RULES.has(name))
      if (!isNew) return change
      await forgetSites(ctx.db, row.id)
      return { ...change, dueNext: nextDue({ ...row, ...change }, hospitalDay(ctx.at)) }
    },
    // Only what is open is waited for.
    move: async (ctx, row, to) => {
      await forgetSites(ctx.db, row.id)
      return { dueNext: to === 'open' ? nextDue(row, hospitalDay(ctx.at)) : null }
    },
    // What came in stays where it can be asked for.
    del: async (ctx, rows) => {
      const [found] = await ctx.db.query('SELECT 1 FROM gather_delivery WHERE gather = ANY($1::bigint[]) LIMIT 1', [
        rows.map(({ id }) => id),
      ])
      if (found) throw fail('record.inUse', { by: ctx.engine.registry.need('gather.delivery').locale[ctx.language].title })
    },
  },
})
