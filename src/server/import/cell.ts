import { LANGUAGES, isChoice, listIn } from '#kernel'
import type { Field, FieldProblem, Language, Locale } from '#kernel'

type Problem = Pick<FieldProblem, 'key' | 'params'>
export type Reading = { value: unknown } | { problem: Problem }
/** What a reader of cells knows beside the cell: names of records by column and what they are, the clock of whoever wrote the sheet. */
export type Knowledge = {
  language: Language
  ids(column: string, name: string): readonly number[]
  titleOf(field: Field): string
  clock(at: number): number
}

const YES = new Set(['1', 'true', 'yes', 'y', 'on', 'enabled', '是', '开', '启用', '√', '✓'])
const NO = new Set(['0', 'false', 'no', 'n', 'off', 'disabled', '否', '关', '禁用', '×', '✗'])
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const MOMENT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T ](\d{1,2}):(\d{2})(?::(\d{2}))?$/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0')
const numberOf = (text: string, isWhole: boolean): Reading => {
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text
  return Number.isFinite(Number(plain)) ? { value: Number(plain) } : { problem: { key: isWhole ? 'integer' : 'float' } }
}
const dayOf = (text: string): Reading => {
  const [, y, m, d] = DAY.exec(text) ?? []
  return y ? { value: `${y}-${two(m)}-${two(d)}` } : { problem: { key: 'date' } }
}
/** A sheet knows no zones: what stands in it was read off a clock. */
const momentOf = (text: string, { clock }: Knowledge): Reading => {
  const [, y, m, d, h, min, s] = MOMENT.exec(text) ?? DAY.exec(text) ?? []
  if (!y) return Number.isNaN(Date.parse(text)) ? { problem: { key: 'moment' } } : { value: text }
  const shown = Date.parse(`${y}-${two(m)}-${two(d)}T${two(h)}:${two(min)}:${two(s)}Z`)
  if (Number.isNaN(shown)) return { problem: { key: 'moment' } }
  const near = shown - clock(shown)
  return { value: new Date(shown - clock(near)).toISOString() }
}
const timeOf = (text: string): Reading => {
  const [, h, m, s] = CLOCK.exec(text) ?? []
  return h ? { value: `${two(h)}:${two(m)}:${two(s)}` } : { problem: { key: 'pattern.time' } }
}

/** By the code that is stored, or by the word for it in any language. */
const optionOf = (name: string, field: Field, locale: Locale, text: string, { language }: Knowledge): Reading => {
  const options = isChoice(field) ? field.options : []
  const low = text.toLowerCase()
  const value = options.find(
    (code) => code === text || LANGUAGES.some((spoken) => locale[spoken].options?.[name]?.[code]?.toLowerCase() === low),
  )
  if (value !== undefined) return { value }
  const known = listIn(
    language,
    options.map((code) => locale[language].options?.[name]?.[code] ?? code),
  )
  return { problem: { key: 'noOption', params: { value: text, known } } }
}
const partsOf = (text: string): string[] =>
  text
    .split(/[,，、;；]/)
    .map((part) => part.trim())
    .filter(Boolean)
/** Several at once: what is wrong with the first that cannot be read is said. */
const all = (parts: readonly string[], read: (part: string) => Reading): Reading => {
  const found = parts.map(read)
  return found.find((one) => 'problem' in one) ?? { value: found.map((one) => ('value' in one ? one.value : null)) }
}
const recordOf = (name: string, field: Field, text: string, { ids, titleOf }: Knowledge): Reading => {
  const [id, ...more] = ids(name, text)
  if (more.length > 0) return { problem: { key: 'ambiguous', params: { value: text } } }
  return id === undefined ? { problem: { key: 'noRecord', params: { value: text, title: titleOf(field) } } } : { value: id }
}

/** What the text of a cell says to a field. Whether that may be stored is judged where everything is. */
export const readCell = (name: string, field: Field, locale: Locale, raw: string, known: Knowledge): Reading => {
  if (field.entered) return { value: raw }
  const text = raw.trim()
  switch (field.kind) {
    case 'number':
    case 'float':
      return numberOf(text, false)
    case 'integer':
    case 'year':
      return numberOf(text, true)
    case 'switch': {
      const low = text.toLowerCase()
      return YES.has(low) ? { value: true } : NO.has(low) ? { value: false } : { problem: { key: 'yesNo' } }
    }
    case 'date':
      return dayOf(text)
    case 'dateTime':
      return momentOf(text, known)
    case 'time':
      return timeOf(text)
    case 'select':
    case 'radio':
      return optionOf(name, field, locale, text, known)
    case 'checkbox':
      return all(partsOf(text), (part) => optionOf(name, field, locale, part, known))
    case 'ref':
      return recordOf(name, field, text, known)
    case 'refs':
      return all(partsOf(text), (part) => recordOf(name, field, part, known))
    default:
      return { value: text }
  }
}

/** The names of records that a cell of this field mentions. */
export const namesIn = (field: Field, text: string): string[] =>
  field.kind === 'ref' ? [text.trim()] : field.kind === 'refs' ? partsOf(text) : []
