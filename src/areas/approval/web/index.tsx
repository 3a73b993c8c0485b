import { RecordHistory, view } from '#web'
import { useAdmin } from '#web/state/admin.ts'
import { approval } from '../index.ts'

const isOpen = (row: { state: string }) => row.state === 'requested'
const isMine = (row: { requestedBy: number | null }) => row.requestedBy === useAdmin.getState().id

export default view(approval, {
  fields: { action: { width: 140 }, resource: { width: 110 }, requestedBy: { width: 120 }, decidedBy: { width: 120 } },
  rowActions: {
    approve: { visible: (row) => isOpen(row) && !isMine(row) },
    reject: { visible: (row) => isOpen(row) && !isMine(row) },
    withdraw: { visible: (row) => isOpen(row) && isMine(row) },
  },
  slots: { rowDetail: ({ row }) => <RecordHistory resource={row.resource!} record={row.record!} /> },
})
