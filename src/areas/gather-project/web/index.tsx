import { later, view } from '#web'
import { gatherProject } from '../index.ts'

const Due = later(
  () => import('#web/field/cell/due.tsx'),
  (m) => m.Due,
)
const Deliveries = later(
  () => import('./deliveries.tsx'),
  (m) => m.Deliveries,
)

export default view(gatherProject, {
  pages: { record: { tabs: ['overview', { key: 'deliveries', Tab: Deliveries }, 'overrides', 'history'] } },
  rowActions: { remind: { visible: ({ state, dueNext }) => state === 'open' && dueNext !== null } },
  fields: { name: { width: 200 }, study: { width: 180 }, dueNext: { Cell: Due, width: 150 } },
})
