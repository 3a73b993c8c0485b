import { ActorCell, later, RecordHistory, view } from '#web'
import { securitySensitiveLog } from '../index.ts'

const change = () => import('./change.tsx')
const BeforeCell = later(change, (m) => m.BeforeCell)
const AfterCell = later(change, (m) => m.AfterCell)
const VerbCell = later(change, (m) => m.VerbCell)
const RollbackPreview = later(change, (m) => m.RollbackPreview)

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
