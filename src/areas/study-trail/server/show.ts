import { saidReason } from '#kernel'
import { MASK, maskEntry } from '#server'
import type { Ctx } from '#server'
import { actionWord, nameChanges, placeWord, readableChanges, sayCodes } from '#server/audit/words.ts'
import type { ReadableChange } from '#server/audit/words.ts'
import { rowsById } from '#server/resource/read.ts'
import { hospitalTime } from '#server/zone.ts'
import { factsTold, type Line, type Reading } from '#study/query/told.ts'
import { variablesCalled, visitsCalled } from '#study/record/called.ts'
import type { Event } from './event.ts'

export type Shown = Omit<Event, 'changes'> & {
  /** Told by the lines. */
  changes: undefined
  what: string
  where: string
  lines: Line[]
}

const SAID = 'query.entry'
const INVITATION = 'study.invitation'
/** Events that are called by what a field of theirs says. */
const CALLED: Readonly<Record<string, string>> = { [SAID]: 'kind', finding: 'state' }

/** Of what says in fields of its own what it is about, which the event has told: what it says beyond that. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  comment: ['text', 'mentions', 'members'],
  'datafile.version': ['number', 'name', 'size', 'sha256'],
}
const isTold = (resource: string, field: string): boolean => TOLD[resource]?.includes(field) ?? true

/** The forms that these events speak of, opened for this reader: what is masked there is masked here. */
const openForms = async (ctx: Ctx, events: readonly Event[]): Promise<void> => {
  await ctx.engine.registry.openAll(
    ctx,
    events.flatMap(({ form }) => (form === null ? [] : [`clinical.data.f${form}`])),
  )
}

/** A value of a thread is that of the cell which the query asks about. */
const cellOf = ({ resource, form, changes }: Event) => {
  const isCell = resource === SAID && form !== null
  const fields = isCell ? Object.keys(changes).filter((name) => /^v\d+$/.test(name)) : []
  return { name: isCell ? `clinical.data.f${form}` : null, fields }
}
/** What the list of a resource narrows for this reader is no more theirs to read here. */
const withheldIn = async (ctx: Ctx, events: readonly Event[]): Promise<(event: Event) => readonly string[]> => {
  const withheld = new Map<string, readonly string[]>()
  for (const [name, own] of Map.groupBy(events, ({ resource }) => resource)) {
    const model = ctx.engine.registry.get(name)
    if (!model?.half?.withheld) continue
    const ids = [...new Set(own.map(({ record }) => Number(record)))]
    const found = await model.half.withheld(ctx, await rowsById(ctx, model, ids, 'live'))
    for (const [id, fields] of Object.entries(found)) withheld.set(`${name} ${id}`, fields)
  }
  return ({ resource, record }) => withheld.get(`${resource} ${record}`) ?? []
}
const veiled = (value: unknown): string | null => (value === null ? null : MASK)
/** What a thread without a cell quotes may be anybody's value. */
const masked = (ctx: Ctx, event: Event, withheld: readonly string[]): Event => {
  const { name, fields } = cellOf(event)
  const hides = (field: string) =>
    field === 'value' || (name !== null && fields.includes(field) && ctx.engine.masks.hides(ctx, name, field))
  if (event.resource === SAID) {
    const changes: Event['changes'] = {}
    for (const [field, pair] of Object.entries(event.changes)) {
      if (name !== null && ctx.engine.masks.lacks(ctx, name, field)) continue
      changes[field] = hides(field) ? [veiled(pair[0]), veiled(pair[1])] : pair
    }
    return { ...event, changes }
  }
  const { label, changes } = maskEntry(ctx, event.resource, { label: event.label, changes: event.changes })
  for (const field of withheld) if (changes[field]) changes[field] = [veiled(changes[field][0]), veiled(changes[field][1])]
  return { ...event, label: String(label ?? ''), changes }
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)$/
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  const text = String(value)
  return MOMENT.test(text) ? hospitalTime(text) : text
}
/** Of data that a program made for a program: what differs in it, part by part. */
const linesOf = ({ title, before, after, parts }: ReadableChange): Line[] =>
  parts
    ? parts.map((part) => ({ title: [title, part.name].filter(Boolean).join(' '), before: textOf(part.before), after: textOf(part.after) }))
    : [{ title, before: textOf(before), after: textOf(after) }]

