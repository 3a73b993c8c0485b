import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { heldFile } from '#study/lock/file.ts'
import locale from '../locale.ts'

type Place = { subject: number | null; visit: number | null; form?: number | null }
const VISIT = 'SELECT 1 FROM study_visit WHERE id = $1 AND study = $2'
const FORM = 'SELECT 1 FROM study_form WHERE id = $1 AND study = $2'

/** A subject that this person sees, and a visit and a form of the same study: whoever is outside it is told that there is none. */
export const refuseMisplaced = async (ctx: Ctx, { subject, visit, form = null }: Place): Promise<void> => {
  if (subject === null) {
    if (visit !== null || form !== null) throw refuse(locale, 'noSubject')
    return
  }
  const { study } = await ctx.engine.get(ctx, 'study.subject', subject)
  if (visit !== null && (await ctx.db.query(VISIT, [visit, study])).length === 0) throw refuse(locale, 'otherStudy')
  if (form !== null && (await ctx.db.query(FORM, [form, study])).length === 0) throw refuse(locale, 'otherForm')
}

/** What is frozen or locked takes no file and no version of one; said before the first byte comes. */
export const refuseHeld = async (ctx: Ctx, file: Readonly<Record<string, unknown>>): Promise<void> => {
  const held = await heldFile(ctx, file)
  if (held) throw refuse(locale, 'held', { why: held[ctx.language] })
}

/** The record of that subject and visit that it goes with, where whoever sends it says so. */
export const recordIn = ({ form, instance = 1 }: Readonly<Record<string, number>>): { form?: number; instance?: number } =>
  form === undefined ? {} : { form, instance }
