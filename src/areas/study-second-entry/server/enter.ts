import { can, fail, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { refuseHeld } from '#study/lock/said.ts'
import { hasEntered } from '#study/record/second.ts'
import { HANDS, reachIn } from '#study/team.ts'
import { studySecondEntry } from '../index.ts'
import locale from '../locale.ts'
import { compare } from './compare.ts'
import { keepDifferences } from './difference.ts'
import { openRecord } from './record.ts'

const NAMES = `SELECT s.code AS subject, CASE WHEN $3 = 'en' THEN coalesce(nullif(v.name_en, ''), v.name) ELSE v.name END AS visit FROM study_subject s LEFT JOIN study_visit v ON v.id = $2 WHERE s.id = $1`
const titleOf = async (ctx: Ctx, { locale: words }: Model, row: AnyRow): Promise<string> => {
  const [names] = await ctx.db.query<{ subject: string; visit: string | null }>(NAMES, [row['subject'], row['visit'], ctx.language])
  const instance = Number(row['instance'] ?? 1)
  return [names?.subject, names?.visit, words[ctx.language].title, instance > 1 && `#${instance}`].filter(Boolean).join(' · ').slice(0, 200)
}

/** Of an admin the right to enter data is asked for, of a member, who has none, a place in the team at the site of the record. */
const mayEnter = async ({ db, actor }: Ctx, study: number, row: AnyRow): Promise<boolean> => {
  if (actor.kind !== 'member') return can(actor.rules, ruleOf('clinical.data', 'edit'))
  const reach = await reachIn(db, actor, study, HANDS)
  return reach === 'all' || reach.has(Number(row['department']))
}

const DONE = 'SELECT 1 FROM study_second_entry WHERE form = $1 AND record = $2'
type Given = { form: number; record: number; values: unknown }
/** The second entry of a record, compared with the first at once. */
export const enter = async (ctx: Ctx, { form, record, values }: Given) => {
  const { model, row, study, isDouble } = await openRecord(ctx, form, record)
  if (!(await mayEnter(ctx, study, row))) throw fail('auth.forbidden')
  if (!isDouble) throw refuse(locale, 'single')
  await refuseHeld(ctx, { study, form, record, subject: null })
  if (row['state'] === 'draft') throw refuse(locale, 'draft')
  if (await hasEntered(ctx.db, ctx.actor, form, record)) throw refuse(locale, 'same')
  if ((await ctx.db.query(DONE, [form, record])).length > 0) throw refuse(locale, 'twice')
  const given = typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : {}
  const differences = compare(model, row, given, ctx.engine.masks.hidden(ctx, model).fields)
  const { subject, visit, department } = row
  const about = { study, form, record, subject, visit, department, title: await titleOf(ctx, model, row) }
  const whose = { by: adminId(ctx.actor), byMember: ctx.actor.kind === 'member' ? ctx.actor.id : null }
  const { id } = await ctx.engine.add(ctx, studySecondEntry.name, {}, { ...about, count: differences.length, ...whose })
  await keepDifferences(ctx.db, id, differences)
  if (differences.length === 0) await ctx.engine.move(ctx, studySecondEntry.name, { id, to: 'agreed' })
  return { id, count: differences.length }
}
