import { ActorCell, later, RecordHistory, view } from '#web'
import { securityRecycleLog } from '../index.ts'

const RecoverDialog = later(
  () => import('./recover-dialog.tsx'),
  (m) => m.default,
)

export default view(securityRecycleLog, {
  fields: { resource: { width: 120 }, title: { width: 260 }, actorName: { Cell: ActorCell, width: 130 } },
  dialogs: { recover: { Dialog: RecoverDialog } },
  rowActions: { purge: { visible: (row) => !row.requested } },
  slots: { rowDetail: ({ row }) => <RecordHistory resource={row.resource!} record={row.record!} /> },
})
