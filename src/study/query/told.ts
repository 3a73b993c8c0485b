import * as z from 'zod'
import type { Language, Words } from '#kernel'
import { valueCalled } from '../record/found-value.ts'

const text = z.string().nullish()
const ITEM = z.object({
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  version: z.number().nullish(),
  field: text,
  value: text,
  before: text,
  after: text,
  by: text,
})
const FACTS = z.object({
  names: z.array(z.string()).optional(),
  isFallback: z.boolean().optional(),
  rule: z.string().optional(),
  items: z.array(ITEM).optional(),
  isRule: z.boolean().optional(),
  hash: z.string().optional(),
})
type Item = z.infer<typeof ITEM>
/** Whoever reads it: in which language, how they know variables and visits, and what stands for a value that they may not read. */
export type Reading = { language: Language; called(codes: string): string; visit(code: string): string; veil: string | null }
export type Line = { title: string; before: string | null; after: string | null }

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
const GIVEN = words('交给', 'Given to')
const RULE = words('规则', 'Rule')
const RUN = words('质控运行', 'Run')
const SNAPSHOT = words('数据快照', 'Snapshot of the data')
const GONE = words('不再命中', 'no longer hits')
const STANDS = words('仍然命中', 'still hits')
const RULE_CHANGED = words(
  '规则换了版本，问题因此不再命中。这不能证明数据已更正，请人工处理。',
  'The rule has another version and no longer hits. That proves nothing about the data: somebody has to decide.',
)
/** By what rule somebody was asked. */
const WHY: Readonly<Record<string, Words>> = {
  site: words('记录所在科室的协调员', 'coordinators of the department'),
  everywhere: words('负责全部科室的协调员', 'coordinators of all departments'),
  dataManager: words('该科室没有协调员，改由数据管理员答复', 'the department has no coordinator, so its data manager is asked'),
  pi: words('该科室没有协调员，改由主要研究者答复', 'the department has no coordinator, so the principal investigator is asked'),
  hand: words('由人指定', 'chosen by hand'),
}
/** Who is asked and by what rule, `张三、李四（记录所在科室的协调员）`. */
export const askedTold = (language: Language, names: readonly string[], rule: string): string => {
  const isEnglish = language === 'en'
  const [list, why] = [names.join(isEnglish ? ', ' : '、'), WHY[rule]?.[language]]
  return why === undefined ? list : isEnglish ? `${list} (${why})` : `${list}（${why}）`
}

const ruleTold = ({ language }: Reading, { code, name, nameEn, version }: Item, what: Words): string => {
  const own = `${code} ${language === 'en' ? nameEn : name}${version ? ` v${version}` : ''}`
  return language === 'en' ? `${own} ${what.en}` : `${own} ${what['zh-cn']}`
}
const itemTold = (reading: Reading, item: Item): Line[] => {
  const { language, called, visit, veil } = reading
  const { field, value, before, after, by } = item
  const shown = (one: string | null | undefined) =>
    one === null || one === undefined ? null : (veil ?? (field ? valueCalled(language, field, one, called, visit) : one))
  const title = field ? called(field) : ''
  const isGone = value === undefined
  const who = by ? (language === 'en' ? ` (${by})` : `（${by}）`) : ''
  const cell: Line = isGone
    ? { title, before: shown(before), after: after === undefined ? null : `${shown(after) ?? '∅'}${who}` }
    : { title, before: null, after: shown(value) ?? '∅' }
  const rule = { title: RULE[language], before: null, after: ruleTold(reading, item, isGone ? GONE : STANDS) }
  // Of a rule over several values nobody knows one that it became.
  return field && (cell.after !== null || cell.before !== null) ? [{ ...cell, after: cell.after ?? '…' }, rule] : [rule]
}

/** What an entry of a thread says beyond its text, line by line: to whom it was given and by what rule, or what a run saw. */
export const factsTold = (reading: Reading, given: unknown, run: number | null): Line[] => {
  const { success, data } = FACTS.safeParse(given)
  if (!success) return []
  const { language } = reading
  const { names, items, isRule, hash } = data
  const line = (title: Words, after: string): Line => ({ title: title[language], before: null, after })
  return [
    ...(names ? [line(GIVEN, askedTold(language, names, data.rule ?? (data.isFallback ? 'dataManager' : 'site')))] : []),
    ...(items ?? []).flatMap((item) => itemTold(reading, item)),
    ...(isRule ? [line(RULE, RULE_CHANGED[language])] : []),
    ...(run === null ? [] : [line(RUN, `#${run}`)]),
    ...(hash ? [line(SNAPSHOT, hash)] : []),
  ]
}
