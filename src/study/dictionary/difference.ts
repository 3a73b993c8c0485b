import { codelistOf } from './variable.ts'
import type { Content, FormHead, Variable } from './variable.ts'

export type CellChange = { field: string; before: string; after: string }
/** Of a variable, or of a form itself: then there is no code. */
export type VariableChange = { form: string; slot: number | null; code: string; kind: 'added' | 'removed' | 'changed'; cells: CellChange[] }

const text = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value))
/** A list is part of what a variable means: its items are compared, not its name alone. */
const cellsOf = (variable: Variable, { codelists }: Content): Map<string, string> => {
  const { slot: _, form: __, ...cells } = variable
  const items = codelistOf(variable, codelists)?.items.map((item) => `${item.code}=${item.label}|${item.labelEn}`) ?? []
  return new Map([...Object.entries(cells).map(([name, value]) => [name, text(value)] as const), ['items', items.join('; ')]])
}

const HEAD = ['name', 'nameEn', 'repeats', 'doubleEntry'] as const
const headChanges = (before: Content, after: Content): VariableChange[] => {
  const was = new Map(before.forms.map((form) => [form.code, form]))
  const is = new Set(after.forms.map(({ code }) => code))
  const whole = (kind: 'added' | 'removed', form: FormHead): VariableChange => ({ form: form.code, slot: null, code: '', kind, cells: [] })
  const now = after.forms.flatMap((form): VariableChange[] => {
    const old = was.get(form.code)
    if (!old) return [whole('added', form)]
    const cells = HEAD.flatMap((field) =>
      old[field] === form[field] ? [] : [{ field, before: text(old[field]), after: text(form[field]) }],
    )
    return cells.length ? [{ form: form.code, slot: null, code: '', kind: 'changed', cells }] : []
  })
  return [...now, ...before.forms.filter(({ code }) => !is.has(code)).map((form) => whole('removed', form))]
}

/** From one version to another, forms first, then variable by variable. A slot is the same variable, whatever it is called now. */
export const differenceOf = (before: Content, after: Content): VariableChange[] => {
  const key = ({ form, slot, code }: Variable) => `${form} ${slot ?? `new ${code}`}`
  const was = new Map(before.variables.map((variable) => [key(variable), variable]))
  const is = new Set(after.variables.map(key))
  const removed = before.variables.filter((variable) => !is.has(key(variable)))
  const now = after.variables.flatMap((variable): VariableChange[] => {
    const { form, slot, code } = variable
    const old = was.get(key(variable))
    if (!old) return [{ form, slot, code, kind: 'added', cells: [] }]
    const [from, to] = [cellsOf(old, before), cellsOf(variable, after)]
    const cells = [...to].flatMap(([field, value]) =>
      from.get(field) === value ? [] : [{ field, before: from.get(field) ?? '', after: value }],
    )
    return cells.length ? [{ form, slot, code, kind: 'changed', cells }] : []
  })
  return [
    ...headChanges(before, after),
    ...now,
    ...removed.map(({ form, slot, code }): VariableChange => ({ form, slot, code, kind: 'removed', cells: [] })),
  ]
}
