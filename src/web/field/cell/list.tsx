import type { Pair } from '#kernel'
import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'
import { Tag } from './tag.tsx'

export const PairsCell = ({ value }: CellViewProps) => {
  if (!Array.isArray(value) || value.length === 0) return <Dash />
  const pairs = value as Pair[]
  return (
    <span className="cell-tags" title={pairs.map((p) => `${p.key}=${p.value}`).join('\n')}>
      {pairs.slice(0, 2).map((p, i) => (
        <Tag key={i}>
          {p.key}={p.value}
        </Tag>
      ))}
      {pairs.length > 2 && <small>+{pairs.length - 2}</small>}
    </span>
  )
}

/** Codes of province, city, district; their names come with the row. */
export const CityCell = ({ name, value, row }: CellViewProps) => {
  if (!Array.isArray(value) || value.length === 0) return <Dash />
  const labels = row._labels?.[name]
  const parts = Array.isArray(labels) ? labels : value
  return <span className="cell-text">{parts.map(String).join(' / ')}</span>
}
