import { ChangesCell, EntryDetail, LabelCell, view } from '#web'
import { authLog } from './index.ts'

export default view(authLog, {
  fields: {
    actorName: { Cell: LabelCell, width: 130 },
    action: { Cell: LabelCell, width: 110 },
    resource: { Cell: LabelCell, width: 120 },
    changes: { Cell: ChangesCell, width: 280 },
  },
  pages: { detail: ({ row }) => <EntryDetail row={row} /> },
})
