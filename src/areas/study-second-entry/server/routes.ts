import { fail, nameIn, ruleOf } from '#kernel'
import { MASK, contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { rowsById } from '#server/resource/read.ts'
import { heldForms } from '#study/lock/held.ts'
import { waitingRecords } from '#study/entered-twice.ts'
import { doubleForms } from '#study/record/second.ts'
import { studySecondEntry } from '../index.ts'
import { textOf } from './compare.ts'
import { differencesOf } from './difference.ts'
import { formName, openRecord } from './record.ts'

const ENTER = { audience: 'admin', rule: ruleOf(studySecondEntry.name, 'enter') } as const
const READ = { audience: 'admin', rule: ruleOf(studySecondEntry.name, 'index') } as const
const MOST = 200

const numberIn = (given: unknown): number => {
  const n = Number(given)
  if (!Number.isSafeInteger(n) || n < 1) throw fail('record.missing')
  return n
}

type Waiting = {
  form: number
  formName: string
  record: number
  subject: string
  visit: string | null
  instance: number
  since: string
  unread: string[]
}
/** Of one form, the oldest first; only what this person sees, has not entered themselves and nothing keeps as it is. Its values are not among what is told. */
const waitingIn = async (ctx: Ctx, study: number, form: { id: number; name: string; nameEn: string }): Promise<Waiting[]> => {
  const model = await ctx.engine.registry.open(ctx, formName(form.id))
  if (!model) return []
  const ids = await waitingRecords(ctx.db, ctx.actor, study, form.id)
  const seen = (await rowsById(ctx, model, ids, 'live')).map(({ id }) => id)
  const named = `SELECT r.id AS record, s.code AS subject, CASE WHEN $2 = 'en' THEN coalesce(nullif(v.name_en, ''), v.name) ELSE v.name END AS visit, r.instance, r.updated_at AS since FROM ${model.table} r
    JOIN study_subject s ON s.id = r.subject LEFT JOIN study_visit v ON v.id = r.visit WHERE r.id = ANY($1::bigint[]) ORDER BY r.id`
  const rows = await ctx.db.query<Omit<Waiting, 'form' | 'formName' | 'unread'>>(named, [seen, ctx.language])
  const { fields, absent } = ctx.engine.masks.hidden(ctx, model)
  // What is absent is not in the form that they fill in.
  const unread = [...fields].filter((name) => model.columns.has(name) && !absent.has(name))
  return rows.map((row) => ({ ...row, form: form.id, formName: nameIn(ctx.language, form), unread }))
}

/** What waits for a second entry by this person, in a study that they see. */
const waiting = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { id: study } = await ctx.engine.get(ctx, 'study.project', numberIn(call.query['study']))
  const list: Waiting[] = []
  const heldIn = await heldForms(ctx.db, study, ctx.language)
  for (const form of await doubleForms(ctx.db, study)) if (!heldIn(form.id)) list.push(...(await waitingIn(ctx, study, form)))
  return { list: list.slice(0, MOST) }
}

const ENTRY = 'SELECT form, record FROM study_second_entry WHERE id = $1'
/** Both values of each difference, as far as this person may read that variable. */
const differences = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { id } = await ctx.engine.get(ctx, studySecondEntry.name, numberIn(call.query['id']))
  const [entry] = await ctx.db.query<{ form: number; record: number }>(ENTRY, [id])
  if (!entry) throw fail('record.missing')
  const { model, row } = await openRecord(ctx, entry.form, entry.record)
  return {
    resource: model.resource.name,
    version: row.version,
    list: (await differencesOf(ctx.db, id))
      .filter(({ field }) => !ctx.engine.masks.lacks(ctx, model.resource.name, field))
      .map(({ field, first: before, second, isSettled, value }) => {
        // Until it is settled the value that the record has now stands against the second one: it may have been corrected since.
        const first = isSettled ? before : textOf(row[field])
        const isHidden = ctx.engine.masks.hides(ctx, model.resource.name, field)
        const shown = (text: string | null) => (text !== null && isHidden ? MASK : text)
        return { field, first: shown(first), second: shown(second), isHidden, ...(isSettled ? { value: shown(value) } : {}) }
      }),
  }
}

export const secondEntryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.secondEntry/waiting', ENTER, waiting)
  guarded('GET', '/admin/study.secondEntry/differences', READ, differences)
}
