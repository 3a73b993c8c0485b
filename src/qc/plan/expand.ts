import type { Check } from '../check.ts'
import { matchColumn, matchNames } from '../match-column.ts'
import type { Parameter } from '../parameter.ts'
import type { StagedTable } from '../table.ts'

/**
 * One parameter for many tables and columns: a `table` with a star becomes one parameter for each table that fits (`id@table`, which
 * does not apply where a column is absent), and patterns in `columns`, groups, keys and settings become the columns they mean.
 */
export function expand(parameter: Parameter, tables: readonly StagedTable[], find: (name: string) => Check | undefined): Parameter[] {
  const fitting =
    typeof parameter.table === 'string'
      ? matchNames(
          parameter.table,
          tables.map(({ name }) => name),
        )
      : []
  if (fitting.length > 0 && fitting[0] !== parameter.table)
    return fitting.map((table) =>
      withColumns({ whenAbsent: 'not_applicable', ...parameter, id: `${parameter.id}@${table}`, table }, tables, find),
    )
  return [withColumns(parameter, tables, find)]
}

function withColumns(parameter: Parameter, tables: readonly StagedTable[], find: (name: string) => Check | undefined): Parameter {
  const table = parameter.table === undefined && tables.length === 1 ? tables[0] : tables.find(({ name }) => name === parameter.table)
  if (!table) return parameter
  const shape = find(String(parameter.check))?.params ?? {}
  const params = Object.entries(parameter.params ?? {}).map(([name, value]): [string, unknown] => {
    const field = shape[name]
    if (field?.kind === 'column' && field.of === undefined && typeof value === 'string')
      return [name, matchColumn(value, table.columns) ?? value]
    return [name, field?.kind === 'columns' && field.of === undefined && isTexts(value) ? meant(value, table.columns) : value]
  })
  const lists = (['columns', 'groupBy', 'keyFields'] as const).flatMap((name) => {
    const value = parameter[name]
    return isTexts(value) ? [[name, meant(value, table.columns)] as const] : []
  })
  return {
    ...parameter,
    ...Object.fromEntries(lists),
    ...(isRecord(parameter.params) ? { params: Object.fromEntries(params) } : {}),
  }
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A pattern gives what fits and is not named anyway; a name that means nothing stays, to be complained of. */
const meant = (names: readonly string[], columns: readonly string[]): string[] =>
  names.flatMap((name) => {
    const found = matchNames(name, columns)
    return found.length === 0 || found[0] === name ? [name] : found.filter((item) => !names.includes(item))
  })
