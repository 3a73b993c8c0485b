import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'
import { Tags } from './tags.tsx'

/** A reference shows the label that came with the row; the id alone when the target is gone or out of scope. */
export const RefCell = ({ name, value, row }: CellViewProps) => {
  if (value == null || value === '') return <Dash />
  const label = row._labels?.[name]
  return typeof label === 'string' && label !== '' ? (
    <span className="cell-text" title={label.length > 20 ? label : undefined}>
      {label}
    </span>
  ) : (
    <code className="cell-code">#{String(value)}</code>
  )
}

export const RefsCell = ({ name, value, row }: CellViewProps) => {
  if (!Array.isArray(value) || value.length === 0) return <Dash />
  const labels = row._labels?.[name]
  const texts = value.map((id: unknown, i) => (Array.isArray(labels) ? String(labels[i] ?? `#${String(id)}`) : `#${String(id)}`))
  return <Tags texts={texts} />
}
