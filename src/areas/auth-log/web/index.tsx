import { later, view } from '#web'
import { authLog } from '../index.ts'
import { ChangesCell, LabelCell } from './cells.tsx'

const EntryDetail = later(
  () => import('./entry-detail.tsx'),
  (m) => m.EntryDetail,
)

export default view(authLog, {
  fields: {
    actorName: { Cell: LabelCell, width: 130 },
    action: { Cell: LabelCell, width: 110 },
    resource: { Cell: LabelCell, width: 120 },
    changes: { Cell: ChangesCell, width: 280 },
  },
  pages: { detail: ({ row }) => <EntryDetail row={row} /> },
})
