import { fail, keptReason, refuse, type Words } from '#kernel'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { hospitalNow } from '#server/zone.ts'
import { isHeld } from '#study/lock/guard.ts'
import { heldAmong, heldOn, shareStudy } from '#study/lock/held.ts'
import { loseMarks } from '#study/mark/lost.ts'
import { standingOf, type Standing } from '#study/record/second.ts'
import { slotName, tableName } from '#study/record/table.ts'
import { computed, judge } from '#study/record/value.ts'
import locale from '../locale.ts'
import { enteredAs, inOwnUnits } from './entered.ts'
import { formOf } from './form.ts'
import { brokenIn } from './judged.ts'
import { recheckPair } from './recheck.ts'

type Values = Record<string, unknown>
type Subject = { study: number; department: number; state: string; merged_into: number | null }

/** The instant that `now()` and `today()` of a formula mean. */
const nowOf = ({ at }: Ctx): string => hospitalNow(at)

const SUBJECT = 'SELECT study, department, state, merged_into FROM study_subject WHERE id = $1'
const STUDY = 'SELECT state FROM study_project WHERE id = $1'
const OPEN = new Set(['collecting', 'cleaning'])
/** Whose record it is, held so that nobody purges, merges or freezes between this and the write. */
const subjectOf = async (ctx: Ctx, id: unknown, study: number): Promise<Subject> => {
  await shareStudy(ctx.db, study)
  const [state] = await ctx.db.query<{ state: string }>(STUDY, [study])
  if (!state || !OPEN.has(state.state)) {
    const held = await heldOn(ctx.db, { study })
    throw held ? fail('record.scopeLocked', { scope: held[ctx.language] }) : refuse(locale, 'notCollecting')
  }
  const [subject] = await ctx.db.query<Subject>(SUBJECT, [id])
  if (!subject || subject.study !== study) throw refuse(locale, 'otherStudy')
  if (subject.state === 'withdrawn') throw refuse(locale, 'withdrawn')
  if (subject.merged_into !== null) throw refuse(locale, 'merged')
  return subject
}

export const beforeAdd = async (ctx: Ctx, draft: Values, model: Model): Promise<Values> => {
  const { study, content } = formOf(ctx, model)
  const { department } = await subjectOf(ctx, draft['subject'], study)
  const [visit] = await ctx.db.query('SELECT 1 FROM study_visit WHERE id = $1 AND study = $2', [draft['visit'], study])
  if (typeof draft['visit'] === 'number' && !visit) throw refuse(locale, 'otherStudy')
  if (Number(draft['instance'] ?? 1) > 1 && !content.form.repeats) throw refuse(locale, 'single')
  const values = { ...draft, ...inOwnUnits(ctx, content, draft) }
  return { ...values, department, ...computed(content, values, nowOf(ctx)) }
}

/** A correction takes the mark of whoever looked at the record away: they have not seen this. */
export const beforeEdit = async (ctx: Ctx, row: AnyRow, given: Values, model: Model): Promise<Values> => {
  // Whose site the subject is now says nothing about what was looked at, nor whether anything may be entered: a subject that has withdrawn moves too.
  if (Object.keys(given).join() === 'department') return given
  const { study, content } = formOf(ctx, model)
  const change = { ...given, ...inOwnUnits(ctx, content, given) }
  await subjectOf(ctx, row['subject'], study)
  const next = { ...row, ...change }
  const results = computed(content, next, nowOf(ctx))
  const isMarked = row['state'] === 'verified' || row['state'] === 'signed'
  const isOther = Object.entries({ ...change, ...results }).some(([name, value]) => row[name] !== value)
  return { ...change, ...results, ...(isMarked && isOther ? { state: 'submitted' } : {}) }
}

const SITE = 'SELECT department FROM study_subject WHERE id = $1'
/** Its subject may have moved to another site while it lay in the bin. */
export const beforeRestore = async (ctx: Ctx, row: AnyRow): Promise<Values> => {
  const [subject] = await ctx.db.query<{ department: number }>(SITE, [row['subject']])
  return subject ? { department: subject.department } : {}
}

/** What must be filled before a record is submitted, as far as its conditions ask for it, and the blocking rules that it breaks. */
export const submitBlockers = async (ctx: Ctx, row: AnyRow, model: Model): Promise<Blocker[]> => {
  const { content } = formOf(ctx, model)
  const named = (slot: string, language: 'zh-cn' | 'en') => model.locale[language].fields[slot] ?? slot
  const missing = judge(content, row, nowOf(ctx)).missing.map((slot) => ({
    words: { 'zh-cn': `“${named(slot, 'zh-cn')}”还没有填写`, en: `“${named(slot, 'en')}” is not filled in` },
  }))
  const broken = (await brokenIn(ctx, model, row, nowOf(ctx))).filter(({ stops }) => stops)
  return [
    ...missing,
    ...broken.map(({ words }) => ({
      words: { 'zh-cn': `违反必须遵守的规则“${words['zh-cn']}”`, en: `The blocking rule “${words.en}” is broken` },
    })),
  ]
}

