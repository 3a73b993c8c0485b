import { fail, isBlankEntry, refuse } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { studySecondEntry } from '../index.ts'
import locale from '../locale.ts'
import { textOf } from './compare.ts'
import type { Difference } from './compare.ts'
import { differencesOf, settleDifferences } from './difference.ts'
import { formName, openRecord } from './record.ts'

/** The value that was chosen; nothing, as long as nobody has. */
const chosenIn = (given: unknown, { first, second }: Difference): { value: string | null } | undefined => {
  if (given === 'first') return { value: first }
  if (given === 'second') return { value: second }
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'value') : undefined
  return typeof value === 'string' ? { value: isBlankEntry(value) ? null : value } : undefined
}

type Entry = { form: number; record: number; state: string }
const ENTRY = 'SELECT form, record, state FROM study_second_entry WHERE id = $1 FOR UPDATE'

/** Each difference is decided; where the first value does not stand, the record is corrected by the one write path, with the grounds as its reason. */
type Given = { choices: unknown; version?: number | null; reason: string }
export const settle = async (ctx: Ctx, id: number, { choices, version, reason }: Given) => {
  const [entry] = await ctx.db.query<Entry>(ENTRY, [id])
  if (!entry) throw fail('record.missing')
  if (entry.state !== 'conflict') throw refuse(locale, 'settled')
  const { model, row } = await openRecord(ctx, entry.form, entry.record)
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  const nameOf = (field: string): string => model.locale[ctx.language].fields[field] ?? field
  const given: Readonly<Record<string, unknown>> = typeof choices === 'object' && choices !== null ? { ...choices } : {}
  const decided = (await differencesOf(ctx.db, id)).map((one) => {
    if (hidden.has(one.field)) throw refuse(locale, 'unreadable', { field: nameOf(one.field) })
    const now = textOf(row[one.field])
    // Corrected since the second entry: only whoever has seen the value that it has now settles by it.
    if (now !== one.first && version !== row.version) throw refuse(locale, 'changed', { field: nameOf(one.field), value: now ?? '–' })
    const chosen = now === one.second ? { value: now } : chosenIn(given[one.field], { ...one, first: now })
    return { field: one.field, first: now, chosen }
  })
  const open = decided.filter(({ chosen }) => !chosen).length
  if (open > 0) throw refuse(locale, 'open', { count: open })
  const settled = decided.flatMap(({ field, first, chosen }) => (chosen ? [{ field, first, value: chosen.value }] : []))
  const corrected = settled.filter(({ first, value }) => first !== value)
  if (corrected.length > 0) {
    const values = Object.fromEntries(corrected.map(({ field, value }) => [field, value]))
    await ctx.engine.edit({ ...ctx, reason }, formName(entry.form), { id: entry.record, ...values })
  }
  await settleDifferences(ctx.db, id, settled)
  const facts = { settledBy: adminId(ctx.actor), settledAt: nowOf(ctx) }
  await ctx.engine.move({ ...ctx, reason }, studySecondEntry.name, { id, to: 'settled' }, facts)
  return { corrected: corrected.length }
}
