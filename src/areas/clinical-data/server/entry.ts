import { asksReason, fail } from '#kernel'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { noteRows } from '#server/resource/reveal.ts'
import { sitesOf } from '#study/delivery/receive.ts'
import { heldOn } from '#study/lock/held.ts'
import { slotName, tableName } from '#study/record/table.ts'
import { lockScope } from './change.ts'
import { formName, formOf } from './form.ts'
import { judged } from './judged.ts'

/** A form that a gather project asks the departments of a member to fill in. */
export type Asked = {
  gather: AnyRow
  study: number
  form: number
  sites: readonly number[] | null
  visits: readonly number[]
  model: Model
}
/** Which record of it: whose, of which visit, and the how-manieth of a form that repeats. */
export type Place = { subject: AnyRow; visit: AnyRow | null; instance: number }

export const numberIn = (given: unknown): number => {
  const n = Number(given)
  if (!Number.isSafeInteger(n) || n < 1) throw fail('record.missing')
  return n
}
const numbersIn = (given: unknown): number[] => (Array.isArray(given) ? given.map(Number) : [])

/** Outside the study, at another site, in another role or where files are asked for, it is as if there were no such form. */
export const askedFor = async (ctx: Ctx, given: unknown): Promise<Asked> => {
  const gather = await ctx.engine.get(ctx, 'gather.project', numberIn(given))
  const study = Number(gather['study'])
  const sites = await sitesOf(ctx, { study, departments: numbersIn(gather['departments']) })
  if (gather['channel'] !== 'form' || gather['state'] === 'draft' || sites?.length === 0) throw fail('record.missing')
  const form = numberIn(gather['form'])
  const model = await ctx.engine.registry.open(ctx, formName(form))
  if (!model) throw fail('record.missing')
  return { gather, study, form, sites, visits: numbersIn(gather['visits']), model }
}

export const isEmpty = (given: unknown): boolean => given === undefined || given === null || given === ''
/** A subject of the member's own departments, and a visit that the form is filled in at. */
export const placeIn = async (ctx: Ctx, asked: Asked, given: Readonly<Record<string, unknown>>): Promise<Place> => {
  const subject = await ctx.engine.get(ctx, 'study.subject', numberIn(given['subject']))
  const isTheirs = asked.sites === null || asked.sites.includes(Number(subject['department']))
  if (Number(subject['study']) !== asked.study || !isTheirs) throw fail('record.missing')
  const visit = isEmpty(given['visit']) ? null : await ctx.engine.get(ctx, 'study.visit', numberIn(given['visit']))
  const isAsked = visit === null ? asked.visits.length === 0 : asked.visits.length === 0 || asked.visits.includes(visit.id)
  if ((visit && Number(visit['study']) !== asked.study) || !isAsked) throw fail('record.missing')
  const instance = isEmpty(given['instance']) ? 1 : numberIn(given['instance'])
  if (instance > 1 && !formOf(ctx, asked.model).content.form.repeats) throw fail('record.missing')
  return { subject, visit, instance }
}

/** The record that stands in this place, if one has been begun. */
export const recordIn = async (ctx: Ctx, { form, model }: Asked, { subject, visit, instance }: Place): Promise<AnyRow | null> => {
  const text = `SELECT id FROM "record"."${tableName(form)}" WHERE subject = $1 AND visit IS NOT DISTINCT FROM $2 AND instance = $3 AND entry = 1 AND deleted_at IS NULL`
  const [found] = await ctx.db.query<{ id: number }>(text, [subject.id, visit?.id ?? null, instance])
  return found ? ctx.engine.get(ctx, model.resource.name, found.id) : null
}

/** The variables of the form that this person is told of. */
const slotsOf = (ctx: Ctx, { model }: Asked): string[] => {
  const { absent } = ctx.engine.masks.hidden(ctx, model)
  return formOf(ctx, model)
    .content.variables.map(({ slot }) => slotName(slot))
    .filter((name) => !absent.has(name))
}
/** What a record that is still to be says of whose it is: what is usual depends on it. */
export const begun = ({ subject, visit, instance }: Place) => ({ subject: subject.id, visit: visit?.id ?? null, instance })
/** A record as whoever enters it sees it, with what the dictionary says about it. */
export const shown = async (ctx: Ctx, asked: Asked, row: AnyRow | null, place: Place) => {
  const { model } = asked
  if (row) await noteRows(ctx, model, [row], row.id)
  const values = row && Object.fromEntries(slotsOf(ctx, asked).map((slot) => [slot, row[slot] ?? null]))
  return {
    record: row && { id: row.id, version: row.version, state: row['state'], values, asksReason: asksReason(model.resource, row) },
    judgement: await judged(ctx, model, row ?? begun(place)),
  }
}

/** What keeps a place as it is, in words; null where it can be entered. */
export const heldIn = async (ctx: Ctx, { study, form, gather, model }: Asked, { subject, visit }: Place, row: AnyRow | null) => {
  const held = row
    ? await lockScope(ctx, row, model)
    : await heldOn(ctx.db, { study, gather: gather.id, form, visit: visit?.id ?? null, subject: subject.id })
  return held?.[ctx.language] ?? null
}
/** The form as the page draws it: its fields by sections, in the reader's language. */
export const drawn = (ctx: Ctx, asked: Asked) => {
  const { resource, locale } = asked.model
  const { title, fields, options, sections } = locale[ctx.language]
  const slots = new Set(slotsOf(ctx, asked))
  const { id, content } = formOf(ctx, asked.model)
  const { variables, form } = content
  return {
    id,
    title,
    repeats: form.repeats,
    reasons: (resource.reasons ?? []).map((reason) => reason[ctx.language]),
    sections: (resource.form ?? [])
      .flatMap((part) =>
        typeof part === 'object' && 'section' in part && part.section !== 'head'
          ? [{ title: sections?.[part.section] ?? part.section, fields: part.rows.flat().filter((name) => slots.has(name)) }]
          : [],
      )
      .filter((part) => part.fields.length > 0),
    fields: Object.fromEntries(
      variables.flatMap(({ slot, required, missingCodes }) => {
        const name = slotName(slot)
        if (!slots.has(name)) return []
        const field = resource.fields[name]
        const codes = field && 'options' in field && Array.isArray(field.options) ? field.options.map(String) : null
        const choices = codes?.map((code) => ({ value: code, label: options?.[name]?.[code] ?? code })) ?? null
        const look = {
          kind: field?.kind ?? 'string',
          unit: field?.unit ?? null,
          units: field?.units ?? [],
          choices,
          isComputed: field?.readonly === true,
        }
        return [[name, { label: fields[name] ?? name, isRequired: required, missingCodes, ...look }] as const]
      }),
    ),
    masked: [...ctx.engine.masks.hidden(ctx, asked.model).fields].filter((name) => slots.has(name)),
  }
}
