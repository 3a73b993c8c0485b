import type { CellViewProps, RowData } from '#web'
import { Dash } from '#web/field/cell/dash.tsx'
import { Tag } from '#web/field/cell/tag.tsx'

export type Change = { field: string; title: string; to?: string; before: unknown; after: unknown }
export const changesIn = (row: RowData): Change[] => (Array.isArray(row['diff']) ? (row['diff'] as Change[]) : [])
const labelIn = (row: RowData, name: string): string => {
  const label = row._labels?.[name]
  return typeof label === 'string' ? label : ''
}

/** A code by its name in the reader's language, which the server knows. */
export const LabelCell = ({ name, value, row }: Pick<CellViewProps, 'name' | 'value' | 'row'>) => {
  const text = labelIn(row, name) || (typeof value === 'string' ? value : '')
  return text ? (
    <span className="cell-text" title={text.length > 12 ? text : undefined}>
      {text}
    </span>
  ) : (
    <Dash />
  )
}

/** The names of what changed; before and after stand in the detail. */
export const ChangesCell = ({ row }: Pick<CellViewProps, 'row'>) => {
  const refusal = row['refusal']
  if (typeof refusal === 'string') return <span className="cell-text log-refusal">{refusal}</span>
  const changes = changesIn(row)
  if (changes.length === 0) return <Dash />
  return (
    <span className="cell-tags" title={labelIn(row, 'changes').slice(0, 600)}>
      {changes.slice(0, 4).map((c) => (
        <Tag key={c.field}>{c.title}</Tag>
      ))}
      {changes.length > 4 && <Tag>+{changes.length - 4}</Tag>}
    </span>
  )
}
