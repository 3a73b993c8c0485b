import { view } from '#web'
import type { CellViewProps } from '#web/field/view.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { findingEvent } from '../index.ts'

/** What happened leads to what it happened to. */
const Finding = ({ value, row, active }: CellViewProps) => (
  <LabelLink to={`/admin/finding/${String(value)}`} active={active}>
    {[row._labels?.['finding'] ?? `#${String(value)}`, Reflect.get(row, '_rule')].filter(Boolean).join(' · ')}
  </LabelLink>
)

export default view(findingEvent, { fields: { finding: { width: 340, Cell: Finding } } })
