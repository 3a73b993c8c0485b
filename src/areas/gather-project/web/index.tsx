import { later, view } from '#web'
import { gatherProject, waysOf } from '../index.ts'

const Due = later(
  () => import('#web/field/cell/due.tsx'),
  (m) => m.Due,
)
const Overview = later(
  () => import('./overview.tsx'),
  (m) => m.Overview,
)
const TargetCell = later(
  () => import('./target-cell.tsx'),
  (m) => m.TargetCell,
)
const Deliveries = later(
  () => import('./deliveries.tsx'),
  (m) => m.Deliveries,
)

export default view(gatherProject, {
  pages: { record: { tabs: [{ key: 'overview', Tab: Overview }, { key: 'deliveries', Tab: Deliveries }, 'overrides', 'history'] } },
  rowActions: {
    remind: { visible: ({ state, dueNext }) => state === 'open' && dueNext !== null },
    take: { visible: (row) => row.state === 'open' && row.form !== null && waysOf(row).includes('import') },
  },
  fields: { name: { width: 200 }, study: { width: 180 }, dueNext: { Cell: Due, width: 150 }, targetN: { Cell: TargetCell, width: 200 } },
})
