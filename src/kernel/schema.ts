import * as z from 'zod/mini'
import { MAX_ENTERED } from './entered.ts'
import type { FieldErrorKey, FieldProblem, Params } from './error.ts'
import { invalid } from './error.ts'
import { applies } from './field.ts'
import type { Field, Kind } from './field.ts'
import { MAX_DIGITS, flawOf, hasExactDigits, isStorable } from './input.ts'
import { halfWidth } from './half-width.ts'
import { PATTERNS } from './pattern.ts'
import type { Pattern } from './pattern.ts'
import type { Draft, Resource } from './resource.ts'
import { writableOf } from './resource.ts'
import { showsSomething } from './rich-text.ts'

/** Error texts travel as `key|json` inside zod's message and come out as field problems in the reader's language. */
const say = (key: FieldErrorKey, params?: Params) => (params ? `${key}|${JSON.stringify(params)}` : key)

const storable = z.refine<string>(isStorable, say('controlCharacter'))

/** What these say has no blank and nothing of full width: pasted with one, or typed on a Chinese keyboard, it is what was meant. */
const PLAIN: ReadonlySet<Pattern> = new Set<Pattern>(['account', 'mobile', 'email', 'identifier', 'code', 'rule'])
const plain = (pattern: Pattern) =>
  z.overwrite<string>((s) => (pattern === 'mobile' ? halfWidth(s).replaceAll(/[\s-]/g, '') : halfWidth(s).trim()))

const text = (field: Field): z.ZodMiniType => {
  const { pattern } = field
  const checks = [
    ...(pattern && PLAIN.has(pattern) ? [plain(pattern)] : []),
    storable,
    z.maxLength(field.max ?? 100_000, say('tooLong', { max: field.max ?? 100_000 })),
  ]
  if (field.min) checks.push(z.minLength(field.min, say('tooShort', { min: field.min })))
  if (field.required) checks.push(z.refine((s) => s.trim() !== '', say(field.kind === 'textarea' ? 'content.empty' : 'required')))
  if (pattern) checks.push(z.refine((s) => s === '' || PATTERNS[pattern].test(s), say(`pattern.${pattern}`)))
  return z.string(say('type')).check(...checks)
}
const patterned = (pattern: 'color' | 'icon' | 'time' | 'password') => () =>
  z.string(say('type')).check(z.regex(PATTERNS[pattern], say(`pattern.${pattern}`)))
/** As long as the house asks for; the pattern has the bounds that hold everywhere. */
const password = (field: Field) => {
  const base = patterned('password')()
  return field.min ? base.check(z.minLength(field.min, say('tooShort', { min: field.min }))) : base
}
const number =
  (key: FieldErrorKey, low: number, high: number, whole: boolean, decimal = false) =>
  (field: Field) => {
    const min = field.min ?? low
    const max = field.max ?? high
    return z.number(say(key)).check(
      z.refine((n) => !whole || Number.isInteger(n), say('integer')),
      // More digits have been lost before anybody could look at them.
      z.refine((n) => !decimal || hasExactDigits(String(n)), say('tooManyDigits', { max: MAX_DIGITS })),
      z.gte(min, say('tooSmall', { min })),
      z.lte(max, say('tooBig', { max })),
    )
  }
/** The years that PostgreSQL reads back the way they were written: 0000 is none, and 10000 has five digits. */
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const isMoment = (text: string) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST
const day = z.string(say('type')).check(
  // A regular expression alone would take 2026-02-31.
  z.refine((s) => /^\d{4}-\d{2}-\d{2}$/.test(s) && isMoment(s) && new Date(s).toISOString().startsWith(s), say('date')),
)
/** No clock on earth is more than fourteen hours away; PostgreSQL refuses sixteen. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)?$/
const moment = z.string(say('type')).check(z.refine((s) => MOMENT.test(s) && isMoment(s), say('dateTime')))
const shortText = z.string(say('type')).check(storable, z.maxLength(1000, say('tooLong', { max: 1000 })))
// Counted before they are looked at: a hundred thousand wrong items would be a hundred thousand problems.
const atMost = (max: number, item: z.ZodMiniType) =>
  z.pipe(z.array(z.unknown(), say('type')).check(z.maxLength(max, say('tooBig', { max }))), z.array(item, say('type')))
const list = (item: z.ZodMiniType) => (field: Field) => atMost(field.max ?? 1000, item)
const id = z.int(say('type')).check(z.gte(1, say('type')))
const options = (field: Field) => z.enum('options' in field ? ([...field.options] as [string, ...string[]]) : [''], say('option'))
const richText = (field: Field) => {
  const base = z.string(say('type')).check(storable, z.maxLength(field.max ?? 1_000_000, say('tooLong', { max: field.max ?? 1_000_000 })))
  return field.required ? base.check(z.refine(showsSomething, say('editor.required'))) : base
}
// Walked once: zod's own JSON schema tries every branch of a union at every item.
const json = z.unknown().check(({ value, issues }) => {
  const flaw = flawOf(value)
  if (flaw) issues.push({ code: 'custom', input: value, message: say(flaw.problem, flaw.params) })
})
const SAFE = Number.MAX_SAFE_INTEGER

/** One line per kind. `Record<Kind, …>` makes a kind without a schema a compile error. */
const SCHEMAS: Record<Kind, (field: Field) => z.ZodMiniType> = {
  string: text,
  textarea: text,
  richText,
  code: text,
  password,
  number: number('float', -1e14, 1e14, false, true),
  float: number('float', -1e308, 1e308, false),
  integer: number('integer', -SAFE, SAFE, true),
  year: number('integer', 1000, 9999, true),
  date: () => day,
  time: patterned('time'),
  dateTime: () => moment,
  switch: () => z.boolean(say('type')),
  array: list(z.strictObject({ key: shortText, value: shortText })),
  file: () => shortText,
  image: () => shortText,
  images: list(shortText),
  select: options,
  radio: options,
  checkbox: (field) => atMost(1000, options(field)),
  remoteSelect: () => shortText,
  city: list(shortText),
  icon: patterned('icon'),
  color: patterned('color'),
  json: () => json,
  ref: () => id,
  refs: list(id),
}

