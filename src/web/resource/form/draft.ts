import { checkField, type Field, type FieldProblem, type Resource, writableOf } from '#kernel'
import type { LaidSection } from './form-layout.ts'

export type Values = Record<string, unknown>
export type FormMode = 'add' | 'edit'

export const startValues = (resource: Resource, row: Values | null, preset: Values = {}): Values => {
  const fields = writableOf(resource)
  const entries = Object.entries(fields).map(([name, field]) => {
    if (row) return [name, field.kind === 'password' ? '' : (row[name] ?? null)]
    return [name, preset[name] ?? field.default ?? (field.kind === 'switch' ? false : null)]
  })
  return Object.fromEntries(entries) as Values
}

const blank = (v: unknown): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)
/** Nothing, an empty text and an empty list look alike on the screen, so none of them is a change of another. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  (blank(a) && blank(b)) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export const changesOf = (before: Values, now: Values): Values =>
  Object.fromEntries(Object.entries(now).filter(([name, v]) => !sameValue(v, before[name])))

const shownFields = (layout: readonly LaidSection[]): Set<string> => new Set(layout.flatMap((s) => s.rows.flat()))

/** Judged before sending, by the same rules as the server. Fields that do not take part are not judged. */
export const problemsOf = (layout: readonly LaidSection[], fields: Record<string, Field>, values: Values, mode: FormMode): FieldProblem[] =>
  [...shownFields(layout)].flatMap((name) => {
    const field = fields[name]!
    if (mode === 'edit' && (field.immutable || (field.kind === 'password' && blank(values[name])))) return []
    return checkField(name, field, values[name]) ?? []
  })

/** What is sent: everything shown for a new record, only what changed for an old one. */
export const payloadOf = (
  layout: readonly LaidSection[],
  fields: Record<string, Field>,
  before: Values,
  values: Values,
  mode: FormMode,
): Values => {
  const shown = shownFields(layout)
  const wanted =
    mode === 'add'
      ? Object.fromEntries(Object.entries(values).filter(([, v]) => !blank(v) || typeof v === 'boolean'))
      : changesOf(before, values)
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const field = fields[name]
      if (!field || (mode === 'edit' && (field.immutable || (field.kind === 'password' && blank(value))))) return []
      // A field that stepped aside keeps its old value; for a new record the server's default applies.
      if (!shown.has(name))
        return mode === 'add' && name in before && !sameValue(before[name], field.default ?? null) ? [[name, value]] : []
      return [[name, value]]
    }),
  )
}
