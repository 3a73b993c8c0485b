import { useLanguage, useText } from '#web/i18n/index.ts'
import type { CellViewProps, RowData } from '#web/field/view.ts'
import { wordsOf } from '#web/field/words.ts'
import { useDefinition } from '#web/resource/use-definition.ts'

/** What the variables of a finding are called in the study, in the reader's language; of a file, and for who may not see the form, its columns. */
export const VariableName = ({ row }: { row: RowData }) => {
  const lang = useLanguage()
  const t = useText('field')
  const { data } = useDefinition(typeof row['form'] === 'number' ? `clinical.data.f${row['form']}` : '')
  const codes = typeof row['field'] === 'string' ? row['field'] : ''
  const slots = typeof row['slot'] === 'string' ? row['slot'].split(', ') : []
  if (!data || slots.length === 0 || slots.some((slot) => !(slot in data.resource.fields))) return codes || '–'
  const words = wordsOf(data.locale, lang, t)
  return <span title={codes}>{slots.map((slot) => words.field(slot)).join(lang === 'en' ? ', ' : '、')}</span>
}

export const VariableCell = ({ row }: CellViewProps) => (
  <span className="cell-text">
    <VariableName row={row} />
  </span>
)