// What was entered is kept whatever it says; only what no text can hold is refused.
const entered = z.string(say('type')).check(storable, z.maxLength(MAX_ENTERED, say('tooLong', { max: MAX_ENTERED })))
export const fieldSchema = (field: Field): z.ZodMiniType => (field.entered ? entered : SCHEMAS[field.kind](field))

const isBlank = (v: unknown) => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)
const problemsOf = (field: string, issues: readonly { message: string }[]): FieldProblem[] =>
  issues.slice(0, 1).map(({ message }) => {
    const bar = message.indexOf('|')
    if (bar < 0) return { field, key: (message.includes(' ') ? 'type' : message) as FieldErrorKey }
    return { field, key: message.slice(0, bar) as FieldErrorKey, params: JSON.parse(message.slice(bar + 1)) as Params }
  })

const isList = ({ kind }: Field): boolean => kind === 'checkbox' || kind === 'refs'
/** How nothing is stored: what is entered as nothing is no entry. */
const blankOf = (field: Field, value: unknown): unknown => {
  if (field.entered) return null
  if (isList(field)) return value ?? []
  return value === '' && isTextKind(field) ? '' : null
}

export type Mode = 'add' | 'edit'
type Compiled = { fields: Record<string, Field>; schemas: Record<string, z.ZodMiniType> }
const compiled = new WeakMap<Resource, Compiled>()
const compile = (r: Resource): Compiled => {
  let c = compiled.get(r)
  if (!c) {
    const fields = writableOf(r)
    c = { fields, schemas: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])) }
    compiled.set(r, c)
  }
  return c
}

/** Checks one value the way a form does while typing. Null when it is fine. */
export const checkField = (name: string, field: Field, value: unknown): FieldProblem | null => {
  if (isBlank(value)) return field.required && field.kind !== 'switch' ? { field: name, key: requiredKey(field) } : null
  const result = fieldSchema(field).safeParse(value)
  return result.success ? null : (problemsOf(name, result.error.issues)[0] ?? null)
}
const requiredKey = (field: Field): FieldErrorKey =>
  field.kind === 'richText' ? 'editor.required' : field.kind === 'textarea' ? 'content.empty' : 'required'

/**
 * The same check in the browser and on the server. `add` wants every required field and fills defaults; `edit` takes any subset,
 * judged against `current` for fields that depend on others. Unknown fields are refused, never dropped: a typo must not look saved.
 */
export const readDraft = (
  r: Resource,
  input: unknown,
  mode: Mode,
  current: Record<string, unknown> = {},
): { draft: Record<string, unknown>; problems: FieldProblem[] } => {
  const { fields, schemas } = compile(r)
  const problems: FieldProblem[] = []
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { draft: {}, problems: [{ field: '', key: 'type' }] }
  const values = input as Record<string, unknown>
  const draft: Record<string, unknown> = {}
  for (const name of Object.keys(values)) if (!Object.hasOwn(fields, name)) problems.push({ field: name, key: 'unknown' })
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(values, name)
    if (mode === 'edit' && !given) continue
    const value = given ? values[name] : undefined
    const relevant = applies(field, { ...defaultsOf(fields), ...current, ...values })
    if (isBlank(value) && field.kind !== 'switch') {
      // A blank password on edit means "keep it".
      if (field.kind === 'password' && mode === 'edit') continue
      if (value === undefined && field.default !== undefined) draft[name] = field.default
      // Of several choices none may be made, whatever is chosen at first.
      else if ((field.required || (field.default !== undefined && !isList(field))) && (relevant || !field.when))
        problems.push({ field: name, key: requiredKey(field) })
      else draft[name] = blankOf(field, value)
      continue
    }
    if (value === undefined) {
      draft[name] = field.default ?? false
      continue
    }
    const result = schemas[name]!.safeParse(value)
    if (result.success) draft[name] = result.data
    else problems.push(...problemsOf(name, result.error.issues))
  }
  return { draft, problems }
}
const isTextKind = (field: Field) =>
  (field.kind === 'string' || field.kind === 'textarea' || field.kind === 'richText' || field.kind === 'code') && !field.unique
const defaultsOf = (fields: Record<string, Field>) =>
  Object.fromEntries(Object.entries(fields).flatMap(([n, x]) => (x.default === undefined ? [] : [[n, x.default]])))

export const parseDraft = <R extends Resource>(r: R, input: unknown, mode: Mode, current?: Record<string, unknown>): Draft<R> => {
  const { draft, problems } = readDraft(r, input, mode, current)
  if (problems.length) throw invalid(problems)
  return draft as Draft<R>
}
