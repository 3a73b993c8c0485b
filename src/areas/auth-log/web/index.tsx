import { later, view } from '#web'
import { ExactTimeCell } from '#web/field/cell/time.tsx'
import { authLog } from '../index.ts'
import { ChangesCell, LabelCell } from './cells.tsx'

const EntryDetail = later(
  () => import('./entry-detail.tsx'),
  (m) => m.EntryDetail,
)

export default view(authLog, {
  dense: true,
  fields: {
    at: { Cell: ExactTimeCell, width: 154 },
    actorName: { Cell: LabelCell, width: 96 },
    outcome: { width: 100 },
    action: { Cell: LabelCell, width: 122 },
    resource: { Cell: LabelCell, width: 118 },
    label: { width: 130 },
    changes: { Cell: ChangesCell, width: 290 },
  },
  pages: { detail: ({ row }) => <EntryDetail row={row} /> },
})
