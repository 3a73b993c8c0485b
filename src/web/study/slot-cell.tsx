import type { CellViewProps } from '../field/view.ts'
import { wordsOf } from '../field/words.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { useDefinition } from '../resource/use-definition.ts'

/** A variable that is kept as its slot, as the form of the row calls it; where the form is closed to the reader it stays a slot. */
export const SlotCell = ({ row, value }: CellViewProps) => {
  const lang = useLanguage()
  const t = useText('field')
  const slot = typeof value === 'string' ? value : ''
  const { data } = useDefinition(slot !== '' && typeof row['form'] === 'number' ? `clinical.data.f${row['form']}` : '')
  const name = data && slot in data.resource.fields ? wordsOf(data.locale, lang, t).field(slot) : slot
  return <span className="cell-text">{name || '–'}</span>
}
