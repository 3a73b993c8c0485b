import { later, view } from '#web'
import { gatherDelivery } from '../index.ts'
import { TABS } from '../locale.ts'

const Intake = later(
  () => import('./intake.tsx'),
  (m) => m.Intake,
)

export default view(gatherDelivery, {
  fields: { number: { width: 80 }, name: { width: 220 }, gather: { width: 180 } },
  pages: { record: { tabs: [{ key: 'intake', title: TABS.intake, Tab: Intake }, 'runs', 'history'] } },
})