const SECOND: Readonly<Record<Standing, Blocker['words'] | null>> = {
  single: null,
  done: null,
  missing: { 'zh-cn': '这张表单要求双录入，还没有录入第二遍', en: 'The form is entered twice, and the second entry is missing' },
  conflict: { 'zh-cn': '两次录入不一致，还没有裁定', en: 'The two entries differ, and nobody has settled it' },
}
/** What was to be entered twice is not verified after one entry. */
export const secondEntryBlockers = async (ctx: Ctx, row: AnyRow, model: Model): Promise<Blocker[]> => {
  const { id, study } = formOf(ctx, model)
  const words = SECOND[await standingOf(ctx.db, id, row.id)]
  return words ? [{ words, address: `/admin/study/secondEntry?filter=study:IN:${study}` }] : []
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Which gather project brought it: nothing that was entered by hand has one. */
const gatherOf = async (ctx: Ctx, form: number, record: number): Promise<number | null> => {
  const text = `SELECT d.gather FROM "record"."${tableName(form)}" r JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.id = $1`
  return (await ctx.db.query<{ gather: number }>(text, [record]))[0]?.gather ?? null
}
const ASIDE = `SELECT o.code FROM study_subject s JOIN study_subject o ON o.id = s.merged_into WHERE s.study = $1 AND s.merge -> 'aside' @> $2::jsonb LIMIT 1`
/** What stands aside since two subjects were merged stays in the bin: neither back among the data nor gone. */
const asideOf = async ({ db }: Ctx, study: number, form: number, row: AnyRow): Promise<Words | null> => {
  if (typeof row['deletedAt'] !== 'string') return null
  const [other] = await db.query<{ code: string }>(ASIDE, [study, JSON.stringify([{ form, record: row.id }])])
  return other
    ? {
        'zh-cn': `受试者合并到 ${other.code} 时以另一份记录为准，这一份保留在回收站`,
        en: `Another record stood when subjects were merged into ${other.code}; this one is kept in the bin`,
      }
    : null
}
const OF_GATHER = (form: number): string => `SELECT r.id, d.gather FROM "record"."${tableName(form)}" r
  JOIN gather_delivery d ON d.id = r.delivery_id WHERE r.id = ANY($1::bigint[])`
/** What keeps these records as they are, in one question for all of them. */
export const held = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]) => {
  const { id: form, study } = formOf(ctx, model)
  if (!(await isHeld(ctx.db, study))) return {}
  const brought = await ctx.db.query<{ id: number; gather: number }>(OF_GATHER(form), [rows.map(({ id }) => id)])
  const gathers = new Map(brought.map(({ id, gather }) => [id, gather]))
  const places = rows.map(({ id: record, visit, subject }) => ({
    gather: gathers.get(record) ?? null,
    form,
    visit: numberOf(visit),
    subject: numberOf(subject),
    record,
  }))
  return heldAmong(ctx.db, study, places, ctx.language)
}
export const lockScope = async (ctx: Ctx, row: AnyRow, model: Model) => {
  const { id: form, study } = formOf(ctx, model)
  const aside = await asideOf(ctx, study, form, row)
  if (aside) return aside
  const gather = await gatherOf(ctx, form, row.id)
  const [visit, subject] = [numberOf(row['visit']), numberOf(row['subject'])]
  return heldOn(ctx.db, { study, gather, form, visit, subject, record: row.id })
}

const INSERT = `INSERT INTO value_change (form, record, slot, before, after, entered, reason, source, actor_kind, actor_id, actor_name)
  SELECT $1, $2, x.slot, x.before, x.after, x.entered, $3, 'entry', $4, $5, $6
  FROM unnest($7::int[], $8::text[], $9::text[], $10::text[]) AS x (slot, before, after, entered)`
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Each value that is another one now, in the transaction of the write. */
export const written = async (ctx: Ctx, model: Model, row: AnyRow, before: AnyRow | null): Promise<void> => {
  const { id, study, content } = formOf(ctx, model)
  const changed = content.variables.flatMap(({ slot }) => {
    const [old, now] = [textOf(before?.[slotName(slot)]), textOf(row[slotName(slot)])]
    return old === now ? [] : [{ slot, old, now }]
  })
  if (changed.length === 0) return
  const { actor, reason } = ctx
  await ctx.db.query(INSERT, [
    id,
    row.id,
    keptReason(reason),
    actor.kind,
    actor.id || null,
    actor.name,
    changed.map(({ slot }) => slot),
    changed.map(({ old }) => old),
    changed.map(({ now }) => now),
    changed.map(({ slot, now }) => enteredAs(ctx, slotName(slot), now)),
  ])
  await loseMarks(ctx.db, id, row.id, (mark) => ctx.engine.move({ ...ctx, actor: SYSTEM }, 'study.mark', { id: mark, to: 'lost' }))
  await recheckPair(ctx, { study, form: id, subject: row['subject'] })
}
