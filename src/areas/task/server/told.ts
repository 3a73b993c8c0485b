import { LANGUAGES, listIn, ruleOf, saidReason } from '#kernel'
import type { Language } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { namesOf } from '#server/model/names.ts'
import { knownTask } from '#server/task/saying.ts'
import type { Saying, Says } from '#server/task/saying.ts'
import { task } from '../index.ts'
import { COMMON } from './common.ts'

const READ = { audience: 'admin', rule: ruleOf(task.name, 'index') } as const

type Target = { id: number; label: string | null }
/** What a field of an input or a result comes to for people. */
type Shown =
  | { as: 'text' | 'code' | 'moment'; text: string }
  | { as: 'number'; value: number; unit?: 'bytes' }
  | { as: 'records'; resource: string; records: Target[]; more: number }
  | { as: 'count'; count: number }
  | { as: 'lines'; lines: Line[] }
type Line = { name: string; title: string; shown: Shown }

const SHOWN = 20
const DEPTH = 3
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWords = (value: unknown): value is Readonly<Record<Language, string>> =>
  isObject(value) && LANGUAGES.every((language) => typeof value[language] === 'string')
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/
const CODE = /^[0-9a-f]{32,}$/
const YES = { true: { 'zh-cn': '是', en: 'Yes' }, false: { 'zh-cn': '否', en: 'No' } } as const
/** `rowsStored` is `rows stored`: what nobody gave a name is still to be read. */
const spoken = (name: string): string => name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()

type Setting = {
  language: Language
  says: Says
  fields: Readonly<Record<string, string>>
  last: string
  titleOf(resource: string): string | undefined
}
const scalar = (value: unknown, saying: Saying | undefined, { language, titleOf }: Setting): string => {
  const text = String(value)
  if (typeof value === 'boolean') return YES[value ? 'true' : 'false'][language]
  return saying?.options?.[text]?.[language] ?? (saying?.names ? titleOf(text) : undefined) ?? saidReason(text, language)
}
const shownOf = (value: unknown, saying: Saying | undefined, setting: Setting, depth: number): Shown | null => {
  if (value === null || value === undefined || value === '') return null
  if (isWords(value)) return { as: 'text', text: value[setting.language] }
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (saying?.of) {
    const ids = all.filter((one) => typeof one === 'number')
    const records = ids.slice(0, SHOWN).map((id) => ({ id, label: null }))
    return ids.length ? { as: 'records', resource: saying.of, records, more: ids.length - records.length } : null
  }
  if (Array.isArray(value)) {
    if (all.length === 0) return null
    if (all.length > SHOWN || all.some((one) => typeof one === 'object')) return { as: 'count', count: all.length }
    return {
      as: 'text',
      text: listIn(
        setting.language,
        all.map((one) => scalar(one, saying, setting)),
      ),
    }
  }
  if (isObject(value)) {
    if (depth === DEPTH) return { as: 'count', count: Object.keys(value).length }
    const lines = linesOf(value, setting, depth + 1)
    return lines.length ? { as: 'lines', lines } : null
  }
  if (typeof value === 'number') return { as: 'number', value, ...(saying?.unit ? { unit: saying.unit } : {}) }
  const text = scalar(value, saying, setting)
  return { as: MOMENT.test(text) ? 'moment' : CODE.test(text) ? 'code' : 'text', text }
}
const linesOf = (value: unknown, setting: Setting, depth = 0): Line[] => {
  // An answer that is no object has no name of its own: it is what the last step came to.
  if (!isObject(value)) {
    const shown = shownOf(value, undefined, setting, depth)
    return shown ? [{ name: '', title: setting.last, shown }] : []
  }
  // The database keeps names in an order of its own; people read them as they were declared.
  const order = Object.keys(setting.says)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const entries = Object.entries(value).toSorted(([a], [b]) => place(a) - place(b))
  return entries.flatMap(([name, one]) => {
    const saying = setting.says[name] ?? (name in setting.says ? null : COMMON[name])
    const shown = saying === null ? null : shownOf(one, saying, setting, depth)
    return shown ? [{ name, title: saying?.[setting.language] ?? setting.fields[name] ?? spoken(name), shown }] : []
  })
}

/** Records that are named get the name that the reader sees; one question for each resource. */
const nameRecords = async (ctx: Ctx, lines: readonly Line[]): Promise<void> => {
  const all: Extract<Shown, { as: 'records' }>[] = []
  const gather = (some: readonly Line[]): void => {
    for (const { shown } of some)
      if (shown.as === 'records') all.push(shown)
      else if (shown.as === 'lines') gather(shown.lines)
  }
  gather(lines)
  for (const [resource, group] of Map.groupBy(all, (one) => one.resource)) {
    const names = await namesOf(
      ctx,
      resource,
      group.flatMap(({ records }) => records.map(({ id }) => id)),
    )
    for (const { records } of group) for (const one of records) one.label = names.get(one.id) ?? null
  }
}

const lastStep = (called: unknown, language: Language): string => {
  const steps: unknown = isObject(called) ? called['steps'] : undefined
  const step: unknown = Array.isArray(steps) ? steps.at(-1) : undefined
  if (!isObject(step)) return ''
  return isWords(step['words']) ? step['words'][language] : String(step['name'] ?? '')
}

/** What a task was asked for and what came of it, in words, with doors to the records that they name. */
const told = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const asked = Number(call.query['id'])
  const row = await ctx.engine.get(ctx, task.name, Number.isSafeInteger(asked) ? asked : 0)
  const { registry } = ctx.engine
  const { language } = ctx
  const titleOf = (resource: string) => registry.get(resource)?.locale[language].title
  const about = String(row['resource'] ?? '')
  const setting: Setting = {
    language,
    says: knownTask(String(row['kind']))?.says ?? {},
    fields: registry.get(about)?.locale[language].fields ?? {},
    last: lastStep(row['called'], language),
    titleOf,
  }
  const [input, result] = [linesOf(row['input'], setting), linesOf(row['result'], setting)]
  const id = Number(row['record'] || Number.NaN)
  const subject: Line[] = Number.isSafeInteger(id)
    ? [{ name: '', title: titleOf(about) ?? about, shown: { as: 'records', resource: about, records: [{ id, label: null }], more: 0 } }]
    : []
  await nameRecords(ctx, [...subject, ...input, ...result])
  return { subject: subject[0] ?? null, input, result }
}

export const toldRoutes = ({ guarded }: Declare): void => guarded('GET', '/admin/task/told', READ, told)
