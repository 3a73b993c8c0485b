import type { Words } from '#kernel'
import { MASK } from '#server'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import { entryGathers, entryRules } from '#study/parameter/in-force.ts'
import { rowsById } from '#server/resource/read.ts'
import { overridesOf, rulesAt } from '#study/parameter/override.ts'
import { hospitalDay, hospitalNow } from '#server/zone.ts'
import { slotName } from '#study/record/table.ts'
import { brokenRules } from '#study/record/rule.ts'
import { unusualIn } from '#study/record/normal.ts'
import { judge, rowOf } from '#study/record/value.ts'
import type { Judgement, Values } from '#study/record/value.ts'
import { formOf, readsIn } from './form.ts'

/** What a rule of the gather projects says about a record: in words, with the fields that it is about. */
export type Told = { rule: string; words: Words; fields: string[]; stops: boolean }
const CODES = `SELECT s.code AS subject, d.code AS department, s.department AS site, (SELECT v.code FROM study_visit v WHERE v.id = $2) AS visit
  FROM study_subject s LEFT JOIN department d ON d.id = s.department WHERE s.id = $1`
type Codes = { subject: string; department: string | null; visit: string | null; site: number | null }
/** The rules that a record breaks as it stands, of those that speak of one record alone. Whose it is, is known once it is there. */
export const brokenIn = async (ctx: Ctx, model: Model, values: Values, now: string): Promise<Told[]> => {
  const { id, study, content } = formOf(ctx, model)
  const rules = await entryRules(ctx.db, id, study)
  if (rules.length === 0) return []
  const { subject, visit = null, instance = 1 } = values
  const [found] = subject ? await ctx.db.query<Codes>(CODES, [subject, visit]) : []
  const { site = null, ...codes } = found ?? {}
  const row = { instance: String(instance), ...codes, ...rowOf(content.variables, values) }
  const slots = new Map(content.variables.map(({ code, slot }) => [code, slotName(slot)]))
  const overrides = await overridesOf(ctx.db, study, rules, hospitalDay())
  const gathers = overrides.some(({ gather }) => gather !== null) ? await entryGathers(ctx.db, id, site) : []
  return brokenRules(rulesAt(rules, overrides, { department: site, gathers }), content.form.code, row, now).map(({ columns, ...told }) => ({
    ...told,
    fields: columns.flatMap((column) => slots.get(column) ?? []),
  }))
}

/** A value that is not usual is told like a rule that only warns. */
const unusual = async (ctx: Ctx, model: Model, values: Values, now: string): Promise<Told[]> => {
  const { study, content } = formOf(ctx, model)
  const subject = typeof values['subject'] === 'number' ? values['subject'] : 0
  // Of whom nothing is seen, nothing is told either.
  const [seen] = await rowsById(ctx, ctx.engine.registry.need('study.subject'), [subject], 'live')
  const records = [{ subject: seen?.id, values, day: now.slice(0, 10) }]
  const [found = []] = await unusualIn(ctx.db, study, content, records, readsIn(ctx))
  return found.map(({ slot, range }) => ({
    rule: `normal ${slot}`,
    words: {
      'zh-cn': `“${model.locale['zh-cn'].fields[slot] ?? slot}”不在正常范围 ${range}`,
      en: `“${model.locale.en.fields[slot] ?? slot}” is outside the normal range ${range}`,
    },
    fields: [slot],
    stops: false,
  }))
}

const STANDING = (table: string): string =>
  `SELECT id FROM ${table} t WHERE t.subject = $1 AND t.visit IS NOT DISTINCT FROM $2 AND t.instance = $3 AND t.entry = 1 AND t.deleted_at IS NULL`
/**
 * What the record has in the fields that come back masked, or not at all: judged by the mask, a question that depends on one of them would not
 * be asked.
 */
const storedOf = async (ctx: Ctx, model: Model, entered: Values, hidden: ReadonlySet<string>): Promise<Values> => {
  const unknown = [...hidden].filter((name) => model.columns.has(name) && (entered[name] === MASK || !(name in entered)))
  const { id, subject, visit = null, instance = 1 } = entered
  if (unknown.length === 0 || (typeof id !== 'number' && typeof subject !== 'number')) return {}
  const [found] = typeof id === 'number' ? [{ id }] : await ctx.db.query<{ id: number }>(STANDING(model.table), [subject, visit, instance])
  const [row] = found ? await rowsById(ctx, model, [found.id], 'live') : []
  return row ? Object.fromEntries(unknown.map((name) => [name, row[name] ?? null])) : {}
}

/** What the dictionary says about a record as this person sees it. A result may tell what it was computed from: it is masked like the variable itself. */
export const judged = async (
  ctx: Ctx,
  model: Model,
  given: unknown,
): Promise<Judgement & { rules: { text: string; fields: string[]; stops: boolean }[] }> => {
  const entered: Values = typeof given === 'object' && given !== null ? { ...given } : {}
  const { fields: hidden, absent } = ctx.engine.masks.hidden(ctx, model)
  const now = hospitalNow()
  const known = { ...entered, ...(await storedOf(ctx, model, entered, hidden)) }
  const { odd, computed, ...answer } = judge(formOf(ctx, model).content, known, now)
  const values = { ...known, ...computed }
  // A range says whose it is: what it is for must not come from a value that is hidden.
  const read = Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)))
  const told = [...(await brokenIn(ctx, model, values, now)), ...(await unusual(ctx, model, read, now))]
  const isTold = (name: string): boolean => !absent.has(name)
  // What is masked here came as a mask: nothing can be said about it.
  const isSeen = ({ fields }: Told): boolean => fields.every((name) => !hidden.has(name))
  return {
    hidden: answer.hidden.filter(isTold),
    missing: answer.missing.filter(isTold),
    rules: told.filter(isSeen).map(({ words, fields, stops }) => ({ text: words[ctx.language], fields, stops })),
    odd: Object.fromEntries(Object.entries(odd).filter(([name]) => !hidden.has(name))),
    computed: Object.fromEntries(
      Object.entries(computed).flatMap(([name, value]) =>
        isTold(name) ? [[name, value !== null && hidden.has(name) ? MASK : value]] : [],
      ),
    ),
  }
}
