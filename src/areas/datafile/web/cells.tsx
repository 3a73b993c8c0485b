import type { CellViewProps } from '#web'
import { Dash } from '#web/field/cell/dash.tsx'
import { formatSize } from '#web/ui/format.ts'
import './datafile.css'

/** Of files that came with their folders the same name stands twice: what is above it tells them apart. */
export const NameCell = ({ value, row }: { value: string; row: { folder: string | null } }) => (
  <span className="cell-text" title={row.folder ? `${row.folder}/${value}` : value}>
    {value}
    {row.folder && <small className="datafile-folder">{row.folder}</small>}
  </span>
)

export const SizeCell = ({ value, words }: { value: unknown; words: CellViewProps['words'] }) =>
  typeof value === 'number' ? <span title={`${value} B`}>{formatSize(value, words.lang)}</span> : <Dash />
