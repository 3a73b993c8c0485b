import { use } from 'react'
import { useText } from '../../i18n/index.ts'
import { InlineEdit } from '../inline-edit.ts'
import type { CellViewProps } from '../view.ts'
import { Tag } from './tag.tsx'

/** A switch where the person may edit, a word where not. The new state shows at once and goes back if the server refuses. */
export const SwitchCell = ({ name, field, value, row, words, active }: CellViewProps) => {
  const t = useText('field')
  const inline = use(InlineEdit)
  const on = value === true
  if (!inline || field.readonly || field.immutable) return <Tag tone={on ? 'passed' : 'none'}>{t(on ? 'yes' : 'no')}</Tag>
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={`${words.field(name)} ${inline.nameOf(row)}`}
      tabIndex={active ? 0 : -1}
      className="switch"
      data-word={t(on ? 'yes' : 'no')}
      onClick={() => inline.save(row, name, !on)}
    >
      <i />
    </button>
  )
}
