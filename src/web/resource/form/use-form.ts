import { useRef, useState } from 'react'
import { checkField, type Field, type FieldProblem, type Resource, writableOf } from '#kernel'
import { uuid } from '../../api/uuid.ts'
import { changesOf, type FormMode, payloadOf, problemsOf, startValues, type Values } from './draft.ts'
import { layoutOf, visibleLayout } from './form-layout.ts'
import type { Asked } from '../half.ts'
import { type KeptForm, keptPart, typedPart } from './kept.ts'

export type Form = ReturnType<typeof useForm>

type Fields = Record<string, Field>
/** What a blank field is told, by its kind. */
const MISSING: ReadonlySet<string> = new Set(['required', 'content.empty', 'editor.required'])
const asAsked = (fields: Fields, asked: Asked): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      asked[name] === 'never' ? [] : [[name, asked[name] === 'required' ? { ...field, required: true } : field]],
    ),
  )

/** `asks`: what is wanted, or not asked for, as long as it is filled in like this. */
export const useForm = (
  resource: Resource,
  mode: FormMode,
  row: Values | null,
  preset: Values = {},
  kept?: KeptForm,
  asks?: (values: Values) => Asked,
) => {
  const declared = writableOf(resource)
  const fieldsFor = (now: Values): Fields => (asks ? asAsked(declared, asks(now)) : declared)
  const [before, setBefore] = useState(() => ({ ...startValues(resource, row, preset), ...keptPart(declared, kept?.before) }))
  const [values, setValues] = useState(() => ({ ...before, ...keptPart(declared, kept?.values) }))
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const intention = useRef<string | null>(kept?.intent ?? null)
  const fields = fieldsFor(values)
  const layout = visibleLayout(layoutOf(resource), fields, values)

  const put = (name: string, problem: FieldProblem | null) =>
    setProblems(({ [name]: _old, ...rest }) => (problem ? { ...rest, [name]: problem } : rest))
  return {
    mode,
    fields,
    layout,
    values,
    before,
    problems,
    dirty: Object.keys(changesOf(before, values)).length > 0,
    set: (name: string, value: unknown) => {
      intention.current = null
      setValues((old) => ({ ...old, [name]: value }))
      const wanted = fieldsFor({ ...values, [name]: value })
      // Another answer may want other fields: what is not wanted any more is not missing.
      setProblems((old) => Object.fromEntries(Object.entries(old).filter(([at, { key }]) => !MISSING.has(key) || wanted[at]?.required)))
      // While somebody mends a field its complaint goes as soon as it is right, but no new one appears mid-word.
      if (problems[name]) put(name, checkField(name, fields[name]!, value))
    },
    judge: (name: string) => {
      const field = fields[name]
      const keeps = mode === 'edit' && field?.kind === 'password' && (values[name] ?? '') === ''
      if (field && !keeps && (values[name] ?? '') !== '') put(name, checkField(name, field, values[name]))
    },
    judgeAll: (): FieldProblem[] => {
      const found = problemsOf(layout, fields, values, mode)
      setProblems(Object.fromEntries(found.map((p) => [p.field, p])))
      return found
    },
    complain: (found: readonly FieldProblem[]) => setProblems(Object.fromEntries(found.map((p) => [p.field, p]))),
    payload: (): Values => payloadOf(layout, fields, before, values, mode),
    /** The same key until something changes or the server has answered: a retry after a broken line cannot write twice. */
    intent: (): string => (intention.current ??= uuid()),
    answered: () => {
      intention.current = null
    },
    /** What of it may be kept when the session ends. */
    typed: () => typedPart(resource.name, fields, before, values, intention.current),
    restart: (next: Values | null, fresh: Values = {}) => {
      const start = startValues(resource, next, fresh)
      setBefore(start)
      setValues(start)
      setProblems({})
      intention.current = null
    },
    /** The record came anew: what nobody touched follows it, what somebody typed stays. */
    rebase: (next: Values) => {
      const start = startValues(resource, next)
      setValues((mine) => ({ ...start, ...changesOf(before, mine) }))
      setBefore(start)
    },
    replace: (next: Values, base: Values) => {
      setBefore(base)
      setValues(next)
      intention.current = null
    },
  }
}
