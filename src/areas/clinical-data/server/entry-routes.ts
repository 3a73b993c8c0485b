import { fail, labelOf, refuse } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { waitsText } from '#study/entered-twice.ts'
import { settleFilled } from '#study/gather/due.ts'
import { countExpected, listExpected } from '#study/record/expected.ts'
import { isBlind } from '#study/record/second.ts'
import { SYSTEM } from '#server/model/actor.ts'
import type { AnyRow } from '#server/model/row.ts'
import { hospitalDay } from '#server/zone.ts'
import locale from '../locale.ts'
import { askedFor, begun, drawn, heldIn, isEmpty, numberIn, placeIn, recordIn, shown } from './entry.ts'
import type { Asked } from './entry.ts'
import { judged } from './judged.ts'

/** A member's group holds the page; which forms they fill in for whom, their place in the team says alone. */
const OWN = { audience: 'user', rule: 'study/gather' } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

const bodyOf = ({ body }: Call): Readonly<Record<string, unknown>> => (typeof body === 'object' && body !== null ? { ...body } : {})
const nameIn = (ctx: Ctx, resource: string, row: Readonly<Record<string, unknown>>): unknown =>
  row[labelOf(ctx.engine.registry.need(resource).resource, ctx.language)]

const LIMIT = 20
/** Whom the member fills the form in for, and what of it is done, begun, late. */
const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { gather, view = 'todo', code = '', page = '1' } = call.query
  if (view !== 'todo' && view !== 'all') throw fail('input.badValue', { field: 'view', value: String(view).slice(0, 30) })
  const asked = await askedFor(ctx, gather)
  const wanted = { ...asked, today: hospitalDay(ctx.at), waits: waitsText(asked.study, asked.form, actor) }
  const found = await listExpected(ctx.db, wanted, { view, code: String(code).slice(0, 40), page: numberIn(page), limit: LIMIT })
  const isEnglish = ctx.language === 'en'
  return {
    list: found.list.map(({ cells, ...subject }) => ({
      ...subject,
      cells: cells.map(({ name, nameEn, ...cell }) => ({ ...cell, name: isEnglish ? nameEn || name : name })),
    })),
    total: found.total,
    limit: LIMIT,
    counts: await countExpected(ctx.db, wanted),
    repeats: drawn(ctx, asked).repeats,
  }
}

const read = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const asked = await askedFor(ctx, call.query['gather'])
  const place = await placeIn(ctx, asked, call.query)
  const row = await recordIn(ctx, asked, place)
  const isSecond = row !== null && (await isBlind(ctx.db, actor, asked.form, row.id))
  return {
    isSecond,
    gather: { id: asked.gather.id, name: nameIn(ctx, 'gather.project', asked.gather), isOpen: asked.gather['state'] === 'open' },
    subject: place.subject['code'],
    visit: place.visit && nameIn(ctx, 'study.visit', place.visit),
    instance: place.instance,
    resource: asked.model.resource.name,
    form: drawn(ctx, asked),
    held: await heldIn(ctx, asked, place, row),
    ...(await shown(ctx, asked, isSecond ? null : row, place)),
  }
}

const judgement = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const body = bodyOf(call)
  const asked = await askedFor(ctx, body['gather'])
  const place = isEmpty(body['subject']) ? null : await placeIn(ctx, asked, body)
  return judged(ctx, asked.model, { ...Object(body['values']), ...(place ? begun(place) : {}) })
}

/** Of variables alone: whose record it is and where it stands are no values. */
const valuesIn = (given: unknown): Record<string, unknown> => {
  const values = typeof given === 'object' && given !== null ? { ...given } : {}
  const foreign = Object.keys(values).find((name) => !/^v[1-9]\d{0,3}$/.test(name))
  if (foreign !== undefined) throw fail('input.unknownField', { field: foreign.slice(0, 100) })
  return values
}
/** A write that may come twice, over a line that broke, is named by its key. */
const once = <T>(ctx: Ctx, call: Call, action: string, work: (tx: Ctx) => Promise<T>): Promise<T> => {
  const key = call.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return ctx.engine.write(ctx, work)
  if (key.length > 100) throw fail('request.keyReused')
  return call.backend.engine.once(ctx, key, ['study/entry', action, call.body ?? null], work)
}
const refuseClosed = (ctx: Ctx, { gather }: Asked): void => {
  if (gather['state'] !== 'open') throw refuse(locale, 'notOpen', { name: String(nameIn(ctx, 'gather.project', gather)) })
}

