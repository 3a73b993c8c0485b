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

/** What the dictionary says about a record as this person sees it. A result may tell what it was computed from: it is masked like the variable itself. */
export const judged = async (
  ctx: Ctx,
  model: Model,
  given: unknown,
): Promise<Judgement & { rules: { text: string; fields: string[]; stops: boolean }[] }> => {
  const entered: Values = typeof given === 'object' && given !== null ? { ...given } : {}
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  const now = hospitalNow()
  const { odd, computed, ...answer } = judge(formOf(ctx, model).content, entered, now)
  const values = { ...entered, ...computed }
  const told = [...(await brokenIn(ctx, model, values, now)), ...(await unusual(ctx, model, values, now))]
  // What is masked here came as a mask: nothing can be said about it.
  const isSeen = ({ fields }: Told): boolean => fields.every((name) => !hidden.has(name))
  return {
    ...answer,
    rules: told.filter(isSeen).map(({ words, fields, stops }) => ({ text: words[ctx.language], fields, stops })),
    odd: Object.fromEntries(Object.entries(odd).filter(([name]) => !hidden.has(name))),
    computed: Object.fromEntries(
      Object.entries(computed).map(([name, value]) => [name, value !== null && hidden.has(name) ? MASK : value]),
    ),
  }
}
