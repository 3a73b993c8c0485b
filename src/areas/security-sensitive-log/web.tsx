import { ActorCell, AfterCell, BeforeCell, RecordHistory, RollbackPreview, VerbCell, view } from '#web'
import { securitySensitiveLog } from './index.ts'

export default view(securitySensitiveLog, {
  fields: {
    at: { width: 100 },
    actorName: { Cell: ActorCell, width: 120 },
    resource: { width: 110 },
    field: { width: 110 },
    before: { Cell: BeforeCell, width: 190 },
    after: { Cell: AfterCell, width: 190 },
    action: { Cell: VerbCell, width: 100 },
    ip: { width: 120 },
  },
  dialogs: { rollback: { Preview: RollbackPreview } },
  rowActions: { rollback: { visible: (row) => row.action === 'edit' } },
  slots: { rowDetail: ({ row }) => <RecordHistory resource={row.resource!} record={Number(row.record)} /> },
})
