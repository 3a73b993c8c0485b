import { useLanguage, useText } from '#web/i18n/index.ts'
import type { CellViewProps, RowData } from '#web/field/view.ts'
import { wordsOf } from '#web/field/words.ts'
import { joinNames } from '#web/ui/format.ts'
import { useDefinition } from '#web/resource/use-definition.ts'

const listIn = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? value.split(', ') : [])

/** What the study calls the variables of a finding, by code, in the reader's language; of a file, and for who may not see the form, nothing. */
export const useVariableNames = (row: Pick<RowData, string>): ReadonlyMap<string, string> => {
  const lang = useLanguage()
  const t = useText('field')
  const { data } = useDefinition(typeof row['form'] === 'number' ? `clinical.data.f${row['form']}` : '')
  const [codes, slots] = [listIn(row['field']), listIn(row['slot'])]
  if (!data || codes.length !== slots.length || slots.some((slot) => !(slot in data.resource.fields))) return new Map()
  const words = wordsOf(data.locale, lang, t)
  return new Map(codes.map((code, at) => [code, words.field(slots[at] ?? '')]))
}

export const VariableName = ({ row }: { row: RowData }) => {
  const names = useVariableNames(row)
  const codes = String(row['field'] ?? '')
  if (names.size === 0) return codes || '–'
  return <span title={codes}>{joinNames([...names.values()])}</span>
}

export const VariableCell = ({ row }: CellViewProps) => (
  <span className="cell-text">
    <VariableName row={row} />
  </span>
)
