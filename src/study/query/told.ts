import * as z from 'zod'
import { filled, hospitalTime, listIn, nameIn } from '#kernel'
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
  at: text,
})
const FILE = z.object({
  name: z.string(),
  number: z.number(),
  sha256: z.string(),
  size: z.number(),
  datafile: z.number().optional(),
  delivery: z.number().optional(),
})
/** A file that somebody has handed over: a version of a data file, or what came with a delivery. */
export type Handed = z.infer<typeof FILE>
const FACTS = z.object({
  file: FILE.optional(),
  names: z.array(z.string()).optional(),
  isFallback: z.boolean().optional(),
  rule: z.string().optional(),
  items: z.array(ITEM).optional(),
  isRule: z.boolean().optional(),
  isRetired: z.boolean().optional(),
  hash: z.string().optional(),
})
type Item = z.infer<typeof ITEM>
/** Where a reader opens what is told of: null where they have no page of it. */
export type Doors = { file(file: Handed): string | null; run(run: number): string | null }
/** Whoever reads it: in which language, how they know variables and visits, and what stands for a value that they may not read. */
export type Reading = { language: Language; called(codes: string): string; visit(code: string): string; veil: string | null; doors?: Doors }
export type Line = { title: string; before: string | null; after: string | null; to?: string }

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
const RETIRED = words(
  '规则已停用，它发现的问题不再需要处理；这不能证明数据已更正。',
  'The rule is retired, and what it found is nobody’s work any more. That proves nothing about the data.',
)
const FILE_OF = words('文件', 'File')
const VERSION = words('数据文件，第 {n} 版', 'data file, version {n}')
const DELIVERY = words('第 {n} 次交付', 'delivery {n}')

/** By what rule somebody was asked. */
const WHY: Readonly<Record<string, Words>> = {
  sender: words('交来这份文件的人', 'whoever handed the file over'),
  site: words('记录所在科室的协调员', 'coordinators of the department'),
  everywhere: words('负责全部科室的协调员', 'coordinators of all departments'),
  dataManager: words('该科室没有协调员，改由数据管理员答复', 'the department has no coordinator, so its data manager is asked'),
  pi: words('该科室没有协调员，改由主要研究者答复', 'the department has no coordinator, so the principal investigator is asked'),
  hand: words('由人指定', 'chosen by hand'),
}
/** Who is asked and by what rule, `张三、李四（记录所在科室的协调员）`. */
export const askedTold = (language: Language, names: readonly string[], rule: string): string => {
  const isEnglish = language === 'en'
  const [list, why] = [listIn(language, names), WHY[rule]?.[language]]
  return why === undefined ? list : isEnglish ? `${list} (${why})` : `${list}（${why}）`
}

const ruleTold = ({ language }: Reading, { code, name, nameEn, version }: Item, what: Words): string => {
  return `${code} ${nameIn(language, { name, nameEn })}${version ? ` v${version}` : ''} ${what[language]}`
}
const itemTold = (reading: Reading, item: Item): Line[] => {
  const { language, called, visit, veil } = reading
  const { field, value, before, after, by } = item
  const shown = (one: string | null | undefined) =>
    one === null || one === undefined ? null : (veil ?? (field ? valueCalled(language, field, one, called, visit) : one))
  const title = field ? called(field) : ''
  const isGone = value === undefined
  const since = [by, by && item.at ? hospitalTime(item.at).slice(0, 16) : null].filter(Boolean)
  const who = since.length === 0 ? '' : language === 'en' ? ` (${since.join(', ')})` : `（${since.join('，')}）`
  const cell: Line = isGone
    ? { title, before: shown(before), after: after === undefined ? null : `${shown(after) ?? '∅'}${who}` }
    : { title, before: null, after: shown(value) ?? '∅' }
  const rule = { title: RULE[language], before: null, after: ruleTold(reading, item, isGone ? GONE : STANDS) }
  // Of a rule over several values nobody knows one that it became.
  return field && (cell.after !== null || cell.before !== null) ? [{ ...cell, after: cell.after ?? '…' }, rule] : [rule]
}

const CLOSED = words('质疑 #{query} 由运行 #{run} 自动关闭：{what}。', 'Query #{query} was closed by run #{run}: {what}.')
const BY_RULE = words('规则', 'rule')
const MORE = words('等共 {n} 项', '{n} in all')
const MOST = 3
/** The proof in one sentence: what became of the values, by whom, and which rule finds them no longer. */
export const provedTold = (reading: Reading, given: unknown, run: number | null, query: number): string | null => {
  const { data } = FACTS.safeParse(given)
  const items = data?.items ?? []
  if (run === null || items.length === 0) return null
  const [comma, semicolon] = reading.language === 'en' ? [', ', '; '] : ['，', '；']
  const told = items.slice(0, MOST).map((item) =>
    itemTold(reading, item)
      .map(({ title, before, after }) => {
        const named = title === RULE[reading.language] ? BY_RULE[reading.language] : title
        return `${named} ${before === null ? after : `${before} → ${after}`}`
      })
      .join(comma),
  )
  const what = [...told, ...(items.length > MOST ? [filled(MORE, { n: items.length })[reading.language]] : [])].join(semicolon)
  return filled(CLOSED, { query, run, what })[reading.language]
}

/** Name, which one of them it is, size and hash: what there is to hold against the file at hand. */
const fileTold = ({ language, doors }: Reading, file: Handed): Line[] => {
  const { name, number, size, sha256, delivery } = file
  const which = filled(delivery === undefined ? VERSION : DELIVERY, { n: number })[language]
  const bytes = `${size.toLocaleString('en')} B`
  const after = language === 'en' ? `${name} (${which}, ${bytes})` : `${name}（${which}，${bytes}）`
  const to = doors?.file(file) ?? null
  return [
    { title: FILE_OF[language], before: null, after, ...(to === null ? {} : { to }) },
    { title: 'SHA-256', before: null, after: sha256 },
  ]
}

/** What an entry of a thread says beyond its text, line by line: to whom it was given and by what rule, or what a run saw. */
export const factsTold = (reading: Reading, given: unknown, run: number | null): Line[] => {
  const { success, data } = FACTS.safeParse(given)
  if (!success) return []
  const { language } = reading
  const { names, items, isRule, isRetired, hash, file } = data
  const line = (title: Words, after: string): Line => ({ title: title[language], before: null, after })
  const door = run === null ? null : (reading.doors?.run(run) ?? null)
  return [
    ...(file ? fileTold(reading, file) : []),
    ...(names ? [line(GIVEN, askedTold(language, names, data.rule ?? (data.isFallback ? 'dataManager' : 'site')))] : []),
    ...(items ?? []).flatMap((item) => itemTold(reading, item)),
    ...(isRule ? [line(RULE, RULE_CHANGED[language])] : []),
    ...(isRetired ? [line(RULE, RETIRED[language])] : []),
    ...(run === null ? [] : [{ ...line(RUN, `#${run}`), ...(door === null ? {} : { to: door }) }]),
    ...(hash ? [line(SNAPSHOT, hash)] : []),
  ]
}
