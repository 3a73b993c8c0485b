import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { SnapshotForm } from '../record/snapshot.ts'
import { namedIn } from './compile.ts'
import type { Source } from './source.ts'

/** Whether a rule names every column that it looks at: a pattern, or a check of whole rows, may mean any of them. */
const namesItsColumns = ({ check, columns }: Parameter, known: ReadonlySet<string>): boolean => {
  const found = findCheck(check)
  if (found?.slug === 'row_expression') return true
  const byName = found?.target === 'column' || found?.target === 'columns'
  return byName && columns !== undefined && columns.length > 0 && columns.every((name) => known.has(name.toLowerCase()))
}

const namedBy = (rules: readonly Parameter[]): ReadonlySet<string> => new Set(rules.flatMap((rule) => [...namedIn(rule)]))

/**
 * The forms with the columns alone that these rules look at, where each rule names its own. All rows stay, so a run over them covers what a
 * run over everything would; it only reads less, which is most of the time of a re-check in a large table.
 */
export const narrowed = (rules: readonly Parameter[], forms: readonly SnapshotForm[]): readonly SnapshotForm[] => {
  const known = new Set(forms.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())))
  if (!rules.every((rule) => namesItsColumns(rule, known))) return forms
  const words = namedBy(rules)
  return forms.map((form) => ({ ...form, columns: form.columns.filter(({ name }) => words.has(name.toLowerCase())) }))
}

/** Of what was read so, the report draws what the rules look at: who and when is in every record, and its distribution is a third of the time. */
export const drawn = (rules: readonly Parameter[], sources: readonly Source[]): Source[] => {
  const words = namedBy(rules)
  return sources.map((source) => {
    const shown = source.shown?.filter((name) => words.has(name.toLowerCase())) ?? []
    return shown.length > 0 ? { ...source, shown } : source
  })
}
