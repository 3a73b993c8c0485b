import { matchNames } from '#qc/match-column.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { SnapshotForm } from '../record/snapshot.ts'
import { wordsIn } from '../word.ts'

/** Whatever of a rule may be the name of a form or a variable. Its own name, its code and its table's key are not what it looks at. */
export const namedIn = ({ columns, params, filter, groupBy }: Omit<Parameter, 'id' | 'check'>): ReadonlySet<string> =>
  wordsIn([columns, params, filter, groupBy])

/** By column: a code of one variable may be a value of another. */
const missingOf = (
  forms: readonly SnapshotForm[],
  table: string | undefined,
  words: ReadonlySet<string>,
): Record<string, readonly string[]> =>
  Object.fromEntries(
    forms
      .filter(({ code }) => code === table || words.has(code.toLowerCase()))
      .flatMap(({ code, columns }) =>
        columns.flatMap(({ name, missingCodes }) => (missingCodes.length > 0 ? [[`${code}.${name}`, missingCodes] as const] : [])),
      ),
  )

const aimed = (parameter: Parameter, forms: readonly SnapshotForm[], only: readonly string[]): Parameter[] => {
  const codes = forms.map(({ code }) => code)
  const { table } = parameter
  if (table === undefined) return codes.length === 1 || only.length === 1 ? [{ ...parameter, table: only[0] ?? '' }] : [parameter]
  const [first, ...more] = matchNames(table, codes)
  if (first === undefined || (more.length === 0 && first === table)) return first === undefined || only.includes(first) ? [parameter] : []
  return [first, ...more].flatMap((code): Parameter[] =>
    only.includes(code) ? [{ whenAbsent: 'not_applicable', ...parameter, id: `${parameter.id}@${code}`, table: code }] : [],
  )
}

export type Compiled = { parameters: readonly Parameter[]; forms: readonly SnapshotForm[] }
/**
 * Rules as a run over these forms asks them: those that are about one of them, each with the codes that mean missing in the dictionary,
 * and all forms that they look at. A rule for a form that is not there stays, to be complained of when the whole study is judged.
 */
export const compileRules = (rules: readonly Parameter[], forms: readonly SnapshotForm[], judged: readonly SnapshotForm[]): Compiled => {
  const only = judged.map(({ code }) => code)
  const isWhole = judged.length === forms.length
  const known = new Set(forms.map(({ code }) => code))
  const parameters = rules
    .flatMap((rule) => aimed(rule, forms, only))
    .filter(({ table }) => isWhole || (table !== undefined && known.has(table)))
    .map((rule) => {
      const missing = missingOf(forms, rule.table, namedIn(rule))
      return rule.missingCodes || Object.keys(missing).length === 0 ? rule : { ...rule, missingCodes: missing }
    })
  const words = new Set(parameters.flatMap((parameter) => [...namedIn(parameter)]))
  return { parameters, forms: forms.filter(({ code }) => only.includes(code) || words.has(code.toLowerCase())) }
}
