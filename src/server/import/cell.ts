import { isChoice } from '#kernel'
import type { Field, FieldErrorKey, Locale } from '#kernel'
import { LANGUAGES } from '#kernel'

export type Reading = { value: unknown } | { problem: FieldErrorKey }
/** What a reader of cells knows beside the cell: names of records by column, the clock of whoever wrote the sheet. */
export type Knowledge = { ids(column: string, name: string): readonly number[]; clock(at: number): number }

const YES = new Set(['1', 'true', 'yes', 'y', 'on', '是', '开', '启用', '√', '✓'])
const NO = new Set(['0', 'false', 'no', 'n', 'off', '否', '关', '禁用', '×', '✗'])
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const MOMENT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T ](\d{1,2}):(\d{2})(?::(\d{2}))?$/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0')
const numberOf = (text: string, isWhole: boolean): Reading => {
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text
  return Number.isFinite(Number(plain)) ? { value: Number(plain) } : { problem: isWhole ? 'integer' : 'float' }
}
const dayOf = (text: string): Reading => {
  const [, y, m, d] = DAY.exec(text) ?? []
  return y ? { value: `${y}-${two(m)}-${two(d)}` } : { problem: 'date' }
}
/** A sheet knows no zones: what stands in it was read off a clock. */
const momentOf = (text: string, { clock }: Knowledge): Reading => {
  const [, y, m, d, h, min, s] = MOMENT.exec(text) ?? DAY.exec(text) ?? []
  if (!y) return Number.isNaN(Date.parse(text)) ? { problem: 'dateTime' } : { value: text }
  const shown = Date.parse(`${y}-${two(m)}-${two(d)}T${two(h)}:${two(min)}:${two(s)}Z`)
  if (Number.isNaN(shown)) return { problem: 'dateTime' }
  const near = shown - clock(shown)
  return { value: new Date(shown - clock(near)).toISOString() }
}
const timeOf = (text: string): Reading => {
  const [, h, m, s] = CLOCK.exec(text) ?? []
  return h ? { value: `${two(h)}:${two(m)}:${two(s)}` } : { problem: 'pattern.time' }
}

/** By the code that is stored, or by the word for it in any language. */
const optionOf = (name: string, field: Field, locale: Locale, text: string): string | undefined => {
  if (!isChoice(field)) return undefined
  const low = text.toLowerCase()
  return field.options.find(
    (code) => code === text || LANGUAGES.some((language) => locale[language].options?.[name]?.[code]?.toLowerCase() === low),
  )
}
const partsOf = (text: string): string[] =>
  text
    .split(/[,，、;；]/)
    .map((part) => part.trim())
    .filter(Boolean)
const all = <T>(parts: readonly string[], read: (part: string) => T | undefined): Reading => {
  const values = parts.map(read)
  return values.includes(undefined) ? { problem: 'option' } : { value: values }
}
const oneOf = (ids: readonly number[]): Reading => {
  if (ids.length > 1) return { problem: 'ambiguous' }
  return ids.length === 1 ? { value: ids[0] } : { problem: 'option' }
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
      return YES.has(low) ? { value: true } : NO.has(low) ? { value: false } : { problem: 'yesNo' }
    }
    case 'date':
      return dayOf(text)
    case 'dateTime':
      return momentOf(text, known)
    case 'time':
      return timeOf(text)
    case 'select':
    case 'radio': {
      const code = optionOf(name, field, locale, text)
      return code === undefined ? { problem: 'option' } : { value: code }
    }
    case 'checkbox':
      return all(partsOf(text), (part) => optionOf(name, field, locale, part))
    case 'ref':
      return oneOf(known.ids(name, text))
    case 'refs': {
      const found = partsOf(text).map((part) => oneOf(known.ids(name, part)))
      const bad = found.find((one) => 'problem' in one)
      return bad ?? { value: found.map((one) => ('value' in one ? one.value : null)) }
    }
    default:
      return { value: text }
  }
}

/** The names of records that a cell of this field mentions. */
export const namesIn = (field: Field, text: string): string[] =>
  field.kind === 'ref' ? [text.trim()] : field.kind === 'refs' ? partsOf(text) : []
