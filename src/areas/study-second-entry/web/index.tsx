import { later, view } from '#web'
import { studySecondEntry } from '../index.ts'

const EnterButton = later(
  () => import('./enter-button.tsx'),
  (m) => m.EnterButton,
)
const SettleDrawer = later(
  () => import('./settle-drawer.tsx'),
  (m) => m.SettleDrawer,
)

export default view(studySecondEntry, {
  slots: { toolbar: EnterButton },
  fields: { title: { width: 260 }, study: { width: 180 }, count: { width: 90 } },
  dialogs: { settle: { Dialog: SettleDrawer } },
  rowActions: { settle: { visible: ({ state }) => state === 'conflict' } },
})