type Told = { facts?: unknown; run?: number | null; field?: string | null }
const toldIn = ({ changes }: Event): Told => ({ ...Object(changes['told']?.[1]) })
/** What a thread tells beyond its words: to whom a question was given, on what proof it was closed. Values are for who reads them in the record. */
const tellsOf = async (ctx: Ctx, events: readonly Event[]): Promise<(event: Event) => Line[]> => {
  const { engine, db, language } = ctx
  const forms = events.flatMap(({ resource, form }) => (resource === SAID && form !== null ? [form] : []))
  const [called, visits] = [await variablesCalled(db, language, forms), await visitsCalled(db, language, forms)]
  const isVeiled = (form: number | null, field: string | null | undefined): boolean => {
    const model = form === null ? undefined : engine.registry.get(`clinical.data.f${form}`)
    const hidden = model && engine.masks.hidden(ctx, model).fields
    return !hidden || (field ? hidden.has(field) : hidden.size > 0)
  }
  return (event) => {
    if (event.resource !== SAID) return []
    const { form } = event
    const { facts, run, field } = toldIn(event)
    const own = (say: typeof called) => (codes: string) => (form === null ? codes : say(form, codes))
    const reading: Reading = { language, called: own(called), visit: own(visits), veil: isVeiled(form, field) ? MASK : null }
    return factsTold(reading, facts, run ?? null)
  }
}

/** Events in the reader's words, with nothing in them that is hidden from them elsewhere. */
export const shown = async (ctx: Ctx, events: readonly Event[]): Promise<Shown[]> => {
  await openForms(ctx, events)
  const [tells, withheld] = [await tellsOf(ctx, events), await withheldIn(ctx, events)]
  const read = events.map((event) => {
    const clear = masked(ctx, event, withheld(event))
    delete clear.changes['told']
    const { name } = cellOf(event)
    // The words of a thread are its own, those of the value are the form's.
    const [all, cell] = [readableChanges(ctx, event.resource, clear.changes), name ? readableChanges(ctx, name, clear.changes) : []]
    const own = all.filter(({ field }) => isTold(event.resource, field))
    const titles = new Map(cell.map(({ field, title }) => [field, title]))
    return {
      event: clear,
      changes: own.map((line) => (/^v\d+$/.test(line.field) ? { ...line, title: titles.get(line.field) ?? line.title } : line)),
    }
  })
  const named = await nameChanges(
    ctx,
    read.map(({ changes }) => changes),
  )
  const told = await sayCodes(
    ctx,
    read.map(({ event: { resource, record, label } }, i) => ({ resource, record, label, changes: named[i] ?? [] })),
  )
  return read.map(({ event }, i) => ({
    ...event,
    label: told[i]?.label ?? event.label,
    changes: undefined,
    by: event.by === 'system' ? placeWord(ctx, 'system') : event.by,
    what: wordOf(ctx, events[i] ?? event),
    where: placeWord(ctx, event.resource === SAID ? 'query' : event.resource),
    reason: saidReason(event.reason, ctx.language),
    lines: [...(told[i]?.changes ?? []).flatMap(linesOf), ...(events[i] ? tells(events[i]) : [])],
  }))
}

/** What was done, in a word: a thread calls its entries by their kind, a finding its steps by where they lead, an invitation is sent and ended. */
const wordOf = (ctx: Ctx, { resource, action, changes }: Pick<Event, 'resource' | 'action' | 'changes'>): string => {
  const locale = ctx.engine.registry.get(resource)?.locale[ctx.language]
  if (resource === INVITATION && 'issuedAt' in changes) return actionWord(ctx, resource, 'issue')
  if (resource === INVITATION && action === 'move')
    return locale?.options?.['state']?.[String(changes['state']?.[1])] ?? actionWord(ctx, resource, action)
  return locale?.options?.[CALLED[resource] ?? '']?.[action] ?? actionWord(ctx, resource, action)
}
