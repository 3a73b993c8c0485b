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
    at: { Cell: ExactTimeCell, width: 160 },
    actorName: { Cell: LabelCell, width: 110 },
    outcome: { width: 95 },
    action: { Cell: LabelCell, width: 130 },
    resource: { Cell: LabelCell, width: 120 },
    changes: { Cell: ChangesCell, width: 360 },
  },
  pages: { detail: ({ row }) => <EntryDetail row={row} /> },
})
