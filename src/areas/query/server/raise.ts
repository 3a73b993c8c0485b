import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { hospitalDay } from '#server/zone.ts'
import { stepFinding } from '#study/finding/step.ts'
import { isLocked, refuseLocked } from '#study/lock/said.ts'
import { assigneesOf, teamOf } from '#study/query/assignee.ts'
import type { Assignees } from '#study/query/assignee.ts'
import { partIn } from '#study/query/role.ts'
import { query } from '../index.ts'
import locale from '../locale.ts'
import { placeOfDelivery, placeOfFile } from './file.ts'
import { placeOfRecord, placesOfFindings } from './place.ts'
import type { Place } from './place.ts'
import { asSystem, now, say, writerOf } from './thread.ts'
import { usualText } from './usual-text.ts'

type Asked = {
  form: number | null
  record: number | null
  field: string | null
  datafile: number | null
  delivery: number | null
  study: number | null
  findings: readonly number[] | null
  text: string | null
  due: string | null
}

const DUE_DAYS = 14
const DAY_MS = 86_400_000
export const refusePast = (ctx: Ctx, due: string | null): void => {
  if (due !== null && due < hospitalDay(now(ctx))) throw refuse(locale, 'past')
}
const usualDue = (ctx: Ctx): string => hospitalDay(Date.parse(now(ctx)) + DUE_DAYS * DAY_MS)

const NAMES = `SELECT nickname AS name FROM auth_admin WHERE id = ANY($1::bigint[]) UNION ALL SELECT nickname FROM user_user WHERE id = ANY($2::bigint[])`
export const namesOf = async (ctx: Ctx, admins: readonly number[], members: readonly number[]): Promise<string[]> =>
  (await ctx.db.query<{ name: string }>(NAMES, [admins, members])).map(({ name }) => name)

/** Whom a question about this place goes to. */
export const askedPeople = async (
  ctx: Ctx,
  { study, department, sender }: Pick<Place, 'study' | 'department' | 'sender'>,
): Promise<Assignees> => {
  const people = assigneesOf(await teamOf(ctx.db, study), department, sender)
  if (people.admins.length + people.members.length === 0) throw refuse(locale, 'nobody')
  return people
}

const raiseOne = async (ctx: Ctx, place: Place, text: string, due: string): Promise<number> => {
  const { findings, value, file, sender: _, ...about } = place
  const { admins, members, isFallback, rule } = await askedPeople(ctx, place)
  const facts = { ...about, text, due, assignees: admins, members, author: adminId(ctx.actor) }
  const { id } = await ctx.engine.add(ctx, query.name, {}, facts)
  await say(ctx, id, 'raised', { text, before: value, ...(file ? { facts: { file } } : {}) })
  const names = await namesOf(ctx, admins, members)
  await say(asSystem(ctx), id, 'assigned', { facts: { names, isFallback, rule } })
  for (const one of findings)
    await stepFinding(writerOf(asSystem(ctx)), one, {
      to: 'queried',
      // A run that asks by itself has found no other value.
      cause: ctx.actor.kind === 'system' ? 'query' : 'person',
      by: adminId(ctx.actor),
      reason: null,
      ...(ctx.actor.kind === 'system' ? { run: one.run } : {}),
      facts: { query: id },
    })
  return id
}

/** One query for each place that is asked about. */
export const askedPlaces = async (ctx: Ctx, asked: Omit<Asked, 'text' | 'due'>): Promise<Place[]> => {
  const { form, record, field, datafile, delivery, study, findings } = asked
  const chosen = findings ?? []
  const isRecord = form !== null && record !== null
  const named = [isRecord, chosen.length > 0, datafile !== null, delivery !== null].filter(Boolean).length
  if (named > 1) throw refuse(locale, 'otherPlace')
  if (isRecord) return [await placeOfRecord(ctx, form, record, field)]
  if (delivery !== null) return [await placeOfDelivery(ctx, delivery)]
  if (datafile !== null) return [await placeOfFile(ctx, datafile, study)]
  if (chosen.length === 0) throw refuse(locale, 'noPlace')
  return placesOfFindings(ctx, chosen)
}

export const raise = async (ctx: Ctx, { text, due, ...about }: Asked): Promise<{ count: number; ids: number[] }> => {
  refusePast(ctx, due)
  const places = await askedPlaces(ctx, about)
  const ids: number[] = []
  for (const place of places) {
    if (!(await partIn(ctx.db, ctx.actor, place.study, place.department)).asks) throw refuse(locale, 'mayRaise')
    // What a run finds behind a lock stays a finding: a question there nobody could answer or close.
    if (ctx.actor.kind === 'system' && (await isLocked(ctx.db, place))) continue
    await refuseLocked(ctx, place)
    const said = text?.trim() || (await usualText(ctx, place))
    if (!said) throw refuse(locale, 'noText')
    ids.push(await raiseOne(ctx, place, said, due ?? usualDue(ctx)))
  }
  return { count: ids.length, ids }
}
