import { view } from '#web'
import { securityRecycle } from '../index.ts'

export default view(securityRecycle, {
  rowActions: { loosen: { visible: (row) => row.status && row.approval } },
})