/** Whoever has to enter a record again neither corrects the first entry nor is answered with it. */
const refuseBlind = async (tx: Ctx, { form }: Asked, row: AnyRow | null): Promise<void> => {
  if (row && (await isBlind(tx.db, tx.actor, form, row.id))) throw refuse(locale, 'asSecond')
}

/** What was typed, as it was typed. A record that somebody else has begun meanwhile is no new one: the engine says who. */
const save = async (call: Call, actor: Actor) => {
  const body = bodyOf(call)
  const values = valuesIn(body['values'])
  return once(await asPlaced(call, actor), call, 'save', async (tx) => {
    const asked = await askedFor(tx, body['gather'])
    refuseClosed(tx, asked)
    const place = await placeIn(tx, asked, body)
    const { name } = asked.model.resource
    const row = await recordIn(tx, asked, place)
    await refuseBlind(tx, asked, row)
    if (row) await tx.engine.edit(tx, name, { id: row.id, version: body['version'] ?? 0, ...values })
    else await tx.engine.add(tx, name, { ...begun(place), ...values })
    return shown(tx, asked, await recordIn(tx, asked, place), place)
  })
}

const countIn = (made: unknown): number => (typeof made === 'object' && made !== null ? Number(Reflect.get(made, 'count') ?? 0) : 0)

/** The last form that was late settles what the gather project was waiting for. */
const settleDue = async (tx: Ctx, { gather: { id } }: Asked): Promise<void> => {
  const dueNext = await settleFilled(tx.db, id, hospitalDay(tx.at))
  if (dueNext !== undefined) await tx.engine.edit({ ...tx, actor: SYSTEM }, 'gather.project', { id }, { dueNext })
}

/** From draft to submitted, as far as nothing that is asked for is missing. Pressed twice it is submitted once. */
const submit = async (call: Call, actor: Actor) => {
  const body = bodyOf(call)
  return once(await asPlaced(call, actor), call, 'submit', async (tx) => {
    const asked = await askedFor(tx, body['gather'])
    refuseClosed(tx, asked)
    const place = await placeIn(tx, asked, body)
    const row = await recordIn(tx, asked, place)
    if (!row) throw fail('record.missing')
    await refuseBlind(tx, asked, row)
    if (row['state'] === 'draft') {
      await tx.engine.move(tx, asked.model.resource.name, { id: row.id, version: body['version'] ?? 0, to: 'submitted' })
      await settleDue(tx, asked)
    }
    return shown(tx, asked, await recordIn(tx, asked, place), place)
  })
}

/** The form once more from the source, by somebody who did not enter it first. Only how many values differ is answered. */
const second = async (call: Call, actor: Actor) => {
  const body = bodyOf(call)
  const values = valuesIn(body['values'])
  return once(await asPlaced(call, actor), call, 'second', async (tx) => {
    const asked = await askedFor(tx, body['gather'])
    refuseClosed(tx, asked)
    const place = await placeIn(tx, asked, body)
    const row = await recordIn(tx, asked, place)
    if (!row) throw fail('record.missing')
    const made = await tx.engine.act(tx, 'study.secondEntry', 'enter', [], { form: asked.form, record: row.id, values })
    return { ...(await shown(tx, asked, row, place)), differences: countIn(made) }
  })
}

export const entryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/entry/index', OWN, list)
  guarded('GET', '/api/study/entry/read', OWN, read)
  guarded('POST', '/api/study/entry/judge', OWN, judgement)
  guarded('POST', '/api/study/entry/save', OWN, save)
  guarded('POST', '/api/study/entry/submit', OWN, submit)
  guarded('POST', '/api/study/entry/second', OWN, second)
}
