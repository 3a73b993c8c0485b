import { view } from '#web'
import type { CellViewProps } from '#web/field/view.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { findingEvent } from '../index.ts'

/** What happened leads to what it happened to. */
const Finding = ({ value, row, active }: CellViewProps) => (
  <LabelLink to={`/admin/finding/${String(value)}`} active={active}>
    {String(row._labels?.['finding'] ?? `#${String(value)}`)}
  </LabelLink>
)

export default view(findingEvent, { fields: { finding: { width: 260, Cell: Finding } } })
