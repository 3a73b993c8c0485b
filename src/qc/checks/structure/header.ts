import type { FactItem, Part } from '../../shape.ts'
import type { SqlRow, StagedTable } from '../../table.ts'

/** Wrong names among the names of columns. */
export const nameFacts = (denominator: number, names: readonly string[]): Part => ({
  shape: 'fact',
  fields: [],
  label: 'column',
  evaluate: () => ({ denominator, violated: names.length, items: names.map((name): FactItem => ({ field: name, value: name })) }),
})

/** The header as found in the file, before names were made whole and unique. */
export function headerOf(table: StagedTable, context: Readonly<SqlRow>): readonly string[] {
  const tried = Array.isArray(context['header']) ? (context['header'] as string[]) : undefined
  return tried ?? table.source.header ?? table.columns
}
